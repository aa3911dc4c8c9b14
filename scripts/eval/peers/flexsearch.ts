// FlexSearch by itself, with our terms: what one gets from it without impacts and a ranking of one's own.
import { Index } from 'flexsearch';
import { holdsHan } from '../../../build/edition/analysis.ts';
import { languages } from '../../../build/edition/vocabulary.ts';
import { depth } from '../metrics.ts';
import { boostOf, type Layout } from './boosts.ts';
import type { PeerIndex } from './filling.ts';
import { type Column, columns, fieldNames, queryTerms } from './texts.ts';

const split = (text: string): string[] => (text === '' ? [] : text.split(' '));
/** More than are shown, so that lists can be merged. */
const listLength = 100;
/** What the first place of a list is worth against later ones when lists are merged (Cormack, Clarke & Büttcher 2009). */
const fusionConstant = 60;

/** Tried on the dev half: resolutions of 1, 9, 32, 200 and 1,000, and contexts of no, one or two neighbours on one or both sides. */
const settings = {
  tokenize: 'strict',
  resolution: 1000,
  context: { depth: 1, bidirectional: false, resolution: 50 },
} as const;

interface List {
  index: Index;
  /** The columns it holds, the weightiest first: FlexSearch scores a term by how early it comes. */
  columns: readonly Column[];
}

/** In lists of one language, what the language that the query is not written in counts. */
const otherLanguageShare = 0.1;

/**
 * One index for everything, one for each language, or one for each field and language; lists of several are merged by
 * reciprocal rank with boosts. `suggest` lets an article miss some of the terms. (Each term searched by itself, articles with
 * more of them first, ranks worse than any of these.)
 */
export function flexSearch(layout: Layout): PeerIndex {
  const slugs: string[] = [];
  const lists = columnsOf(layout).map((held): List => {
    const index = new Index({ ...settings, encode: split });
    return { index, columns: held };
  });
  return {
    add({ slug, terms }) {
      const position = slugs.push(slug) - 1;
      for (const { index, columns: held } of lists)
        index.add(position, held.flatMap((column) => terms[column]).join(' '));
    },
    system: (boosts) => ({
      name: 'FlexSearch',
      search(query) {
        const terms = queryTerms(query, boosts.singleHan);
        const text = terms.join(' ');
        const language = holdsHan(query) ? 'zh' : 'en';
        const found = lists.map(({ index, columns: [first = 'body_zh'] }) => ({
          weight:
            (layout === 'fields' ? boostOf(boosts, first) : 1) * (first.endsWith(language) ? 1 : otherLanguageShare),
          positions: index.search(text, { suggest: true, limit: listLength }) as number[],
        }));
        return merged(found).map((position) => slugs[position] ?? '');
      },
    }),
  };
}

function columnsOf(layout: Layout): Column[][] {
  if (layout === 'fields') return columns.map((column) => [column]);
  const ordered = languages.map((language) => fieldNames.map((field): Column => `${field}_${language}`));
  return layout === 'languages' ? ordered : [ordered.flat()];
}

function merged(lists: readonly { weight: number; positions: readonly number[] }[]): number[] {
  const [only] = lists;
  if (lists.length === 1 && only !== undefined) return only.positions.slice(0, depth);
  const scores = new Map<number, number>();
  for (const { weight, positions } of lists) {
    if (weight === 0) continue;
    positions.forEach((position, index) => {
      scores.set(position, (scores.get(position) ?? 0) + weight / (fusionConstant + index));
    });
  }
  return bestOf(scores);
}

const bestOf = (scores: ReadonlyMap<number, number>): number[] =>
  [...scores]
    .sort((left, right) => right[1] - left[1])
    .slice(0, depth)
    .map(([position]) => position);
