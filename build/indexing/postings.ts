// The postings of a collection as FlexSearch exports them: for every term, the positions of its articles in 32 slots by
// impact. Written directly, in one pass over numbers, because adding to an index article by article takes ten times as
// long; a test holds the result against FlexSearch's own export.
import { resolution, slotOfImpact } from '../edition/impact.ts';
import type { IndexPart, StrippedEntry } from '../edition/search-index.ts';
import { weigherFor } from './impacts.ts';
import type { Occurrences } from './occurrences.ts';

/** Terms in one part at most, so that no file of an edition grows without measure. */
const termsPerPart = 50_000;

/** The parts of the index of `articles[position]`; the same articles give the same parts, however the terms are numbered. */
export function indexPartsOf(articles: readonly Occurrences[], terms: readonly string[]): IndexPart[] {
  if (articles.length === 0) return [];
  const entries = entriesOf(postingsOf(articles, terms.length), terms);
  const parts: IndexPart[] = [{ key: '1.reg', entries: articles.map((_, position) => position) }];
  for (let from = 0; from < entries.length; from += termsPerPart) {
    parts.push({ key: `${parts.length}.map`, entries: entries.slice(from, from + termsPerPart) });
  }
  return parts;
}

interface CollectedPostings {
  /** Term numbers in the order in which the articles first use them. */
  order: number[];
  /** For each of these, where its postings begin; one more at the end. */
  starts: Uint32Array;
  slots: Uint8Array;
  positions: Uint32Array;
}

/** Two passes: count, then fill, so that the postings of a term lie together, positions ascending. */
function postingsOf(articles: readonly Occurrences[], vocabularySize: number): CollectedPostings {
  const weigh = weigherFor(articles);
  const order: number[] = [];
  const rankOf = new Int32Array(vocabularySize).fill(-1);
  const counts: number[] = [];
  for (const { terms } of articles) {
    for (let at = 0; at < terms.length; at += 1) {
      const term = terms[at] ?? 0;
      if (at > 0 && term === terms[at - 1]) continue;
      const rank = rankOf[term] ?? -1;
      if (rank === -1) {
        rankOf[term] = order.push(term) - 1;
        counts.push(1);
      } else {
        counts[rank] = (counts[rank] ?? 0) + 1;
      }
    }
  }
  const starts = new Uint32Array(order.length + 1);
  counts.forEach((count, rank) => {
    starts[rank + 1] = (starts[rank] ?? 0) + count;
  });
  const total = starts[order.length] ?? 0;
  const slots = new Uint8Array(total);
  const positions = new Uint32Array(total);
  const next = starts.slice();
  articles.forEach((article, position) => {
    weigh(article, (term, impact) => {
      const rank = rankOf[term] ?? 0;
      const at = next[rank] ?? 0;
      next[rank] = at + 1;
      slots[at] = slotOfImpact(impact);
      positions[at] = position;
    });
  });
  return { order, starts, slots, positions };
}

function entriesOf({ order, starts, slots, positions }: CollectedPostings, terms: readonly string[]): StrippedEntry[] {
  // Made once: for each slot the positions of the term at hand.
  const bySlot: number[][] = Array.from({ length: resolution }, () => []);
  return order.map((term, rank) => {
    const used: number[] = [];
    for (let at = starts[rank] ?? 0; at < (starts[rank + 1] ?? 0); at += 1) {
      const slot = slots[at] ?? 0;
      const members = bySlot[slot] ?? [];
      if (members.length === 0) used.push(slot);
      members.push(positions[at] ?? 0);
    }
    const pairs: (number | number[])[] = [];
    for (const slot of used.sort((left, right) => left - right)) {
      pairs.push(slot, bySlot[slot] ?? []);
      bySlot[slot] = [];
    }
    return [terms[term] ?? '', pairs];
  });
}
