// Makes small collections for tests of the ranking from plain texts, without Markdown. Functions of the build index the texts, and
// functions of the server open the index.
import { analyse, isSingleHan } from '../../../build/edition/analysis.ts';
import { importPart, newIndex, type SearchIndex } from '../../../build/edition/search-index.ts';
import { type FieldTerms, fieldNames } from '../../../build/indexing/fields.ts';
import { type Headline, packHeadlines } from '../../../build/indexing/headlines.ts';
import { occurrencesOf, Vocabulary } from '../../../build/indexing/occurrences.ts';
import { searchFilesOf } from '../../../build/indexing/search-files.ts';
import { packParallels } from '../../../build/indexing/translations.ts';
import { type Collection, openCollection } from '../../../server/search/collection.ts';

export interface PlainSide {
  title: string;
  headings?: string[];
  /** List items; their words count only as headlines, unless the body has them too. */
  items?: string[];
  body?: string;
}

export interface PlainArticle {
  zh: PlainSide;
  en: PlainSide;
  /** The words of the slug. */
  name?: string;
  /** Pairs of texts with the same content, from which the build derives translations. */
  parallels?: [zh: string, en: string][];
}

export interface Opened {
  collection: Collection;
  index: SearchIndex;
  headlines: Headline[][];
}

function fieldsOf({ title, headings = [], body = '' }: PlainSide): FieldTerms {
  const texts: Partial<Record<(typeof fieldNames)[number], string[]>> = {
    title: analyse(title, 'keep'),
    headings: analyse(headings.join('\n')),
    body: analyse(body),
  };
  return Object.fromEntries(fieldNames.map((name) => [name, texts[name] ?? []])) as unknown as FieldTerms;
}

function headlinesOf({ zh, en, name = '' }: PlainArticle): Headline[] {
  const texts: [Headline['kind'], string][] = [
    ['name', name],
    ...[zh, en].flatMap(({ title, headings = [], items = [] }): [Headline['kind'], string][] => [
      ['title', title],
      ...headings.map((heading): [Headline['kind'], string] => ['heading', heading]),
      ...items.map((item): [Headline['kind'], string] => ['item', item]),
    ]),
  ];
  return texts
    .map(([kind, text]) => ({ kind, terms: [...new Set(analyse(text, 'keep'))] }))
    .filter(({ terms }) => terms.length > 0);
}

export function collectionOf(articles: readonly PlainArticle[]): Opened {
  const headlines = articles.map(headlinesOf);
  const searches = articles.map((article, position) => () => {
    const vocabulary = new Vocabulary();
    const parallels = (article.parallels ?? []).map(([zh, en]) => ({
      zh: analyse(zh).filter((term) => !isSingleHan(term)),
      en: analyse(en),
    }));
    return {
      terms: vocabulary.terms,
      occurrences: occurrencesOf({ zh: fieldsOf(article.zh), en: fieldsOf(article.en) }, vocabulary),
      headlines: packHeadlines(headlines[position] ?? [], vocabulary),
      parallels: packParallels(parallels, vocabulary),
    };
  });
  const { eachPart, tables } = searchFilesOf(searches);
  const index = newIndex();
  eachPart((part) => importPart(index, JSON.parse(part.toString('utf8')), articles.length));
  const tieRank = Uint32Array.from(articles, (_, position) => position);
  return { collection: openCollection({ index, tables, tieRank }), index, headlines };
}
