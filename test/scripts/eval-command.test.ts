import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { articleText, contentOf, publishFolder, temporaryFolder } from '../site.ts';
import { stele } from './command.ts';

const question = (q: string, more: object): string => JSON.stringify({ q, lang: 'en', ...more });
const judged = (slug: string, section: string, answer: string) => ({
  relevantSlugs: [slug],
  targets: [{ slug, within: [section] }],
  answers: [answer],
});
const questions = [
  question('how long are the flippers of penguins', judged('penguins', 'flippers', 'twenty inches')),
  question('why does a teapot drip', judged('teapot', 'cause', 'clings to the **spout**')),
];
const unanswerable = question('quarterly tax of zeppelins', { relevantSlugs: [], kind: 'unanswerable:technology' });

let edition = '';
let queries = '';

beforeAll(async () => {
  edition = await publishFolder(
    await contentOf({
      'mcp/teapot.md': articleText(),
      'mcp/penguins.md': articleText({
        id: 'art_penguins',
        zhTitle: '企鹅',
        enTitle: 'Penguins',
        zh: '## 鳍\n\n企鹅的鳍有二十英寸长。',
        en: '## Flippers\n\nThe flippers of penguins are twenty inches long.',
      }),
    }),
  );
  queries = join(await contentOf({ 'tea.en.jsonl': [...questions, unanswerable].join('\n') }), 'tea.en.jsonl');
});

const measure = (...more: string[]) => stele(['eval', '--queries', queries, '--edition', edition, ...more]);

describe('stele eval', () => {
  it('measures ranking and context with answerable questions, and abstention with unanswerable ones', async () => {
    const { code, stdout } = await measure('--json');
    expect(code).toBe(0);
    const { groups, answers, abstention } = JSON.parse(stdout);
    expect(groups[0]).toMatchObject({ name: 'tea', quality: { n: 2, mrr10: 1 } });
    const found = { n: 2, articles: 1, sections: 1, answers: 1 };
    expect(answers).toMatchObject([400, 800].map((maxTokens) => ({ ...found, maxTokens })));
    for (const { textTokens } of answers) expect([0 < textTokens, textTokens <= 400]).toEqual([true, true]);
    expect(abstention).toMatchObject([{ answerable: 2, unanswerable: 1, auroc: 1, unanswerableNone: 1 }]);
  });

  it('counts a section or an answer as found only if the context contains it', async () => {
    const wrong = judged('penguins', 'beak', 'thirty inches');
    const file = join(await contentOf({ 'wrong.jsonl': question('flippers of penguins', wrong) }), 'wrong.jsonl');
    const { stdout } = await stele(['eval', '--queries', file, '--edition', edition, '--json']);
    const none = { articles: 1, sections: 0, answers: 0 };
    expect(JSON.parse(stdout).answers).toMatchObject([none, none]);
  });

  it('ends with 0 if the results equal the baseline; ends with 1 and names the metric if a result is worse', async () => {
    const file = join(await temporaryFolder(), 'baseline.json');
    expect((await measure('--write-baseline', file)).code).toBe(0);
    expect(await measure('--baseline', file)).toMatchObject({ code: 0, stderr: '' });
    const kept = JSON.parse(await readFile(file, 'utf8'));
    kept.abstention.all.en.unanswerableWeakOrNone = 3;
    await writeFile(file, JSON.stringify(kept));
    expect(await measure('--baseline', file)).toMatchObject({
      code: 1,
      stderr: 'stele: abstention, all en: unanswerable called weak or none fell from 3.000 to 1.000\n',
    });
  });

  it('ends with 2 for a baseline that lacks a number', async () => {
    const file = join(await temporaryFolder(), 'baseline.json');
    await measure('--write-baseline', file);
    const kept = JSON.parse(await readFile(file, 'utf8'));
    delete kept.answers.tea.en.articles400;
    await writeFile(file, JSON.stringify(kept));
    const { code, stderr } = await measure('--baseline', file);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('is no baseline') });
  });

  it('ends with 0 and explains that it measured nothing if the folder of --corpus is empty', async () => {
    const { code, stdout, stderr } = await stele(['eval', '--corpus', await temporaryFolder()]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toMatch(/not measured: .*--corpus DIR/);
  });

  it('ends with 2 for an invalid query, and names its file and line', async () => {
    const file = join(await contentOf({ 'bad.jsonl': `${questions[0]}\n{"q":"x","lang":"fr"}\n` }), 'bad.jsonl');
    const { code, stderr } = await stele(['eval', '--queries', file, '--edition', edition]);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('bad.jsonl:2: ') });
    expect(stderr).toContain('at lang');
  });
});
