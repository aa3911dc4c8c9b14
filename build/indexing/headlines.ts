// The headlines of an article: its titles, headings, questions, short list items and keywords, and the words of its slug. A query
// that nearly equals one of them is most likely about this article, which single words cannot show.
import type { ListItem, Nodes, RootContent } from 'mdast';
import { analyse, withoutQuestionForms } from '../edition/analysis.ts';
import { type HeadlineKind, headlineKinds } from '../edition/search-tables.ts';
import { type Language, languages } from '../edition/vocabulary.ts';
import { plainText } from '../source/markdown.ts';
import type { SourceArticle } from '../source/source-article.ts';
import { isPhrase } from './fields.ts';
import type { Vocabulary } from './occurrences.ts';

/** The maximum number of headings per language: a page of a thousand would slow down every search that matches it. */
const headingsMax = 200;
const itemsMax = 200;
/** A longer item, in characters, has more than one subject. */
const itemLengthMax = 100;

export interface Headline {
  kind: HeadlineKind;
  /** Distinct terms, including common words. */
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

/** Keywords and tags of several words, in which an author records the readers' own phrases. The index covers single words. */
function severalWordsOf({ fields: { keywords, tags } }: SourceArticle): string[] {
  return [...new Set([...keywords, ...tags])].filter((text) => new Set(analyse(text, 'keep')).size > 1);
}

function headingTexts(content: readonly RootContent[]): string[] {
  const texts = content.filter(({ type }) => type === 'heading').map((heading) => plainText([heading]).trim());
  return [...new Set(texts)].slice(0, headingsMax);
}

/** The first paragraph of every short list item. An item with a link to another page names another article. */
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

/** Questions without placeholders. */
function questionTexts({ texts }: SourceArticle, language: Language): string[] {
  return texts.pairs
    .filter(({ placeholder }) => !placeholder[language])
    .map(({ question }) => withoutQuestionForms(question[language]));
}

/** Headlines as numbers, one after the other: kind, number of terms, the terms. */
export function packHeadlines(headlines: readonly Headline[], vocabulary: Vocabulary): Uint32Array {
  return Uint32Array.from(
    headlines.flatMap(({ kind, terms }) => [
      headlineKinds.indexOf(kind),
      terms.length,
      ...terms.map((term) => vocabulary.numberOf(term)),
    ]),
  );
}

/** Calls `each` with the kind of every packed headline and the numbers of its terms. */
export function eachHeadline(packed: Uint32Array, each: (kind: number, terms: Uint32Array) => void): void {
  for (let at = 0; at < packed.length; ) {
    const length = packed[at + 1] as number;
    each(packed[at] as number, packed.subarray(at + 2, at + 2 + length));
    at += 2 + length;
  }
}
