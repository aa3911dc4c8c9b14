// The search files of a build: their postings, headlines and translations agree with the articles.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { positionOf, sidesOf } from '../../../build/edition/search-index.ts';
import { headlineKinds, readSearchTables } from '../../../build/edition/search-tables.ts';
import { fieldsOf } from '../../../build/indexing/fields.ts';
import { headlinesOf } from '../../../build/indexing/headlines.ts';
import { articleSearchOf, searchFilesOf } from '../../../build/indexing/search-files.ts';
import type { SourceArticle } from '../../../build/source/source-article.ts';
import type { ArticleParts } from '../../site.ts';
import { articleWith } from '../sources.ts';

const words = ['tea', 'pot', 'what the', 'is', 'dock.setMenu', '茶壶', '漏水', '水'] as const;
const some = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((own) => own.join(' '));
const part = fc.record({ heading: some, prose: some, item: some, question: some });
type Part = { heading: string; prose: string; item: string; question: string };
const partText = ({ heading, prose, item, question }: Part, pairs: string): string =>
  `## ${heading}\n\n${prose}\n\n- ${item}\n\n## ${pairs}\n\n### ${question}?\n\n${prose}`;
const article: fc.Arbitrary<ArticleParts> = fc
  .record({ zhTitle: some, enTitle: some, zh: part, en: part, keyword: fc.constantFrom('tea', '漏水', 'keyword') })
  .map(({ zh, en, keyword, ...titles }) => ({
    ...titles,
    zh: partText(zh, '问答'),
    en: partText(en, 'Q&A'),
    fields: { keywords: `[${keyword}]` },
  }));
const articles = fc.array(article, { maxLength: 5 });

function filesOf(sources: readonly SourceArticle[]) {
  const { eachPart, tables } = searchFilesOf(sources.map((source) => () => articleSearchOf(source)));
  const parts: Buffer[] = [];
  eachPart((part) => parts.push(part));
  return { parts, tables };
}

/** Reads the files back. `names` has every term, those of the index first. `postings` has the term and id of each posting. */
function read({ parts, tables: file }: ReturnType<typeof filesOf>, size: number) {
  const entries = parts
    .map((text) => JSON.parse(text.toString('utf8')) as { key: string; entries: [string, (number[] | null)[]][] })
    .flatMap(({ key, entries: own }) => (key.endsWith('map') ? own : []));
  const postings = entries.flatMap(([term, slots]) => slots.flatMap((ids) => (ids ?? []).map((id) => ({ term, id }))));
  const tables = readSearchTables(file, { terms: entries.length, articles: size });
  return { tables, names: [...entries.map(([term]) => term), ...tables.extraTerms], postings };
}

/** The terms of an article in one language. Keywords, phrases and tags belong to no language and are left out. */
const ownTerms = (source: SourceArticle, language: 'zh' | 'en'): Set<string> => {
  const { keywords: _keywords, phrases: _phrases, tags: _tags, ...own } = fieldsOf(source, language);
  return new Set(Object.values(own).flat());
};

describe('the search files', () => {
  it('store the languages of every posting and the headlines of every article', () => {
    fc.assert(
      fc.property(articles, (all) => {
        const sources = all.map(articleWith);
        const { tables, names, postings } = read(filesOf(sources), sources.length);
        const texts = sources.map((source) => ({ zh: ownTerms(source, 'zh'), en: ownTerms(source, 'en') }));
        for (const { term, id } of postings) {
          const own = texts[positionOf(id)];
          const expected = (own?.zh.has(term) ? 1 : 0) + (own?.en.has(term) ? 2 : 0);
          expect(sidesOf(id), `${term} in ${positionOf(id)}`).toBe(expected);
        }
        expect(new Set(names).size).toBe(names.length);
        const found = sources.map((_, position) => {
          const [from, to] = [tables.articleStarts[position] ?? 0, tables.articleStarts[position + 1] ?? 0];
          return Array.from({ length: to - from }, (_own, at) => ({
            kind: headlineKinds[tables.headlineKinds[from + at] ?? -1],
            terms: Array.from(
              tables.headlineTerms.subarray(tables.headlineStarts[from + at], tables.headlineStarts[from + at + 1]),
              (term) => names[term],
            ),
          }));
        });
        expect(found).toEqual(sources.map((source) => headlinesOf(source)));
      }),
      { numRuns: 50 },
    );
  });

  it('contain translations of index terms, with a confidence from 0 to 255', () => {
    const source = articleWith({
      zhTitle: '茶壶',
      enTitle: 'Teapot',
      zh: '茶壶。\n\n茶壶。',
      en: 'Teapot.\n\nTeapot.',
    });
    const { tables, names } = read(filesOf([source]), 1);
    const pairs = Array.from(tables.translationFrom, (from, at) => [
      names[from],
      names[tables.translationTo[at] ?? -1],
      tables.translationDice[at],
    ]);
    expect(pairs).toContainEqual(['茶壶', 'teapot', 255]);
    expect(pairs).toContainEqual(['teapot', '茶壶', 255]);
  });
});
