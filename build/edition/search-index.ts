// The FlexSearch index. The build adds every article and writes FlexSearch's export. The server imports the export and queries one
// term at a time, because FlexSearch merges the results of several terms without regard to how rare each term is.
import { Index } from 'flexsearch';

/** A FlexSearch index. Its input is already split into terms by `analyse`, so its encoder splits nothing. */
export type SearchIndex = Index;

/**
 * The postings of one term. A slot is a range of impacts (see `resolution`). The element for a slot lists the articles in which the
 * impact of the term is in that range, as ascending ids (see `idOf`). These are FlexSearch's own arrays and must not be changed.
 */
export type Postings = readonly (readonly number[] | null | undefined)[];

/** One part of FlexSearch's export: its key and its JSON. */
export interface IndexPart {
  key: string;
  entries: unknown[];
}

/** The languages whose text contains a term, as bits. Keywords and tags belong to neither language. */
export const sideBits = { zh: 1, en: 2 } as const;

// A posting must tell the language of the text that contains the term. Therefore an article is added once for each combination of
// languages that some of its terms occur in. An id encodes the article's position and the combination.
export const idOf = (position: number, sides: number): number => position * 4 + sides;
export const positionOf = (id: number): number => id >>> 2;
export const sidesOf = (id: number): number => id & 3;

/**
 * FlexSearch's resolution: slots 0 (strongest) to 31 (weakest). Compared with 16 slots, 32 slots cost no measurable time and gain
 * .003 of MRR.
 */
export const resolution = 32;
/** The highest impact. Any impact above it falls into the strongest slot. */
export const impactMax = 3.3;

/** The slot for an impact, the weight of a term in an article. Slots divide the range from 0 to `impactMax` evenly. */
export function slotOfImpact(impact: number): number {
  const level = Math.floor((impact / impactMax) * resolution);
  return resolution - 1 - Math.min(resolution - 1, Math.max(0, level));
}

/** The impact of all postings in a slot: the middle of the slot's range. */
export function impactOfSlot(slot: number): number {
  return ((resolution - 1 - slot + 0.5) * impactMax) / resolution;
}

/** Supplies an index under construction with the distinct terms of the next entry and the slot of each term. */
export interface Weighing {
  terms(): string[];
  slotOf(term: string): number;
}

const nothing: Weighing = { terms: () => [], slotOf: () => 0 };

/** Creates an empty index. Without a weighing, parts can be imported into it, but no articles can be added. */
export function newIndex({ terms, slotOf }: Weighing = nothing): SearchIndex {
  return new Index({
    tokenize: 'strict',
    resolution,
    // A function instead of FlexSearch's Encoder, whose cache can return the terms of another text.
    encode: (text: string) => (text === toBeAdded ? terms() : [text]),
    score: (_terms: string[], term: string) => slotOf(term),
    // FlexSearch cannot import an index that has fastupdate.
    fastupdate: false,
  });
}

/**
 * Passed to FlexSearch in place of a text; `encode` replaces it by the terms of the weighing. No term contains a line break, so
 * none equals it.
 */
const toBeAdded = '\n';

/** Adds an entry under an id. The index's weighing supplies its terms. */
export function addTo(index: SearchIndex, id: number): void {
  index.add(id, toBeAdded);
}

/**
 * The maximum size of one part of the index in bytes, because parsing its JSON blocks the server. A part with one single term may
 * be larger.
 */
const partBytesMax = 2 ** 22;

/** Exports an index in parts and passes each part, as JSON, to `each`. */
export function exportIndex(index: SearchIndex, each: (part: Buffer) => void): void {
  let number = 0;
  index.export((key: string, json: string | undefined) => {
    if (json === undefined) return;
    const kind = key.slice(key.indexOf('.') + 1);
    let texts: string[] = [];
    let bytes = 0;
    const write = (): void => {
      number += 1;
      each(Buffer.from(`{"key":"${number}.${kind}","entries":[${texts.join(',')}]}`));
      [texts, bytes] = [[], 0];
    };
    for (const entry of JSON.parse(json) as unknown[]) {
      const text = JSON.stringify(entry);
      if (texts.length > 0 && bytes + text.length > partBytesMax) write();
      texts.push(text);
      bytes += text.length;
    }
    write();
  });
}

/**
 * Imports one part into an index of `articles` articles. Throws an Error that states the fault, because FlexSearch validates
 * nothing.
 */
export function importPart(index: SearchIndex, { key, entries }: IndexPart, articles: number): void {
  const isId = (id: unknown): boolean =>
    Number.isInteger(id) && (id as number) >= 0 && positionOf(id as number) < articles;
  if (!/^\d+\.(?:reg|map)$/.test(key)) throw new Error('the key is not that of an index part');
  if (!entries.every(key.endsWith('reg') ? isId : (entry) => isTermEntry(entry, isId)))
    throw new Error('an entry is not a posting of one of the articles');
  // FlexSearch also accepts the parsed value, although its types allow only the text.
  const importer: { import(key: string, exported: unknown): void } = index;
  importer.import(key, entries);
}

function isTermEntry(entry: unknown, isId: (id: unknown) => boolean): boolean {
  if (!Array.isArray(entry) || entry.length !== 2) return false;
  const [term, slots]: unknown[] = entry;
  if (typeof term !== 'string' || !Array.isArray(slots) || slots.length > resolution) return false;
  return slots.every((ids) => ids === null || (Array.isArray(ids) && ids.every(isId)));
}

/** The terms of an index, in the order in which they were added. */
export function termsOf(index: SearchIndex): string[] {
  if ('map' in index && index.map instanceof Map) return [...index.map.keys()];
  throw new Error('this version of FlexSearch does not store its terms in `map`');
}

/** The postings of one term; empty when no article has it. */
export function postingsOf(index: SearchIndex, term: string): Postings {
  return index.search({ query: term, resolve: false }).result as Postings;
}
