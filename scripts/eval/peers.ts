// Other search engines for comparison, in memory. They index the same fields of the same articles with Stele's text analysis, so that
// the comparison concerns rankings and not tokenisers. MiniSearch is a package of scripts/bench/.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import Database from 'libsql';
import type { RootContent } from 'mdast';
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { z } from 'zod';
import { analyse, holdsHan, isSingleHan } from '../../build/edition/analysis.ts';
import { type Article, article as articleShape } from '../../build/edition/article-schema.ts';
import { type Language, languages } from '../../build/edition/vocabulary.ts';
import { isPhrase } from '../../build/indexing/fields.ts';
import { plainText } from '../../build/source/markdown.ts';
import type { Library } from '../../server/library.ts';
import { UsageError } from '../content-option.ts';
import { packageRoot } from '../package-root.ts';
import { depth, type System } from './ranking.ts';

/** The fields of each language. Keywords, phrases and tags have no language and are indexed for both languages. */
const fieldNames = ['title', 'summary', 'headings', 'body', 'keywords', 'phrases', 'tags'] as const;
type FieldName = (typeof fieldNames)[number];

/** The names of all fields with their language, such as `title_zh`. */
const columns = languages.flatMap((language) => fieldNames.map((field) => `${field}_${language}` as const));
type Column = (typeof columns)[number];

/** Whether a query's single Han characters are searched in addition to bigrams. A query without other terms always keeps them. */
type SingleHan = 'keep' | 'drop';

interface PeerDocument {
  slug: string;
  /** The terms of each column, in order, with repetitions. */
  terms: Record<Column, readonly string[]>;
}

interface PeerIndex {
  add(document: PeerDocument): void;
  /** Returns a search over all documents that were added. */
  system(): System;
}

/** The weight of a field in each engine. */
type Boosts = Readonly<Record<FieldName, number>>;
const boostOf = (boosts: Boosts, column: Column): number =>
  boosts[fieldNames[columns.indexOf(column) % fieldNames.length] ?? 'body'];

// Boosts and parameters were found by hill climbing, one parameter at a time from several starts. The queries were link texts
// that are not page titles, command examples, and natural questions, over 1,820 articles. Only the dev half of these queries was used. The
// number in parentheses at each engine is its mean MRR@10 for them. The articles have no phrases, so the weight of phrases was chosen on
// the dev half of our own queries.

/** SQLite FTS5 (MRR@10 .847) with its bm25() over weighted columns, terms joined by OR. */
function fts5(): PeerIndex {
  const boosts = { title: 8, summary: 0.25, headings: 3, body: 0.5, keywords: 0.1, phrases: 2, tags: 0 };
  const slugs: string[] = [];
  const database = new Database(':memory:');
  database.exec(`CREATE VIRTUAL TABLE articles USING fts5(${columns.join(', ')}, content='', tokenize='ascii')`);
  const places = columns.map(() => '?').join(', ');
  const insert = database.prepare(`INSERT INTO articles(rowid, ${columns.join(', ')}) VALUES (?, ${places})`);
  // Encodes terms in hexadecimal, because the tokeniser of SQLite would split some of them.
  const wordOf = (term: string): string => `t${Buffer.from(term).toString('hex')}`;
  const row = z.object({ rowid: z.number() });
  return {
    add({ slug, terms }) {
      insert.run(slugs.push(slug), ...columns.map((column) => terms[column].map(wordOf).join(' ')));
    },
    system() {
      database.exec("INSERT INTO articles(articles) VALUES('optimize')");
      const weights = columns.map((column) => boostOf(boosts, column)).join(', ');
      const select = database.prepare(
        `SELECT rowid FROM articles WHERE articles MATCH ? ORDER BY bm25(articles, ${weights}) LIMIT ${depth}`,
      );
      return {
        name: 'FTS5',
        search(query) {
          const words = queryTerms(query, 'drop').map(wordOf);
          if (words.length === 0) return [];
          return select.all(words.join(' OR ')).map((found) => slugs[row.parse(found).rowid - 1] ?? '');
        },
      };
    },
  };
}

/** The part of the interface of MiniSearch 7 that is used here. */
type MiniSearchModule = new (
  options: object,
) => {
  add(document: Record<string, string>): void;
  search(query: string, options: object): { id: string }[];
};

const benchPackage = join(packageRoot, 'scripts', 'bench');
export const hasMiniSearch = (): boolean => existsSync(join(benchPackage, 'node_modules', 'minisearch'));

/** MiniSearch (MRR@10 .835) as its documentation recommends it for ranking: BM25+ over fields with boosts, terms joined by OR. */
function miniSearch(): PeerIndex {
  const boosts = { title: 2, summary: 0.5, headings: 2, body: 2, keywords: 0, phrases: 1, tags: 0.1 };
  const bm25 = { k: 1.6, b: 0.85, d: 0 };
  if (!hasMiniSearch())
    throw new UsageError('minisearch is not installed; --peers needs it: npm ci --prefix scripts/bench');
  const MiniSearch: MiniSearchModule = createRequire(join(benchPackage, 'package.json'))('minisearch');
  const tokenize = (text: string): string[] => (text === '' ? [] : text.split(' '));
  const index = new MiniSearch({ fields: columns, idField: 'slug', tokenize, processTerm: (term: string) => term });
  const used = columns.filter((column) => boostOf(boosts, column) > 0);
  const boost = Object.fromEntries(used.map((column) => [column, boostOf(boosts, column)]));
  const options = { fields: used, boost, combineWith: 'OR', prefix: false, fuzzy: false, bm25 };
  return {
    add({ slug, terms }) {
      index.add({ slug, ...Object.fromEntries(columns.map((column) => [column, terms[column].join(' ')])) });
    },
    system: () => ({
      name: 'MiniSearch',
      search: (query) =>
        index
          .search(queryTerms(query, 'keep').join(' '), options)
          .slice(0, depth)
          .map(({ id }) => id),
    }),
  };
}

const makers = { MiniSearch: miniSearch, FTS5: fts5 };
export type PeerName = keyof typeof makers;
export const peerNames: readonly PeerName[] = ['MiniSearch', 'FTS5'];

/** Fills the named engines with the articles of a library. Throws a UsageError if MiniSearch is named but not installed. */
export function peersOf(library: Library, names: readonly PeerName[]): System[] {
  const indexes = names.map((name) => makers[name]());
  // Analyses one article at a time, because the terms of all articles would take gigabytes.
  for (let position = 0; position < library.size; position += 1) {
    const document = peerDocument(library, position);
    for (const index of indexes) index.add(document);
  }
  return indexes.map((index) => index.system());
}

const markdown = unified().use(remarkParse).use(remarkGfm).use(remarkCjkFriendly).freeze();
/** An article as an edition stores it. The server appends `links` and the closing brace. */
const openArticle = articleShape.omit({ links: true });

/** The terms of one article. */
function peerDocument(library: Library, position: number): PeerDocument {
  const body: unknown = JSON.parse(`${library.body(position, 'json.both').toString('utf8')}}`);
  const read = openArticle.parse(body);
  const parts = languages.map((language) => fieldTerms(read, language));
  return { slug: read.slug, terms: Object.assign({}, ...parts) };
}

function fieldTerms(article: Omit<Article, 'links'>, language: Language): Record<string, readonly string[]> {
  const nodes = parse(article.content[language]);
  const written = article.qa.filter(({ placeholder }) => !placeholder);
  const answers = written.flatMap(({ answer }) => parse(answer[language]));
  const headings = plainText(nodes.filter(({ type }) => type === 'heading'));
  const questions = written.map(({ question }) => question[language] ?? '');
  const terms: Record<FieldName, readonly string[]> = {
    title: analyse(article.title[language] ?? '', 'keep'),
    summary: analyse(article.summary[language] ?? ''),
    headings: analyse([headings, ...questions].join('\n')),
    body: analyse(plainText([...nodes.filter(({ type }) => type !== 'heading'), ...answers])),
    keywords: analyse(article.keywords.filter((keyword) => !isPhrase(keyword)).join('\n')),
    phrases: analyse(article.keywords.filter(isPhrase).join('\n')),
    tags: analyse(article.tags.join('\n')),
  };
  return Object.fromEntries(fieldNames.map((field) => [`${field}_${language}`, terms[field]]));
}

const parse = (text: string | undefined): RootContent[] => markdown.parse(text ?? '').children;

/** The distinct terms of a query. Stop words are left out, unless the query has no other words. */
function queryTerms(query: string, singleHan: SingleHan): string[] {
  const meaningful = analyse(query);
  const terms = [...new Set(meaningful.length > 0 ? meaningful : analyse(query, 'keep'))];
  if (singleHan === 'keep') return terms;
  const others = terms.filter((term) => !isSingleHan(term));
  return others.some(holdsHan) ? others : terms;
}
