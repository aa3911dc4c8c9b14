// HTTP specification, section 2.5: the Markdown representation of an article.
import { expect } from 'vitest';
import { ask } from '../../answers.ts';
import { type Contract, everyItem } from '../contract.ts';
import { type MarkdownArticle, metadataOf, readMarkdown } from '../markdown.ts';
import { everyArticle, known, markdownOf, timestampPattern } from '../samples.ts';
import { type Section, section } from '../statement.ts';
import { domainValues } from './search-items.ts';

const complete = async (contract: Contract): Promise<MarkdownArticle> =>
  readMarkdown(await markdownOf(contract, known.complete));

const list = (value: unknown): string => (value as string[]).join(', ');

/** The labelled fields of the Metadata section in order: label, value by the JSON of the article, and form. */
const fields: [label: string, wantedOf: (article: Record<string, unknown>) => unknown, form: RegExp][] = [
  ['ID', ({ id }) => id, /^art_[a-z0-9]+$/],
  ['Author', ({ author }) => author, /\S/],
  ['Domain', ({ domain }) => domain, new RegExp(`^(?:${domainValues.join('|')})$`)],
  ['Tags', ({ tags }) => list(tags), /\S/],
  ['Keywords', ({ keywords }) => list(keywords), /^/],
  ['Verification Status', ({ verificationStatus }) => verificationStatus, /^(?:verified|partial|unverified)$/],
  ['Confidence Score', ({ confidenceScore }) => `${confidenceScore}%`, /^\d{1,3}%$/],
  ['Risk Level', ({ riskLevel }) => riskLevel, /^(?:low|medium|high)$/],
  ['Published At', ({ publishedAt }) => publishedAt, timestampPattern],
  ['Updated At', ({ updatedAt }) => updatedAt, timestampPattern],
  ['Created At', ({ createdAt }) => createdAt, timestampPattern],
];

export const articleMarkdown: Section = section('2.5', {
  'Part 1 of Markdown is the title as a first-level heading.': async (contract) => {
    const text = await markdownOf(contract, known.complete);
    expect(text.startsWith('# ')).toBe(true);
    expect(readMarkdown(text).title).toContain("The penguins' handshake protocol");
  },
  'Part 2 of Markdown is a summary of one paragraph as a quotation line.': async (contract) => {
    for (const { slug, summary } of await everyItem(contract)) {
      const { quotation } = readMarkdown(await markdownOf(contract, slug));
      expect(quotation, slug).toEqual([expect.stringContaining(summary.en ?? '')]);
    }
  },
  'The parts of Markdown are in the order of the specification, even if some are absent.': async (contract) => {
    const order = ['Content', 'Q&A', 'Metadata', 'Verification Records', 'Related Articles', 'API Access'];
    expect([...(await complete(contract)).sections.keys()]).toEqual(order);
    for (const { slug } of await everyItem(contract)) {
      const names = [...readMarkdown(await markdownOf(contract, slug)).sections.keys()];
      expect(names, slug).toEqual(order.filter((name) => names.includes(name)));
      expect(names, slug).toEqual(expect.arrayContaining(['Content', 'Metadata', 'API Access']));
    }
  },
  'Part 3, Content, has the body with its headings, code blocks and lists.': async (contract) => {
    const { sections } = readMarkdown(await markdownOf(contract, known.verified));
    const content = sections.get('Content') ?? '';
    expect(content).toMatch(/^#{3,6} Plan before pouring$/m);
    expect(content).toContain("```js\n// # this line is no heading\nconst plan = ['boil', 'warm', 'pour'];");
    expect(content).toContain('1. Boil the water.\n2. Warm the pot.');
  },
  'Part 4, Q&A, is a list of question and answer entries.': async (contract) => {
    const entries = (await complete(contract)).sections.get('Q&A')?.match(/^- .*$/gm);
    expect(entries).toHaveLength(4);
    expect(entries).toContain('- **Q: What if only one penguin waddles?**');
    const answer = (await complete(contract)).sections.get('Q&A');
    expect(answer).toContain('\n  A: The meeting fails with `-32600`, an invalid request.\n');
  },
  'Part 5, Metadata, has exactly the labelled fields of the specification, with the values of the JSON.': async (
    contract,
  ) => {
    for (const article of await everyArticle(contract)) {
      const metadata = metadataOf(readMarkdown(await markdownOf(contract, article.slug)));
      expect([...metadata.keys()], article.slug).toEqual(fields.map(([label]) => label));
      for (const [label, wantedOf, form] of fields) {
        expect(metadata.get(label), `${label} of ${article.slug}`).toBe(String(wantedOf(article)));
        expect(metadata.get(label), `${label} of ${article.slug}`).toMatch(form);
      }
    }
  },
  'Empty parts, such as Verification Records and Related Articles, are absent.': async (contract) => {
    const { sections } = readMarkdown(await markdownOf(contract, known.bare));
    expect([...sections.keys()]).toEqual(['Content', 'Metadata', 'API Access']);
  },
  'Part 6, Verification Records, lists the verifier, result, timestamp and notes of each record.': async (contract) => {
    expect((await complete(contract)).sections.get('Verification Records')?.trim()).toBe(
      [
        '- **Verifier**: ice runner',
        '  - **Result**: passed',
        '  - **Timestamp**: 2026-02-11T08:00:00Z',
        '  - **Stale**: no',
        '  - **Evidence**: checked 43%, none 57%',
        '  - **Notes**: Handshake recorded twice.',
        '- **Verifier**: Captain Flipper',
        '  - **Result**: passed',
        '  - **Timestamp**: 2026-01-15T08:00:00Z',
        '  - **Stale**: yes',
        '  - **Notes**: Checked before the last edit.',
      ].join('\n'),
    );
  },
  'Part 7, Related Articles, lists article identifiers.': async (contract) => {
    const lines = (await complete(contract)).sections.get('Related Articles')?.trim().split('\n');
    expect(lines?.map((line) => /^- (art_[a-z0-9]+): \S/.exec(line)?.[1])).toEqual([
      'art_pigeonpost',
      'art_teapotplans1',
    ]);
  },
  'Part 8, API Access, is a table of the article endpoint in both formats and the search endpoint.': async (
    contract,
  ) => {
    const { sections } = await complete(contract);
    const table = (sections.get('API Access') ?? '').split('\n').filter((line) => line.startsWith('| '));
    const api = `${contract.server.origin}/api/v1`;
    expect(table.slice(2)).toEqual([
      expect.stringContaining(`${api}/articles/${known.complete}?format=json`),
      expect.stringContaining(`${api}/articles/${known.complete}?format=markdown`),
      expect.stringContaining(`${api}/search`),
    ]);
  },
  'API Access shows example requests, which are answered with 200.': async (contract) => {
    const section = (await complete(contract)).sections.get('API Access') ?? '';
    const examples = [...section.matchAll(/^curl '([^']+)'$/gm)].map(([, url]) => url ?? '');
    expect(examples).toHaveLength(3);
    for (const url of examples) expect((await ask(url)).status, url).toBe(200);
  },
  'An answer in the Q&A may be a placeholder text.': async (contract) => {
    const text = (await complete(contract)).sections.get('Q&A');
    expect(text).toContain('\n  A: TODO\n');
    expect(text).toContain('\n  A: 待补充\n');
  },
});
