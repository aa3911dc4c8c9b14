// The FlexSearch index of an edition: an impact-ordered posting store. The build fills and exports it, the server imports
// it. Both make it here, with the same resolution and the same encoder, because an export holds no configuration.
import { Index } from 'flexsearch';
import { resolution, slotOfImpact } from './impact.ts';

/** The strength of each term of one article: term → impact, 0 to `impactMax`. */
export type Impacts = ReadonlyMap<string, number>;

/** For each slot, the ascending positions of the articles in it, if any. FlexSearch's own arrays: never to be changed. */
export type Postings = readonly (readonly number[] | null | undefined)[];

/** One part of FlexSearch's export: its key, and what it exported as JSON, as a value and without the null padding. */
export interface IndexPart {
  key: string;
  entries: unknown[];
}

interface IndexSettings {
  encode: (text: string) => string[];
  score?: (content: string[], term: string) => number;
}

/** The index. Both sides analyse texts before they come here (`analyse`), so that its encoder never takes words apart. */
export type SearchIndex = Index;

function createIndex({ encode, score }: IndexSettings): SearchIndex {
  return new Index({
    tokenize: 'strict',
    resolution,
    // A plain function: FlexSearch's own Encoder has a cache that can answer with another text's terms.
    encode,
    ...(score && { score }),
    // Indexes made for fast updates cannot be imported again.
    fastupdate: false,
  });
}

/** Exports an index of `articles[position]`; the same articles give the same parts. */
export function exportIndex(articles: readonly Impacts[]): IndexPart[] {
  let current: Impacts = new Map();
  const index = createIndex({
    encode: () => [...current.keys()],
    score: (_content, term) => slotOfImpact(current.get(term) ?? 0),
  });
  articles.forEach((impacts, position) => {
    current = impacts;
    index.add(position, 'article');
  });
  const parts: IndexPart[] = [];
  index.export((key: string, json: string) => {
    const entries = JSON.parse(json) as unknown[];
    parts.push({ key, entries: isMap(key) ? strip(entries as PaddedEntry[]) : entries });
  });
  return parts;
}

/** An index ready to be asked for postings. */
export function importIndex(parts: readonly IndexPart[]): SearchIndex {
  const index = createIndex({ encode: (term) => [term] });
  // FlexSearch takes the parsed value as well as the text, and parses only the text; its types name only the text.
  const importer: { import(key: string, exported: unknown): void } = index;
  for (const { key, entries } of parts) importer.import(key, isMap(key) ? pad(entries as StrippedEntry[]) : entries);
  return index;
}

/** The postings of one term; empty when no article has it. */
export function postingsOf(index: SearchIndex, term: string): Postings {
  return index.search({ query: term, resolve: false }).result as Postings;
}

/** True for the part that maps terms to slots; the register of positions has no padding. */
const isMap = (key: string): boolean => key.endsWith('map');

type Slots = (number[] | null)[];
type PaddedEntry = [term: string, slots: Slots];
type StrippedEntry = [term: string, slotsAndPositions: (number | number[])[]];

/** Leaves out the empty slots, which are most of an export: `[null, null, [4]]` becomes `[2, [4]]`. */
function strip(entries: readonly PaddedEntry[]): StrippedEntry[] {
  return entries.map(([term, slots]) => [
    term,
    slots.flatMap((positions, slot) => (positions === null ? [] : [slot, positions])),
  ]);
}

function pad(entries: readonly StrippedEntry[]): PaddedEntry[] {
  return entries.map(([term, pairs]) => {
    const slots: Slots = [];
    for (let at = 0; at + 1 < pairs.length; at += 2) {
      const [slot, positions] = pairs.slice(at, at + 2) as [number, number[]];
      while (slots.length < slot) slots.push(null);
      slots.push(positions);
    }
    return [term, slots];
  });
}
