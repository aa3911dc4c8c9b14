// The repository's own articles: each is found by its titles and questions, and the ranking equals the reference ranking.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Edition } from '../../../build/assemble.ts';
import { compile } from '../../../build/compile.ts';
import { type ArticleExcerpt, articleExcerpt } from '../../../build/edition/article-schema.ts';
import { importPart, newIndex } from '../../../build/edition/search-index.ts';
import { languages } from '../../../build/edition/vocabulary.ts';
import { readAssets, readContent } from '../../../build/read.ts';
import { readDraft } from '../../../build/source/draft.ts';
import type { Sources } from '../../../build/source/entry.ts';
import { type SourceArticle, toArticle } from '../../../build/source/source-article.ts';
import { editionInMemory } from '../../../server/edition-files.ts';
import { type Library, openLibrary } from '../../../server/library.ts';
import { getArticle } from '../../../server/operations/get-article.ts';
import type { Outcome } from '../../../server/operations/operation.ts';
import { fullBitset } from '../../../server/search/bitset.ts';
import { fixtures, repositoryRoot } from '../../site.ts';
import { tokensBySomebodyElse } from '../../tokens.ts';
import { referenceRanking } from './reference-ranking.ts';

function built({ edition }: { edition?: Edition | undefined }): Edition {
  if (edition === undefined) throw new Error('content/ does not compile');
  return edition;
}

/** The slugs of all hits of a query, best first. */
function found({ rank, articles, size }: Library, query: string): string[] {
  const matches = rank(query, fullBitset(size));
  return matches.page(0, matches.total).map((position) => articles[position]?.slug ?? '');
}

/** The titles and questions of an article in both languages, without placeholders. */
const ownWords = ({ fields, texts }: SourceArticle): string[] =>
  languages.flatMap((language) => [
    fields.title[language],
    ...texts.pairs.flatMap(({ question, placeholder }) => (placeholder[language] ? [] : [question[language]])),
  ]);

async function judgedQueries(): Promise<string[]> {
  const text = await readFile(join(fixtures, 'judged', 'content.test.jsonl'), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { q: string }).q);
}

let sources: Sources;
let edition: Edition;
let library: Library;
beforeAll(async () => {
  sources = { entries: await readContent(join(repositoryRoot, 'content')), assets: await readAssets(repositoryRoot) };
  edition = built(compile(sources));
  library = await openLibrary(editionInMemory(edition));
  // Compiling content/ takes half a minute on one core. The timeout is in milliseconds.
}, 240_000);

describe('an article of content/', () => {
  it('is the first hit for each of its titles and questions, in both languages', () => {
    const articles = sources.entries.flatMap((entry) => toArticle(readDraft(entry)) ?? []);
    const asked = articles.flatMap((article) => ownWords(article).map((query) => ({ query, slug: article.slug })));
    expect(articles.map(({ slug }) => slug).sort()).toEqual(library.articles.map(({ slug }) => slug).sort());
    expect(asked.length).toBeGreaterThan(4 * articles.length);
    const misses = asked.flatMap(({ query, slug }) => {
      const [first] = found(library, query);
      return first === slug ? [] : [`${slug}: ${query} (finds ${first})`];
    });
    expect(misses).toEqual([]);
  });
});

describe('the ranking of content/', () => {
  it('equals the reference ranking for each judged query, and for misspelt ones', async () => {
    const { collection, rank, size } = library;
    const index = newIndex();
    for await (const [, content] of editionInMemory(edition).indexParts())
      importPart(index, JSON.parse(content.toString('utf8')), size);
    const reference = referenceRanking({ ...collection, index });
    const everything = fullBitset(size);
    const queries = await judgedQueries();
    const misspelt = queries.filter((_, at) => at % 8 === 0).map((query) => query.replace(/([a-z])([a-z])\b/g, '$2$1'));
    for (const query of [...queries, ...misspelt])
      expect({ query, order: rank(query, everything).page(0, size) }).toEqual({
        query,
        order: reference(query, () => true),
      });
  });
});

describe('an excerpt of an article of content/', () => {
  it('keeps its budget, omits only sections that do not fit, and names the omitted sections', () => {
    library.articles.forEach(({ slug }, position) => {
      const lang = position % 2 === 0 ? 'zh' : 'en';
      for (const maxTokens of [50, 120 + position, 900 - position, 20_000]) keepsBudget({ slug, lang, maxTokens });
    });
  });

  it('keeps its budget if a question chooses the sections, or if long code is left out', () => {
    library.articles.forEach(({ slug }, position) => {
      const lang = position % 2 === 0 ? 'zh' : 'en';
      const { title } = articleExcerpt.parse(JSON.parse(textOf(answer({ slug, lang, maxTokens: 50 }, 'json'))));
      [title[lang] ?? '', 'example 示例', 'zyzzyva'].forEach((q, at) => {
        const code = (position + at) % 2 === 0;
        for (const maxTokens of [50, 120 + 8 * position]) staysWithin({ slug, lang, q, maxTokens, code });
      });
      staysWithin({ slug, lang, maxTokens: 400 + position, code: false });
    });
  });
});

type Asked = { slug: string; lang: 'zh' | 'en'; maxTokens?: number; section?: string; q?: string; code?: boolean };

function answer(asked: Asked, format: 'json' | 'markdown'): Outcome {
  const context = { library, origin: 'https://stele.example', preferredFormat: 'json' as const, agent: undefined };
  return getArticle.run(context, { code: true, ...asked, format });
}

const textOf = (outcome: Outcome): string => {
  if (outcome.kind !== 'data' && outcome.kind !== 'markdown') throw new Error(`${outcome.kind} is no answer`);
  return Buffer.concat(outcome.pieces.map((piece) => Buffer.from(piece))).toString('utf8');
};

function keepsBudget(asked: Asked & { maxTokens: number }): void {
  const { tokens, omitted } = staysWithin(asked);
  const smallest = Math.min(...omitted.map((part) => part.tokens));
  expect(tokens + smallest, asked.slug).toBeGreaterThan(asked.maxTokens);
  for (const { section } of omitted) {
    const part = textOf(answer({ slug: asked.slug, lang: asked.lang, section }, 'markdown'));
    expect(part.length).toBeGreaterThan(0);
  }
}

function staysWithin(asked: Asked & { maxTokens: number }): ArticleExcerpt {
  const excerpt = articleExcerpt.parse(JSON.parse(textOf(answer(asked, 'json'))));
  const { tokens, sections } = excerpt;
  expect(tokens).toBeLessThanOrEqual(asked.maxTokens);
  expect(tokensBySomebodyElse(sections.map(({ text }) => text).join('\n\n')), asked.slug).toBeLessThanOrEqual(tokens);
  const markdown = textOf(answer(asked, 'markdown'));
  expect(tokensBySomebodyElse(markdown), asked.slug).toBeLessThanOrEqual(asked.maxTokens);
  return excerpt;
}
