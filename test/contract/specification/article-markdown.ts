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
const bare = async (contract: Contract): Promise<MarkdownArticle> =>
  readMarkdown(await markdownOf(contract, known.bare));

/** A check that compares a labelled field in the Metadata section of every article with the JSON of the article. */
const field =
  (label: string, wantedOf: (article: Record<string, unknown>) => unknown, pattern: RegExp = /^/) =>
  async (contract: Contract): Promise<void> => {
    for (const article of await everyArticle(contract)) {
      const value = metadataOf(readMarkdown(await markdownOf(contract, article.slug))).get(label);
      expect(value, article.slug).toBe(String(wantedOf(article)));
      expect(value, article.slug).toMatch(pattern);
    }
  };
const list = (value: unknown): string => (value as string[]).join(', ');

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
  'Part 5, Metadata, has exactly the labelled fields of the specification.': async (contract) => {
    for (const { slug } of await everyItem(contract)) {
      const labels = [...metadataOf(readMarkdown(await markdownOf(contract, slug))).keys()];
      expect(labels, slug).toEqual([
        'ID', 'Author', 'Domain', 'Tags', 'Keywords', 'Verification Status', 'Confidence Score', 'Risk Level',
        'Published At', 'Updated At', 'Created At',
      ]); // biome-ignore format: as a list
    }
  },
  'ID in the Metadata has the form art_<id>.': field('ID', ({ id }) => id, /^art_[a-z0-9]+$/),
  'Author in the Metadata is the author of the article.': field('Author', ({ author }) => author, /\S/),
  'Domain in the Metadata is one of the domain values.': field(
    'Domain',
    ({ domain }) => domain,
    new RegExp(`^(?:${domainValues.join('|')})$`),
  ),
  'Tags in the Metadata are separated by commas.': field('Tags', ({ tags }) => list(tags), /\S/),
  'Keywords in the Metadata are separated by commas.': field('Keywords', ({ keywords }) => list(keywords)),
  'Verification Status in the Metadata is a status such as verified or partial.': field(
    'Verification Status',
    (article) => article.verificationStatus,
    /^(?:verified|partial|unverified)$/,
  ),
  'Confidence Score in the Metadata has the form <n>%.': field(
    'Confidence Score',
    (article) => `${article.confidenceScore}%`,
    /^\d{1,3}%$/,
  ),
  'Risk Level in the Metadata is a level such as low or high.': field(
    'Risk Level',
    ({ riskLevel }) => riskLevel,
    /^(?:low|medium|high)$/,
  ),
  'Published At, Updated At and Created At are ISO 8601 UTC timestamps.': async (contract) => {
    await field('Published At', ({ publishedAt }) => publishedAt, timestampPattern)(contract);
    await field('Updated At', ({ updatedAt }) => updatedAt, timestampPattern)(contract);
    await field('Created At', ({ createdAt }) => createdAt, timestampPattern)(contract);
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
  'An article without records has no part Verification Records.': async (contract) => {
    expect((await bare(contract)).sections.has('Verification Records')).toBe(false);
  },
  'Part 7, Related Articles, lists article identifiers.': async (contract) => {
    const lines = (await complete(contract)).sections.get('Related Articles')?.trim().split('\n');
    expect(lines?.map((line) => /^- (art_[a-z0-9]+): \S/.exec(line)?.[1])).toEqual([
      'art_pigeonpost',
      'art_teapotplans1',
    ]);
  },
  'An article without related articles has no part Related Articles.': async (contract) => {
    expect((await bare(contract)).sections.has('Related Articles')).toBe(false);
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
