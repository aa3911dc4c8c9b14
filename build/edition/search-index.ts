// The FlexSearch index. The build adds every article and writes FlexSearch's export; the server imports it and queries one term at
// a time, because a query of several terms would merge their slots regardless of how rare they are.
import { Index } from 'flexsearch';

/** Texts are analysed before they come here (`analyse`), so its encoder never splits words. */
export type SearchIndex = Index;

/** For each slot, its ascending ids, if any. These are FlexSearch's own arrays and must not be changed. */
export type Postings = readonly (readonly number[] | null | undefined)[];

/** One part of FlexSearch's export: its key and its JSON. */
export interface IndexPart {
  key: string;
  entries: unknown[];
}

/** The languages that contain a term, as bits. Keywords and tags belong to neither. */
export const sideBits = { zh: 1, en: 2 } as const;

// An article is added once per combination of languages that its terms occur in, so that a posting tells the language. An id
// encodes the article's position and that combination.
export const idOf = (position: number, sides: number): number => position * 4 + sides;
export const positionOf = (id: number): number => id >>> 2;
export const sidesOf = (id: number): number => id & 3;

/** FlexSearch's resolution: slots 0 (strongest) to 31 (weakest). 32 slots cost nothing measurable; 16 cost .003 of MRR. */
export const resolution = 32;
/** Impacts above this are equally strong. */
export const impactMax = 3.3;

/** The slot of an impact (a term's weight in an article): linear over [0, impactMax]. */
export function slotOfImpact(impact: number): number {
  const level = Math.floor((impact / impactMax) * resolution);
  return resolution - 1 - Math.min(resolution - 1, Math.max(0, level));
}

/** The impact that a slot represents: the middle of its range. */
export function impactOfSlot(slot: number): number {
  return ((resolution - 1 - slot + 0.5) * impactMax) / resolution;
}

/** The input of an index under construction: the distinct terms of the next entry, and the slot of each. */
export interface Weighing {
  terms(): string[];
  slotOf(term: string): number;
}

const nothing: Weighing = { terms: () => [], slotOf: () => 0 };

/** An index without articles. */
export function newIndex({ terms, slotOf }: Weighing = nothing): SearchIndex {
  return new Index({
    tokenize: 'strict',
    resolution,
    // A plain function: the cache of FlexSearch's Encoder can return the terms of another text.
    encode: (text: string) => (text === toBeAdded ? terms() : [text]),
    score: (_terms: string[], term: string) => slotOf(term),
    // Indexes with fastupdate cannot be imported.
    fastupdate: false,
  });
}

/** Added in place of a text: a term contains no line end. */
const toBeAdded = '\n';

/** Adds the current entry of the index's weighing. */
export function addTo(index: SearchIndex, id: number): void {
  index.add(id, toBeAdded);
}

/** The maximum size of JSON that is read and parsed at once, because it blocks the server; a single term may have more. */
const partBytesMax = 2 ** 22;

/** Passes the parts of an index to `each` one after the other, as JSON. */
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

/** Adds a part to the index of `articles` articles. Throws an Error with the fault: FlexSearch itself validates nothing. */
export function importPart(index: SearchIndex, { key, entries }: IndexPart, articles: number): void {
  const isId = (id: unknown): boolean =>
    Number.isInteger(id) && (id as number) >= 0 && positionOf(id as number) < articles;
  if (!/^\d+\.(?:reg|map)$/.test(key)) throw new Error('is no part of an index');
  if (!entries.every(key.endsWith('reg') ? isId : (entry) => isTermEntry(entry, isId)))
    throw new Error('has entries that are no postings of the articles');
  // FlexSearch accepts the parsed value as well as the text; its types have only the text.
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
  throw new Error('this version of FlexSearch keeps its terms elsewhere');
}

/** The postings of one term; empty when no article has it. */
export function postingsOf(index: SearchIndex, term: string): Postings {
  return index.search({ query: term, resolve: false }).result as Postings;
}
