// What the peers index: the same fields of the same articles as our own index, read from an edition's JSON bodies and taken
// apart by our own analysis, so that a comparison is one of rankings and not of tokenisers.
import type { RootContent } from 'mdast';
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { analyse, holdsHan, isSingleHan } from '../../../build/edition/analysis.ts';
import { type Article, article as articleShape } from '../../../build/edition/article-schema.ts';
import { type Language, languages } from '../../../build/edition/vocabulary.ts';
import { isPhrase } from '../../../build/indexing/fields.ts';
import { plainText } from '../../../build/source/plain-text.ts';
import type { Library } from '../../../server/library.ts';

/** The fields of each language. Keywords and tags have no language and are in both. */
export const fieldNames = ['title', 'summary', 'headings', 'body', 'keywords', 'phrases', 'tags'] as const;
export type FieldName = (typeof fieldNames)[number];

/** Every field in each language as one name: `title_zh`. */
export const columns = languages.flatMap((language) => fieldNames.map((field) => `${field}_${language}` as const));
export type Column = (typeof columns)[number];

export interface PeerDocument {
  slug: string;
  /** The terms of each column, in order, with repetitions. */
  terms: Record<Column, readonly string[]>;
}

const markdown = unified().use(remarkParse).use(remarkGfm).use(remarkCjkFriendly).freeze();
/** A body in a pack lacks what the server appends. */
const openArticle = articleShape.omit({ links: true });

/** The terms of one article. */
export function peerDocument(library: Library, position: number): PeerDocument {
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

/** Whether single Han characters are searched beside bigrams. They always are when there is nothing else. */
export type SingleHan = 'keep' | 'drop';

/** The terms of a query, each once; stop words are kept when there is nothing else. */
export function queryTerms(query: string, singleHan: SingleHan): string[] {
  const meaningful = analyse(query);
  const terms = [...new Set(meaningful.length > 0 ? meaningful : analyse(query, 'keep'))];
  if (singleHan === 'keep') return terms;
  const others = terms.filter((term) => !isSingleHan(term));
  return others.some(holdsHan) ? others : terms;
}
