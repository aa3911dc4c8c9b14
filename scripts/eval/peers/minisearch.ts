// MiniSearch as its documentation recommends it for ranking: BM25+ over fields with boosts, terms joined by OR.
import { depth } from '../metrics.ts';
import { boostOf } from './boosts.ts';
import type { PeerIndex } from './filling.ts';
import { peerModule } from './installed.ts';
import { columns, queryTerms } from './texts.ts';

/** What is used of MiniSearch 7. */
interface MiniSearchModule {
  new (options: Options): Filled;
  loadJSON(json: string, options: Options): Filled;
}

interface Options {
  fields: readonly string[];
  idField: string;
  tokenize: (text: string) => string[];
  processTerm: (term: string) => string;
}

interface Filled {
  add(document: Record<string, string>): void;
  search(query: string, options: object): { id: string }[];
}

/** `saved` is the JSON text that an earlier one was kept as. */
export function miniSearch(saved?: string): PeerIndex & { saved(): string } {
  const MiniSearch = peerModule<MiniSearchModule>('minisearch');
  const split = (text: string): string[] => (text === '' ? [] : text.split(' '));
  const options = { fields: columns, idField: 'slug', tokenize: split, processTerm: (term: string) => term };
  const index = saved === undefined ? new MiniSearch(options) : MiniSearch.loadJSON(saved, options);
  return {
    saved: () => JSON.stringify(index),
    add({ slug, terms }) {
      index.add({ slug, ...Object.fromEntries(columns.map((column) => [column, terms[column].join(' ')])) });
    },
    system(boosts) {
      const used = columns.filter((column) => boostOf(boosts, column) > 0);
      const boost = Object.fromEntries(used.map((column) => [column, boostOf(boosts, column)]));
      const bm25 = { k: boosts.k ?? 1.2, b: boosts.b ?? 0.7, d: boosts.d ?? 0.5 };
      const options = { fields: used, boost, combineWith: 'OR', prefix: false, fuzzy: false, bm25 };
      return {
        name: 'MiniSearch',
        search: (query) =>
          index
            .search(queryTerms(query, boosts.singleHan).join(' '), options)
            .slice(0, depth)
            .map(({ id }) => id),
      };
    },
  };
}
