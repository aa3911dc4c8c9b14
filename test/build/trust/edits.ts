// After any edits and restorations, status and score follow DESIGN (section 4) and the guide to trust, and a
// restored article is published again, byte for byte. The oracle is independent of the compiler: it remembers
// the text of each record itself.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { compile } from '../../../build/compile.ts';
import { catalogue, placeOf } from '../../../build/edition/catalogue.ts';
import { catalogueFile, packFile } from '../../../build/edition/locations.ts';
import { articleText } from '../../site.ts';
import { articlePath, entryOf } from '../sources.ts';

/** The content of an article: one choice of wording for each part. */
export const parts = ['title', 'summary', 'body', 'question', 'answer'] as const;
type Text = { [Part in (typeof parts)[number]]: number };
/** Changes outside the text. */
export interface Besides {
  tag: string;
  day: number;
}
interface Examples {
  ran: number;
  failed: number;
  skipped: number;
}
export interface GivenRecord {
  verifier: string;
  result: 'passed' | 'partial' | 'failed';
  day: number;
  examples: Examples | undefined;
  about: Text;
}

export const original: Text = { title: 0, summary: 0, body: 0, question: 0, answer: 0 };
/** Wordings that differ in one character, including case and punctuation. */
export const wordings = ['pot', 'pots', 'Pot', 'p\u00f6t'];
const worded = (choice: number): string => wordings[choice] ?? '';

/** Every section cites a primary source of the default site. */
const zh = (choice: number): string => `壶 ${worded(choice)}，见[文档](https://nodejs.org/api/)。`;
const en = (choice: number): string => `A ${worded(choice)}, see the [docs](https://nodejs.org/api/).`;
/** A quarter of the text is backed: B of the guide. */
const backing = 1 / 4;

/** The digest by the definition of the guide: parts with their lengths in bytes, in this order. */
function digestOf(text: Text): string {
  const inOrder = [
    ['title.zh', `壶 ${worded(text.title)}`],
    ['title.en', `A ${worded(text.title)}`],
    ['summary.zh', `壶 ${worded(text.summary)}。`],
    ['summary.en', `A ${worded(text.summary)}.`],
    ['body.zh', `## 壶\n\n${zh(text.body)}`],
    ['body.en', `## Pot\n\n${en(text.body)}`],
    ['question.1.zh', `壶 ${worded(text.question)}？`],
    ['question.1.en', `A ${worded(text.question)}?`],
    ['answer.1.zh', `${zh(text.answer)}`],
    ['answer.1.en', `${en(text.answer)}`],
  ].map(([name, part]) => `${name} ${Buffer.byteLength(part ?? '')}\n${part}\n`);
  const form = `stele-digest-1\n${inOrder.join('')}`;
  return `sha256-${createHash('sha256').update(form).digest('hex')}`;
}

const timeOf = (day: number): string => `2026-03-${String(day).padStart(2, '0')}T00:00:00Z`;

export function fileOf(text: Text, { tag, day }: Besides, records: readonly GivenRecord[]): string {
  const lines = records.map(({ verifier, result, day: checked, examples, about }) => {
    const counts = examples && `ran: ${examples.ran}, failed: ${examples.failed}, skipped: ${examples.skipped}`;
    const tail = counts === undefined ? '' : `, examples: { ${counts} }`;
    return `\n  - { verifier: ${verifier}, result: ${result}, at: ${timeOf(checked)}, digest: ${digestOf(about)}${tail} }`;
  });
  return articleText({
    zhTitle: `壶 ${worded(text.title)}`,
    enTitle: `A ${worded(text.title)}`,
    fields: {
      summary: `{ zh: "壶 ${worded(text.summary)}。", en: "A ${worded(text.summary)}." }`,
      tags: `[${tag}]`,
      updatedAt: timeOf(day),
      ...(lines.length > 0 && { verification: lines.join('') }),
    },
    zh: `## 壶\n\n${zh(text.body)}\n\n## 问答\n\n### 壶 ${worded(text.question)}？\n\n${zh(text.answer)}`,
    en: `## Pot\n\n${en(text.body)}\n\n## Q&A\n\n### A ${worded(text.question)}?\n\n${en(text.answer)}`,
  });
}

const assets = [{ name: 'site.css', bytes: Buffer.from('p {}') }];

/** The article's fields in the search item and in its JSON. */
export function published(file: string) {
  const { edition, messages } = compile({ entries: [entryOf(file, articlePath)], assets });
  if (edition === undefined) throw new Error(JSON.stringify(messages));
  const content = (path: string): Buffer => Buffer.from(edition.files.get(path) ?? []);
  const [row] = catalogue.parse(JSON.parse(content(catalogueFile).toString('utf8'))).articles;
  if (row === undefined) throw new Error('the edition holds no article');
  const told = (['item.both', 'json.both'] as const).map((name) => {
    const [offset, length] = placeOf(row.bodies, name);
    const body = content(packFile(row.shard)).toString('utf8', offset, offset + length);
    // The server adds the links, so the end of the article's JSON is left open.
    const { verificationStatus, confidenceScore } = JSON.parse(name === 'json.both' ? `${body}}` : body);
    return { status: verificationStatus, score: confidenceScore };
  });
  return { buildId: edition.buildId, digest: row.digest, told };
}

const isSame = (one: Text, other: Text): boolean => parts.every((part) => one[part] === other[part]);
const worst = ['failed', 'partial', 'passed'] as const;

/** The status and score of a text, by the definitions of DESIGN and the formulas of the guide. */
function expected(text: Text, records: readonly GivenRecord[]): { status: string; score: number } {
  const verdicts: { result: GivenRecord['result']; evidence: number }[] = [];
  let someNewestIsStale = false;
  for (const verifier of new Set(records.map((one) => one.verifier))) {
    const own = records.filter((one) => one.verifier === verifier);
    const newestDay = Math.max(...own.map(({ day }) => day));
    if (own.some(({ day, about }) => day === newestDay && !isSame(about, text))) someNewestIsStale = true;
    const current = own.filter(({ about }) => isSame(about, text));
    if (current.length === 0) continue;
    const day = Math.max(...current.map((one) => one.day));
    const newest = current.filter((one) => one.day === day);
    const result = worst.find((candidate) => newest.some((one) => one.result === candidate)) ?? 'failed';
    const counted = (result === 'passed' ? current : newest).filter((one) => one.result === result);
    verdicts.push({ result, evidence: Math.max(...counted.map(evidenceOf)) });
  }
  const failures = verdicts.filter(({ result }) => result === 'failed').length;
  const agreement = 1 - verdicts.reduce((open, { evidence }) => open * (1 - evidence), 1);
  if (verdicts.length === 0 || failures > 0) return { status: 'unverified', score: Math.floor(30 / 2 ** failures) };
  if (verdicts.every(({ result }) => result === 'passed') && !someNewestIsStale)
    return { status: 'verified', score: 61 + Math.floor(39 * backing * agreement + 1e-9) };
  return { status: 'partial', score: 31 + Math.floor(29 * backing * agreement + 1e-9) };
}

function evidenceOf({ result, examples }: GivenRecord): number {
  const weight = { passed: 1, partial: 0.5, failed: 0 }[result];
  const { ran, failed, skipped } = examples ?? { ran: 0, failed: 0, skipped: 0 };
  return (weight * (1 + (ran + 1) / (ran + failed + skipped + 2))) / 2;
}

const choice = fc.nat({ max: wordings.length - 1 });
const count = fc.nat({ max: 9 });
/** Mostly about the initial text, some about a text after one or two edits. */
const about = fc.oneof(
  { weight: 3, arbitrary: fc.constant(original) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(...parts), choice).map(([part, to]) => ({ ...original, [part]: to })),
  },
);
const record = fc.record({
  verifier: fc.constantFrom('ann', 'ben', 'cat'),
  result: fc.constantFrom('passed', 'passed', 'partial', 'failed'),
  day: fc.integer({ min: 1, max: 4 }),
  examples: fc.option(fc.record({ ran: count, failed: count, skipped: count }), { nil: undefined }),
  about,
});
type Step =
  | { edit: (typeof parts)[number]; to: number }
  | { restore: 'one' | 'all'; at: number }
  | { besides: Besides };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ edit: fc.constantFrom(...parts), to: choice }) },
  {
    weight: 3,
    arbitrary: fc.record({ restore: fc.constantFrom('one' as const, 'all' as const), at: fc.nat({ max: 4 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ besides: fc.record({ tag: fc.constantFrom('tea', 'pot'), day: fc.constantFrom(5, 6) }) }),
  },
);

function textAfter(text: Text, done: Step): Text {
  if ('edit' in done) return { ...text, [done.edit]: done.to };
  if (!('restore' in done)) return text;
  const part = parts[done.at] ?? 'title';
  return done.restore === 'all' ? original : { ...text, [part]: original[part] };
}

/** Status, score and bytes after each of twenty steps, in this many runs; returns the statuses that occurred. */
export function followsEdits(numRuns: number): string[] {
  const statuses = new Set<string>();
  fc.assert(
    fc.property(
      fc.array(record, { minLength: 1, maxLength: 5 }),
      fc.array(step, { minLength: 20, maxLength: 20 }),
      (records, steps) => {
        let [text, besides]: [Text, Besides] = [original, { tag: 'tea', day: 5 }];
        const builds = new Map<string, string>();
        for (const done of [undefined, ...steps]) {
          if (done !== undefined) text = textAfter(text, done);
          if (done !== undefined && 'besides' in done) besides = done.besides;
          const file = fileOf(text, besides, records);
          const { buildId, digest, told } = published(file);
          const right = expected(text, records);
          expect(told).toEqual([right, right]);
          expect(digest).toBe(digestOf(text));
          expect(buildId).toBe(builds.get(file) ?? buildId);
          builds.set(file, buildId);
          statuses.add(right.status);
        }
      },
    ),
    { numRuns },
  );
  return [...statuses].sort();
}
