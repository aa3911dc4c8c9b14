import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { impactMax, slotOfImpact } from '../../../build/edition/impact.ts';
import {
  exportIndex,
  type Impacts,
  type IndexPart,
  importIndex,
  postingsOf,
  type SearchIndex,
} from '../../../build/edition/search-index.ts';

/** What the index says about a term: `slot:position` in order. */
function postings(index: SearchIndex, term: string): string[] {
  return postingsOf(index, term).flatMap((positions, slot) =>
    (positions ?? []).map((position) => `${slot}:${position}`),
  );
}
/** The same, from the impacts themselves. */
function expected(articles: readonly Impacts[], term: string): string[] {
  return articles
    .flatMap((impacts, position) => {
      const impact = impacts.get(term);
      return impact === undefined ? [] : [{ slot: slotOfImpact(impact), position }];
    })
    .sort((left, right) => left.slot - right.slot || left.position - right.position)
    .map(({ slot, position }) => `${slot}:${position}`);
}
/** As it is stored: JSON on a disk. */
const stored = (parts: readonly IndexPart[]): IndexPart[] => JSON.parse(JSON.stringify(parts));

const term = fc.oneof(
  fc.constantFrom(
    'tea',
    'pot',
    '茶',
    '茶壶',
    'c++',
    '-32601',
    '404',
    '__proto__',
    'constructor',
    'toString',
    'null',
    '0',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 64 }),
);
const impact = fc.double({ min: 0, max: 2 * impactMax, noNaN: true });
const articles = fc.array(
  fc.array(fc.tuple(term, impact), { maxLength: 12 }).map((pairs): Impacts => new Map(pairs)),
  { maxLength: 30 },
);

describe('an exported index', () => {
  it('gives back every impact as its slot, and nothing for other terms', () => {
    fc.assert(
      fc.property(articles, (all) => {
        const index = importIndex(stored(exportIndex(all)));
        const terms = new Set(all.flatMap((impacts) => [...impacts.keys()]));
        for (const known of terms) expect(postings(index, known)).toEqual(expected(all, known));
        expect(postings(index, 'no article has this')).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('gives back every article of a term that thousands have', () => {
    const all = Array.from(
      { length: 3000 },
      (_, at): Impacts =>
        new Map([
          ['tea', (at % 33) / 10],
          [`only ${at}`, 1],
        ]),
    );
    const index = importIndex(stored(exportIndex(all)));
    expect(postings(index, 'tea')).toEqual(expected(all, 'tea'));
    expect(postings(index, 'only 2999')).toEqual(expected(all, 'only 2999'));
  });

  it('is the same for the same articles', () => {
    fc.assert(
      fc.property(articles, (all) => {
        expect(exportIndex(all)).toEqual(exportIndex(all));
      }),
      { numRuns: 50 },
    );
  });

  it('of no article, or of articles without terms, answers nothing', () => {
    expect(postings(importIndex(stored(exportIndex([]))), 'tea')).toEqual([]);
    expect(postings(importIndex(stored(exportIndex([new Map(), new Map()]))), 'tea')).toEqual([]);
  });

  it('holds no empty slot', () => {
    expect(JSON.stringify(exportIndex([new Map([['tea', 0.2]])]))).not.toContain('null');
  });
});
