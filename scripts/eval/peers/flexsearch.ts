// FlexSearch by itself, with our terms: what one gets from it without impacts and a ranking of one's own.
import { Index } from 'flexsearch';
import { languages } from '../../../build/edition/vocabulary.ts';
import { depth } from '../metrics.ts';
import type { PeerIndex } from './filling.ts';
import { type Column, fieldNames, queryTerms } from './texts.ts';

/** The best on the dev half among resolutions of 1, 9, 32, 200 and 1,000, and contexts of no, one or two neighbours. */
const settings = {
  tokenize: 'strict',
  resolution: 1000,
  context: { depth: 1, bidirectional: false, resolution: 50 },
} as const;

/** More than are shown, as when its settings were chosen. */
const listLength = 100;

/** The weightiest fields first: FlexSearch scores a term by how early it comes. */
const ordered = languages.flatMap((language) => fieldNames.map((field): Column => `${field}_${language}`));

/**
 * One index of everything, which ranks better than one for each language or field. `suggest` lets an article miss some of the
 * terms. (Each term searched by itself, articles with more of them first, ranks worse.)
 */
export function flexSearch(): PeerIndex {
  const slugs: string[] = [];
  const index = new Index({ ...settings, encode: (text: string) => (text === '' ? [] : text.split(' ')) });
  return {
    add({ slug, terms }) {
      index.add(slugs.push(slug) - 1, ordered.flatMap((column) => terms[column]).join(' '));
    },
    system: ({ singleHan }) => ({
      name: 'FlexSearch',
      search(query) {
        const text = queryTerms(query, singleHan).join(' ');
        const found = index.search(text, { suggest: true, limit: listLength }) as number[];
        return found.slice(0, depth).map((position) => slugs[position] ?? '');
      },
    }),
  };
}
