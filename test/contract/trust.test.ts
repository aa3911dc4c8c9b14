// Status and score as callers see them: callers can recompute them from an answer, all representations agree, and the program in
// the guide computes the same values.
import { runInNewContext } from 'node:vm';
import { afterAll, describe, expect, it } from 'vitest';
import { resultWords, statusNames } from '../../build/edition/result-words.ts';
import { recordResultWords, words } from '../../build/pages/words.ts';
import { digestOf } from '../../build/trust/digest.ts';
import { textOf } from '../build/markup.ts';
import { articleWith } from '../build/sources.ts';
import { articleText, contentOf } from '../site.ts';
import { checkedArticles } from './checked-articles.ts';
import { everyItem, type SearchItemLike, startContract } from './contract.ts';
import { fenceWith, readGuide } from './guide.ts';
import { metadataOf, readMarkdown } from './markdown.ts';
import { type ArticleJson, decimalOf, type Evidence, evidenceOf, scoreOf, statusOf, verdictsOf } from './recomputed.ts';
import { markdownOf } from './samples.ts';

interface Whole extends SearchItemLike, ArticleJson {}

const contract = await startContract(await checkedArticles());
const items = await everyItem(contract);
const articles = new Map<string, Whole>();
for (const { slug } of items) articles.set(slug, (await contract.api(`/api/v1/articles/${slug}`)).body.data);
afterAll(() => contract.server.close());

const article = (slug: string): Whole => {
  const found = articles.get(slug);
  if (found === undefined) throw new Error(`no ${slug}`);
  return found;
};
const isStale = ({ verificationRecords: records }: Whole): boolean =>
  records.length > 0 && records.every(({ stale }) => stale);
const factorOf = ({ confidenceFactors }: Whole, name: string) =>
  confidenceFactors.find(({ factor }) => factor === name);

describe('the JSON of an article', () => {
  it('is sufficient to recompute status and score as the guide describes', () => {
    for (const [slug, whole] of articles) {
      expect([statusOf(whole), scoreOf(whole)], slug).toEqual([whole.verificationStatus, whole.confidenceScore]);
    }
    // The test is only meaningful if all kinds of articles occur often enough.
    for (const status of ['verified', 'partial', 'unverified']) {
      const own = [...articles.values()].filter(({ verificationStatus }) => verificationStatus === status);
      expect(new Set(own.map(({ confidenceScore }) => confidenceScore)).size, status).toBeGreaterThan(2);
    }
    expect(
      [...articles.values()].filter((whole) => (factorOf(whole, 'evidence')?.verifiers ?? []).length > 1).length,
    ).toBeGreaterThan(5);
  });

  it('lists verifiers with a current record under evidence, or, for an unverified article, those with a failed one under failures', () => {
    for (const [slug, whole] of articles) {
      const verdicts = [...verdictsOf(whole)];
      const named = (name: string) =>
        Object.fromEntries((factorOf(whole, name)?.verifiers ?? []).map(({ verifier, result }) => [verifier, result]));
      const isUnverified = whole.verificationStatus === 'unverified';
      expect(named('evidence'), slug).toEqual(isUnverified ? {} : Object.fromEntries(verdicts));
      expect(named('failures'), slug).toEqual(Object.fromEntries(verdicts.filter(([, result]) => result === 'failed')));
      expect(factorOf(whole, 'status'), slug).not.toHaveProperty('verifiers');
    }
  });

  it('has the evidence E of each verifier, rounded to four digits', () => {
    const all: Evidence[] = [...articles.values()].flatMap((whole) =>
      whole.confidenceFactors.flatMap(({ verifiers = [] }) => verifiers),
    );
    for (const one of all) {
      expect(one.evidence).toBe(Number(one.evidence.toFixed(4)));
      expect(Math.abs(one.evidence - decimalOf(evidenceOf(one))), JSON.stringify(one)).toBeLessThanOrEqual(0.00005001);
    }
    expect(new Set(all.map(({ evidence }) => evidence)).size).toBeGreaterThan(20);
  });
});

describe('the representations of an article', () => {
  const kinds: [string, (whole: Whole) => boolean][] = [
    ['verified', ({ verificationStatus }) => verificationStatus === 'verified'],
    ['partial', ({ verificationStatus }) => verificationStatus === 'partial'],
    ['unverified', (whole) => whole.verificationStatus === 'unverified' && !isStale(whole)],
    ['stale', isStale],
  ];
  it.each(kinds)(
    'show the same status and score for a %s article: search item, JSON, Markdown, page and list',
    async (kind, isKind) => {
      const own = [...articles.values()].filter(isKind);
      expect(own.length).toBeGreaterThan(2);
      for (const { slug, domain, title } of own) {
        const { verificationStatus: status, confidenceScore: score, verificationRecords } = article(slug);
        expect(status, slug).toBe(kind === 'stale' ? 'unverified' : kind);
        expect(items.find((item) => item.slug === slug)).toMatchObject({
          verificationStatus: status,
          confidenceScore: score,
        });
        const found = (await contract.api(`/api/v1/search?q=${encodeURIComponent(title.en ?? '')}&pageSize=100`)).body
          .data.items;
        expect(found).toContainEqual(
          expect.objectContaining({ slug, verificationStatus: status, confidenceScore: score }),
        );
        const markdown = readMarkdown(await markdownOf(contract, slug));
        expect(metadataOf(markdown).get('Verification Status'), slug).toBe(status);
        expect(metadataOf(markdown).get('Confidence Score'), slug).toBe(`${score}%`);
        for (const language of ['zh', 'en'] as const) {
          const word = statusNames[status as keyof typeof statusNames][language];
          const badges = `${word} ${resultWords.confidence[language]} ${score}%`;
          const page = await (await contract.get(`/${language}/articles/${slug}`)).text();
          expect(textOf(page), slug).toContain(badges);
          expect(page).toContain(`<span class="badge ${status}">`);
          const listing = await (await contract.get(`/${language}/domains/${domain}`)).text();
          const row = listing.split('<li class="row">').find((part) => part.includes(`/articles/${slug}"`));
          expect(textOf(row ?? ''), slug).toContain(badges);
          const staleRecords = verificationRecords.filter(({ stale }) => stale).length;
          expect(textOf(page).split(`(${words.stale[language]})`).length - 1, slug).toBe(staleRecords);
        }
        const records = (await markdownOf(contract, slug)).split('\n');
        expect(records.filter((line) => line === '  - **Stale**: yes')).toHaveLength(
          verificationRecords.filter(({ stale }) => stale).length,
        );
      }
    },
  );

  it('show on the page the factors and the contribution of each verifier', async () => {
    const explained = [...articles.values()].filter(({ confidenceFactors }) => confidenceFactors.length > 1);
    expect(explained.length).toBeGreaterThan(20);
    for (const { slug, confidenceFactors, confidenceScore } of explained) {
      for (const language of ['zh', 'en'] as const) {
        const page = await (await contract.get(`/${language}/articles/${slug}`)).text();
        const [, panel = ''] = /<details class="trust"(.*?)<\/details>/s.exec(page) ?? [];
        const text = textOf(panel);
        expect(text, slug).toContain(`= ${confidenceScore}%`);
        for (const { points, verifiers = [] } of confidenceFactors) {
          expect(text, slug).toContain(`${points < 0 ? '' : '+'}${points}: `);
          for (const { verifier, result, evidence, examples } of verifiers) {
            const verdict = recordResultWords[result as keyof typeof recordResultWords][language];
            expect(text, slug).toContain(`${verifier}: ${verdict}, E = ${evidence} (`);
            if (examples !== null) expect(text, slug).toContain(`${words.ran[language]} ${examples.ran}`);
          }
        }
      }
    }
  });
});

const guide = await readGuide('trust');

/** Runs the program of the guide with this answer as its input; returns the printed lines. */
function run(answer: unknown): string[] {
  const lines: string[] = [];
  const program = fenceWith(guide.en, 'js', '// score.mjs').replace(/^import .*$/m, '');
  const log = (line: string): void => void lines.push(line);
  runInNewContext(program, { readFileSync: () => JSON.stringify(answer), console: { log } });
  return lines;
}

const passed = (verifier: string, digest: string, examples = '') =>
  `{ verifier: ${verifier}, result: passed, at: 2026-05-01T00:00:00Z, digest: ${digest}${examples} }`;

const code = "```js\nconsole.log('tea');\n```";
const parts = {
  zh: `## 倒茶\n\n${code}\n\n## 温度\n\n见 [RFC 2324](https://www.rfc-editor.org/rfc/rfc2324)。\n\n## 茶杯\n\n要大。`,
  en: `## Pour\n\n${code}\n\n## Heat\n\nSee [RFC 2324](https://www.rfc-editor.org/rfc/rfc2324).\n\n## Cups\n\nLarge.`,
};
const digest = digestOf(articleWith(parts).texts);
const records = [
  passed('stele verify', digest, ', examples: { ran: 7, failed: 0, skipped: 1 }'),
  passed('Ann Lee', digest),
];
const fields = { verification: `[${records.join(', ')}]` };
const pot = await startContract(await contentOf({ 'mcp/teapot.md': articleText({ ...parts, fields }) }));
afterAll(() => pot.server.close());

describe('the worked example of the guide on trust', () => {
  it.each(['zh', 'en'] as const)(
    'equals the answer of a server, except for shortened explanations (%s)',
    async (language) => {
      const shown = JSON.parse(fenceWith(guide[language], 'json', '"stele verify"'));
      const { data } = (await pot.api('/api/v1/articles/teapot?lang=en')).body;
      for (const [index, factor] of shown.confidenceFactors.entries()) {
        const [beginning = '', rest] = factor.explanation.en.split('…');
        expect(rest).toBe('');
        const { explanation } = data.confidenceFactors[index];
        expect(explanation.en.startsWith(beginning), `${explanation.en} / ${beginning}`).toBe(true);
        factor.explanation = explanation;
      }
      expect(data).toMatchObject(shown);
      expect(data.confidenceFactors).toEqual(shown.confidenceFactors);
    },
  );

  it.each(['zh', 'en'] as const)(
    'prints with the program of the guide the output that the guide shows (%s)',
    async (language) => {
      const [command = '', ...printed] = fenceWith(guide[language], 'console', 'score.mjs').trimEnd().split('\n');
      expect(command).toBe('$ curl -s "$BASE/articles/teapot?lang=en" | node score.mjs');
      expect(run((await pot.api('/api/v1/articles/teapot?lang=en')).body)).toEqual(printed);
    },
  );
});

describe('the program of the guide on trust', () => {
  it('is the same in both languages', () => {
    expect(fenceWith(guide.zh, 'js', '// score.mjs')).toBe(fenceWith(guide.en, 'js', '// score.mjs'));
  });

  it('computes the score of articles of every status from their JSON alone', async () => {
    // The test takes one article for each score. These articles include every status and different amounts of evidence.
    const chosen = new Map([...articles.values()].map((whole) => [whole.confidenceScore, whole]));
    expect(new Set([...chosen.values()].map(({ verificationStatus }) => verificationStatus)).size).toBe(3);
    expect(chosen.size).toBeGreaterThan(12);
    for (const [score, { slug, verificationStatus, ...whole }] of chosen) {
      // The input does not contain the expected score, so that the program cannot copy it.
      const lines = run({ data: { ...whole, verificationStatus, confidenceScore: null } });
      expect(lines.at(-1), slug).toMatch(new RegExp(`, ${verificationStatus}: ${score}; answered: null$`));
    }
  });
});
