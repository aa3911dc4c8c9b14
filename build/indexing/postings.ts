// The postings of a collection as FlexSearch exports them: for every term, the positions of its articles in 32 slots by
// impact. Collected in two passes over numbers and written as text at once, because adding to an index article by article
// takes ten times as long; a test holds the result against FlexSearch's own export.
import { resolution, slotOfImpact } from '../edition/impact.ts';
import { weigherFor } from './impacts.ts';
import { JsonWriter } from './json-writer.ts';
import type { Occurrences } from './occurrences.ts';

/** What one part holds at most, so that no file of an edition grows without measure: eight bytes of text per posting, 64 MiB. */
const partMax = { terms: 50_000, postings: 2 ** 23 };

/**
 * The parts of an index, each the JSON text of an `IndexPart`, made one after the other. The same articles give the same parts,
 * however the terms are numbered.
 */
export function* indexPartsOf(
  postings: CollectedPostings,
  terms: readonly string[],
  most = partMax,
): Generator<Buffer> {
  const { articles, order, starts } = postings;
  if (articles === 0) return;
  yield Buffer.from(
    JSON.stringify({ key: '1.reg', entries: Array.from({ length: articles }, (_, position) => position) }),
  );
  for (let from = 0, part = 1; from < order.length; part += 1) {
    const size = (to: number): number => (starts[to] as number) - (starts[from] as number);
    let to = from + 1;
    while (to < order.length && to - from < most.terms && size(to + 1) <= most.postings) to += 1;
    yield mapPart(`${part}.map`, postings, { from, to, terms });
    from = to;
  }
}

export interface CollectedPostings {
  /** How many articles there are. */
  articles: number;
  /** Term numbers in the order in which the articles first use them: the numbering of the terms in an edition. */
  order: number[];
  /** For each number of the vocabulary its place in `order`; −1 for terms that no article has. */
  orderOf: Int32Array;
  /** For each place in `order`, where its postings begin; one more at the end. Sorted by slot, then position. */
  starts: Uint32Array;
  slots: Uint8Array;
  positions: Uint32Array;
  /** The languages of each posting, as `sideBits`. */
  sides: Uint8Array;
}

/** Counts, then fills, so that the postings of a term lie together. */
export function collectPostings(articles: readonly Occurrences[], vocabularySize: number): CollectedPostings {
  const { order, orderOf, counts } = ordered(articles, vocabularySize);
  const starts = new Uint32Array(order.length + 1);
  for (let rank = 0; rank < order.length; rank += 1) {
    starts[rank + 1] = (starts[rank] as number) + (counts[rank] as number);
  }
  const total = starts[order.length] ?? 0;
  const slots = new Uint8Array(total);
  const positions = new Uint32Array(total);
  const sides = new Uint8Array(total);
  const next = starts.slice();
  const weigh = weigherFor(articles);
  for (let position = 0; position < articles.length; position += 1) {
    weigh(position, (term, impact, languages) => {
      const rank = orderOf[term] as number;
      const at = next[rank] as number;
      next[rank] = at + 1;
      slots[at] = slotOfImpact(impact);
      positions[at] = position;
      sides[at] = languages;
    });
  }
  const postings = { articles: articles.length, order, orderOf, starts, slots, positions, sides };
  for (let rank = 0; rank < order.length; rank += 1) {
    sortBySlot(postings, starts[rank] as number, starts[rank + 1] as number);
  }
  return postings;
}

/** The terms in use, ranked in the order of first use, and how many articles have each. */
function ordered(
  articles: readonly Occurrences[],
  vocabularySize: number,
): { order: number[]; orderOf: Int32Array; counts: Uint32Array } {
  const order: number[] = [];
  const orderOf = new Int32Array(vocabularySize).fill(-1);
  const counts = new Uint32Array(vocabularySize);
  for (const { terms } of articles) {
    for (let at = 0; at < terms.length; at += 1) {
      const term = terms[at] as number;
      if (at > 0 && term === terms[at - 1]) continue;
      if (orderOf[term] === -1) orderOf[term] = order.push(term) - 1;
      const rank = orderOf[term] as number;
      counts[rank] = (counts[rank] as number) + 1;
    }
  }
  return { order, orderOf, counts };
}

/** `{"key":…,"entries":[["term",[slot,[position,…],slot,[…]]],…]}`, slots ascending, empty ones left out. */
function mapPart(
  key: string,
  { order, starts, slots, positions }: CollectedPostings,
  { from, to, terms }: { from: number; to: number; terms: readonly string[] },
): Buffer {
  const writer = new JsonWriter();
  writer.text(`{"key":${JSON.stringify(key)},"entries":[`);
  for (let rank = from; rank < to; rank += 1) {
    if (rank > from) writer.ascii(',');
    writer.text(`[${JSON.stringify(terms[order[rank] as number])},[`);
    const [start, end] = [starts[rank] as number, starts[rank + 1] as number];
    for (let at = start; at < end; at += 1) {
      const slot = slots[at] as number;
      if (at > start && slot === slots[at - 1]) {
        writer.ascii(',');
      } else {
        if (at > start) writer.ascii('],');
        writer.number(slot);
        writer.ascii(',[');
      }
      writer.number(positions[at] as number);
    }
    writer.ascii(']]]');
  }
  writer.text(']}');
  return writer.bytes();
}

/** For each slot, where its next posting goes. */
const cursors = new Uint32Array(resolution + 1);

/** Sorts the postings of one term by slot; those of one slot stay in order. A counting sort. */
function sortBySlot({ slots, positions, sides }: CollectedPostings, start: number, end: number): void {
  if (end - start < 2) return;
  cursors.fill(0);
  for (let at = start; at < end; at += 1) {
    const after = (slots[at] as number) + 1;
    cursors[after] = (cursors[after] as number) + 1;
  }
  for (let slot = 1; slot <= resolution; slot += 1) {
    cursors[slot] = (cursors[slot] as number) + (cursors[slot - 1] as number);
  }
  const before = {
    slots: slots.slice(start, end),
    positions: positions.slice(start, end),
    sides: sides.slice(start, end),
  };
  for (let at = 0; at < before.slots.length; at += 1) {
    const slot = before.slots[at] as number;
    const to = start + (cursors[slot] as number);
    cursors[slot] = (cursors[slot] as number) + 1;
    slots[to] = slot;
    positions[to] = before.positions[at] as number;
    sides[to] = before.sides[at] as number;
  }
}
