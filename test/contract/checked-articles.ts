// A site whose articles have different verification records. Some articles have records of several verifiers, several records of one
// verifier, or no record. Some records are partial, failed or stale.
import fc from 'fast-check';
import { articlesMade, manyArticles } from './many-articles.ts';

/** Creates the content folder of the site. Its articles are the same in each run. */
export const checkedArticles = (): Promise<string> => manyArticles(recordsOf, sectionsOf);

const sections = [
  '```js\nconsole.log(1);\n```',
  '```json\n{ "cups": 2 }\n```',
  'See [RFC 9110](https://www.rfc-editor.org/rfc/rfc9110.html#section-9).',
  'See [a blog](https://tea.example/).',
];

/** Markdown sections for the article with this number. Over all articles, every kind of evidence occurs. */
const sectionsOf = (seed: number): string =>
  sections.flatMap((text, at) => (seed % (at + 2) === 0 ? `\n\n## ${at}\n\n${text}` : [])).join('');

const count = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 30 }));
const record = fc.record({
  verifier: fc.constantFrom('stele verify', 'ann', 'Ben & <Co>', '检查者'),
  result: fc.constantFrom('passed', 'passed', 'passed', 'partial', 'failed'),
  at: fc.constantFrom(
    '2026-01-01T00:00:00Z',
    '2026-02-01T00:00:00Z',
    '2026-02-01T00:00:00.000Z',
    '2026-03-01T00:00:00Z',
    '2025-07-01T00:00:00Z',
    '2023-03-01T00:00:00Z',
  ),
  text: fc.constantFrom('present', 'present', 'present', 'earlier', 'untied'),
  examples: fc.option(fc.record({ ran: count, failed: count, skipped: count })),
});
const history = fc.array(record, { maxLength: 5 });
// The seed is fixed, because 130 histories contain enough combinations of records.
const histories = fc.sample(history, { numRuns: articlesMade, seed: 418 });
const earlier = `sha256-${'0'.repeat(64)}`;

function recordsOf(seed: number, digest: string): Record<string, string> {
  const rows = (histories[seed] ?? []).map(({ text, ...shown }) =>
    JSON.stringify({
      ...shown,
      examples: shown.examples ?? undefined,
      digest: { present: digest, earlier, untied: undefined }[text],
    }),
  );
  return rows.length === 0 ? {} : { verification: `[${rows.join(', ')}]` };
}
