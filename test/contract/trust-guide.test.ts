// The guide on trust, tried out: what it shows is what a server answers, and its program computes what the server computes.
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestOf } from '../../build/trust/digest.ts';
import { articleWith } from '../build/sources.ts';
import { articleText, contentOf, temporaryFolder } from '../site.ts';
import { checkedArticles } from './checked-articles.ts';
import { type Contract, everyItem, startContract } from './contract.ts';
import { fenceWith, readGuide } from './guide.ts';

let program: string;
let guide: Record<'zh' | 'en', string>;
beforeAll(async () => {
  guide = await readGuide('trust');
  program = join(await temporaryFolder(), 'score.mjs');
  await writeFile(program, fenceWith(guide.en, 'js', '// score.mjs'));
});

const run = (answer: unknown): string[] =>
  execFileSync(process.execPath, [program], { input: JSON.stringify(answer), encoding: 'utf8' })
    .trimEnd()
    .split('\n');

const passed = (verifier: string, digest: string, examples = '') =>
  `{ verifier: ${verifier}, result: passed, at: 2026-05-01T00:00:00Z, digest: ${digest}${examples} }`;

describe('the worked example', () => {
  let contract: Contract;
  beforeAll(async () => {
    const digest = digestOf(articleWith({}).texts);
    const records = [
      passed('stele verify', digest, ', examples: { ran: 7, failed: 0, skipped: 1 }'),
      passed('Ann Lee', digest),
    ];
    const fields = { verification: `[${records.join(', ')}]` };
    contract = await startContract(await contentOf({ 'mcp/teapot.md': articleText({ fields }) }));
  });
  afterAll(() => contract.server.close());

  it.each(['zh', 'en'] as const)('is what a server answers, explanations cut short: %s', async (language) => {
    const shown = JSON.parse(fenceWith(guide[language], 'json', '"stele verify"'));
    const { data } = (await contract.api('/api/v1/articles/teapot?lang=en')).body;
    for (const [index, factor] of shown.confidenceFactors.entries()) {
      const [beginning = '', rest] = factor.explanation.en.split('…');
      expect(rest).toBe('');
      const { explanation } = data.confidenceFactors[index];
      expect(explanation.en.startsWith(beginning), `${explanation.en} / ${beginning}`).toBe(true);
      factor.explanation = explanation;
    }
    expect(data).toMatchObject(shown);
    expect(data.confidenceFactors).toEqual(shown.confidenceFactors);
  });

  it.each(['zh', 'en'] as const)('is computed by the program as the guide prints it: %s', async (language) => {
    const [command = '', ...printed] = fenceWith(guide[language], 'console', 'score.mjs').trimEnd().split('\n');
    expect(command).toBe('$ curl -s "$BASE/articles/teapot?lang=en" | node score.mjs');
    expect(run((await contract.api('/api/v1/articles/teapot?lang=en')).body)).toEqual(printed);
    expect(printed.at(-1)).toContain('97; answered: 97');
  });
});

describe('the program', () => {
  it('is the same in both languages', () => {
    expect(fenceWith(guide.zh, 'js', '// score.mjs')).toBe(fenceWith(guide.en, 'js', '// score.mjs'));
  });

  it('computes the score of articles of every status from their JSON alone', async () => {
    const contract = await startContract(await checkedArticles());
    const items = await everyItem(contract);
    // One article for each score that there is: bands, failures and amounts of evidence.
    const chosen = new Map(items.map((item) => [item.confidenceScore, item]));
    expect(new Set([...chosen.values()].map(({ verificationStatus }) => verificationStatus)).size).toBe(3);
    expect(chosen.size).toBeGreaterThan(12);
    for (const [score, { slug, verificationStatus }] of chosen) {
      const { body } = await contract.api(`/api/v1/articles/${slug}`);
      // What it compares with is taken away, so that it cannot be copied.
      const lines = run({ ...body, data: { ...body.data, confidenceScore: null } });
      expect(lines.at(-1), slug).toMatch(new RegExp(`, ${verificationStatus}: ${score}; answered: null$`));
    }
  });
});
