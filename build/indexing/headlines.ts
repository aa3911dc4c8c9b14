// The headlines of an article: its titles, headings, questions, short list items and keywords, and the words of its slug. A query that is nearly one of
// them is most likely about this article, more than its single words can tell.
import type { ListItem, Nodes, RootContent } from 'mdast';
import { analyse, withoutQuestionForms } from '../edition/analysis.ts';
import { type HeadlineKind, headlineKinds } from '../edition/search-tables.ts';
import { type Language, languages } from '../edition/vocabulary.ts';
import { plainText } from '../source/markdown.ts';
import type { SourceArticle } from '../source/source-article.ts';
import { isPhrase } from './fields.ts';
import type { Vocabulary } from './occurrences.ts';

/** In each language at most so many headings: a page of a thousand would cost every search that meets it. */
const headingsMax = 200;
const itemsMax = 200;
/** A longer item, in characters, says more than one thing. */
const itemLengthMax = 100;

export interface Headline {
  kind: HeadlineKind;
  /** Each once; common words too. */
  terms: string[];
}

export function headlinesOf(article: SourceArticle): Headline[] {
  const texts: [HeadlineKind, string][] = [
    ['name', article.slug.replaceAll('-', ' ')],
    ...severalWordsOf(article).map((text): [HeadlineKind, string] => [isPhrase(text) ? 'question' : 'item', text]),
    ...languages.flatMap((language): [HeadlineKind, string][] => [
      ['title', article.fields.title[language]],
      ...headingTexts(article.parts[language].content).map((text): [HeadlineKind, string] => ['heading', text]),
      ...questionTexts(article, language).map((text): [HeadlineKind, string] => ['question', text]),
      ...itemTexts(article.parts[language].content).map((text): [HeadlineKind, string] => ['item', text]),
    ]),
  ];
  return texts
    .map(([kind, text]) => ({ kind, terms: [...new Set(analyse(text, 'keep'))] }))
    .filter(({ terms }) => terms.length > 0);
}

/**
 * Keywords and tags of several words: with them an author writes down what readers ask, in the readers' phrases. Single words are
 * found by the index.
 */
function severalWordsOf({ fields: { keywords, tags } }: SourceArticle): string[] {
  return [...new Set([...keywords, ...tags])].filter((text) => new Set(analyse(text, 'keep')).size > 1);
}

function headingTexts(content: readonly RootContent[]): string[] {
  const texts = content.filter(({ type }) => type === 'heading').map((heading) => plainText([heading]).trim());
  return [...new Set(texts)].slice(0, headingsMax);
}

/** The first paragraph of every short item of a list. What links elsewhere names another article. */
function itemTexts(content: readonly RootContent[]): string[] {
  const texts = content.flatMap(itemsIn).flatMap(({ children: [first] }) => {
    if (first?.type !== 'paragraph' || holdsLink(first)) return [];
    const text = plainText([first]).trim();
    return [...text].length <= itemLengthMax ? [text] : [];
  });
  return [...new Set(texts)].slice(0, itemsMax);
}

function itemsIn(node: Nodes): ListItem[] {
  if (!('children' in node)) return [];
  const inside = node.children.flatMap(itemsIn);
  return node.type === 'listItem' ? [node, ...inside] : inside;
}

function holdsLink(node: Nodes): boolean {
  if (node.type === 'link' || node.type === 'linkReference') return true;
  return 'children' in node && node.children.some(holdsLink);
}

/** Questions that are written in full: a placeholder is never found. */
function questionTexts({ texts }: SourceArticle, language: Language): string[] {
  return texts.pairs
    .filter(({ placeholder }) => !placeholder[language])
    .map(({ question }) => withoutQuestionForms(question[language]));
}

/** Headlines as numbers, one after the other: kind, how many terms, the terms. */
export function packHeadlines(headlines: readonly Headline[], vocabulary: Vocabulary): Uint32Array {
  return Uint32Array.from(
    headlines.flatMap(({ kind, terms }) => [
      headlineKinds.indexOf(kind),
      terms.length,
      ...terms.map((term) => vocabulary.numberOf(term)),
    ]),
  );
}

/** Tells `each` the kind of every packed headline and the numbers of its terms. */
export function eachHeadline(packed: Uint32Array, each: (kind: number, terms: Uint32Array) => void): void {
  for (let at = 0; at < packed.length; ) {
    const length = packed[at + 1] as number;
    each(packed[at] as number, packed.subarray(at + 2, at + 2 + length));
    at += 2 + length;
  }
}
