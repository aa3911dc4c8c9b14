// The FlexSearch index of a collection: every article added with its terms, each in the slot of its impact.
import { addTo, idOf, newIndex, type SearchIndex, slotOfImpact } from '../edition/search-index.ts';
import { weigherFor } from './impacts.ts';
import type { Occurrences } from './occurrences.ts';

export interface IndexedArticles {
  index: SearchIndex;
  /** Term numbers in the order in which the index has them: the numbering of the terms in an edition. */
  order: number[];
  /** For each number of the vocabulary its place in `order`; −1 for terms that no article has. */
  orderOf: Int32Array;
}

/** `terms` are what occurrences refer to by number. The same articles give the same index, however their terms are numbered. */
export function indexArticles(articles: readonly Occurrences[], terms: readonly string[]): IndexedArticles {
  const order: number[] = [];
  const orderOf = new Int32Array(terms.length).fill(-1);
  const slots = new Map<string, number>();
  const index = newIndex({ terms: () => [...slots.keys()], slotOf: (term) => slots.get(term) ?? 0 });
  const weigh = weigherFor(articles);
  for (let position = 0; position < articles.length; position += 1) {
    const bySides: [term: number, impact: number][][] = [[], [], [], []];
    weigh(position, (term, impact, sides) => bySides[sides]?.push([term, impact]));
    bySides.forEach((found, sides) => {
      slots.clear();
      for (const [term, impact] of found) {
        slots.set(terms[term] as string, slotOfImpact(impact));
        if (orderOf[term] === -1) orderOf[term] = order.push(term) - 1;
      }
      addTo(index, idOf(position, sides));
    });
  }
  return { index, order, orderOf };
}
