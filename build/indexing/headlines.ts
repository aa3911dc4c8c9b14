// The headlines of an article: its titles, headings, questions, short list items, keywords of several words, and the words of its
// slug. If a query nearly equals a headline, the article is most likely about the query. The weights of single words cannot show
// this.
import type { ListItem, Nodes, RootContent } from 'mdast';
import { analyse, withoutQuestionForms } from '../edition/analysis.ts';
import { type HeadlineKind, headlineKinds } from '../edition/search-tables.ts';
import { type Language, languages } from '../edition/vocabulary.ts';
import { plainText } from '../source/markdown.ts';
import type { SourceArticle } from '../source/source-article.ts';
import { isPhrase } from './fields.ts';
import type { Vocabulary } from './occurrences.ts';

/** The maximum number of headings per language. A page with a thousand headings would slow down every search that matches it. */
const headingsMax = 200;
const itemsMax = 200;
/** The maximum length of an item in characters. Longer items have more than one subject. */
const itemLengthMax = 100;

export interface Headline {
  kind: HeadlineKind;
  /** The distinct terms of the headline, including common words. */
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
 * Keywords and tags of several words, in which authors record the phrases of their readers. The index stores single terms and
 * cannot match whole phrases.
 */
function severalWordsOf({ fields: { keywords, tags } }: SourceArticle): string[] {
  return [...new Set([...keywords, ...tags])].filter((text) => new Set(analyse(text, 'keep')).size > 1);
}

function headingTexts(content: readonly RootContent[]): string[] {
  const texts = content.filter(({ type }) => type === 'heading').map((heading) => plainText([heading]).trim());
  return [...new Set(texts)].slice(0, headingsMax);
}

/** The first paragraph of each short list item. Items that link to another page are left out, because they name another article. */
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

/** The questions of an article. A pair in which the question or the answer is a placeholder is left out. */
function questionTexts({ texts }: SourceArticle, language: Language): string[] {
  return texts.pairs
    .filter(({ placeholder }) => !placeholder[language])
    .map(({ question }) => withoutQuestionForms(question[language]));
}

/** Packs headlines into one array. Each headline is its kind, the number of its terms, and the terms. */
export function packHeadlines(headlines: readonly Headline[], vocabulary: Vocabulary): Uint32Array {
  return Uint32Array.from(
    headlines.flatMap(({ kind, terms }) => [
      headlineKinds.indexOf(kind),
      terms.length,
      ...terms.map((term) => vocabulary.numberOf(term)),
    ]),
  );
}

/** Calls `each` for every packed headline with its kind and the numbers of its terms. */
export function eachHeadline(packed: Uint32Array, each: (kind: number, terms: Uint32Array) => void): void {
  for (let at = 0; at < packed.length; ) {
    const length = packed[at + 1] as number;
    each(packed[at] as number, packed.subarray(at + 2, at + 2 + length));
    at += 2 + length;
  }
}
