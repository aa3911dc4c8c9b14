import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { impactMax, resolution } from '../../../build/edition/impact.ts';
import type { Library } from '../../../server/library.ts';
import { bitsetOf, fullBitset } from '../../../server/search/bitset.ts';
import type { WeightedTerm } from '../../../server/search/query.ts';
import { type RankedCollection, rank } from '../../../server/search/ranking.ts';
import { type Contract, startContract } from '../../contract/contract.ts';
import { manyArticles, vocabulary } from '../../contract/many-articles.ts';

/** A collection as plain data: for each term the slot of every article that has it. */
interface PlainCollection {
  size: number;
  slots: Record<string, Record<number, number>>;
  tieRank: number[];
}

/** The formula of the ranking, written down once more in the simplest way. */
function scoreOf({ size, slots }: PlainCollection, terms: readonly WeightedTerm[], article: number): number {
  return terms.reduce((score, { term, weight }) => {
    const own = slots[term]?.[article];
    if (own === undefined) return score;
    const frequency = Object.keys(slots[term] ?? {}).length;
    const rarity = Math.log(1 + (size - frequency + 0.5) / (frequency + 0.5));
    return score + weight * rarity * ((resolution - own - 0.5) / resolution) * impactMax;
  }, 0);
}

/** Sums of the same parts in another order differ by less than `noise`; the ranking sees differences of this share. */
const noise = 1e-9;
const share = 1e-6;

function expectRanked(order: readonly number[], plain: PlainCollection, terms: readonly WeightedTerm[]): void {
  const scores = order.map((article) => scoreOf(plain, terms, article));
  for (let place = 1; place < order.length; place += 1) {
    const lead = (scores[place - 1] ?? 0) - (scores[place] ?? 0);
    const ranks = [plain.tieRank[order[place - 1] ?? 0] ?? 0, plain.tieRank[order[place] ?? 0] ?? 0] as const;
    expect(lead, `place ${place}: relevance`).toBeGreaterThan(-share * Math.max(1, scores[place] ?? 0));
    if (Math.abs(lead) < noise) expect(ranks[0], `place ${place}: a tie`).toBeLessThan(ranks[1]);
  }
}

const asCollection = ({ size, slots, tieRank }: PlainCollection): RankedCollection => ({
  size,
  tieRank,
  postings(term) {
    const lists: number[][] = [];
    for (const [article, slot] of Object.entries(slots[term] ?? {})) {
      lists[slot] ??= [];
      lists[slot].push(Number(article));
    }
    return lists;
  },
});

const termNames = ['a', 'b', 'c', 'd'] as const;
const collection = fc.integer({ min: 1, max: 40 }).chain((size) =>
  fc.record({
    size: fc.constant(size),
    slots: fc.dictionary(
      fc.constantFrom(...termNames),
      fc.dictionary(fc.integer({ min: 0, max: size - 1 }).map(String), fc.integer({ min: 0, max: resolution - 1 })),
    ),
    tieRank: fc.shuffledSubarray(
      Array.from({ length: size }, (_, place) => place),
      { minLength: size, maxLength: size },
    ),
    allowed: fc.uniqueArray(fc.integer({ min: 0, max: size - 1 })),
  }),
);
const weightedTerms = fc.uniqueArray(
  fc.record({ term: fc.constantFrom(...termNames), weight: fc.constantFrom(0.5, 1, 1.5) }),
  { selector: ({ term }) => term, maxLength: 4 },
);

describe('the ranking', () => {
  it('finds the allowed articles that have any of the terms, each once', () => {
    fc.assert(
      fc.property(collection, weightedTerms, ({ allowed, ...plain }, terms) => {
        const having = allowed.filter((article) =>
          terms.some(({ term }) => plain.slots[term]?.[article] !== undefined),
        );
        const found = rank(terms, asCollection(plain), bitsetOf(allowed, plain.size));
        expect([...found].sort()).toEqual([...having].sort());
      }),
    );
  });

  it('orders them by the sum of weight · rarity · impact, then by the rank of ties', () => {
    fc.assert(
      fc.property(collection, weightedTerms, ({ allowed, ...plain }, terms) => {
        const found = rank(terms, asCollection(plain), bitsetOf(allowed, plain.size));
        expectRanked(found, plain, terms);
      }),
      { numRuns: 500 },
    );
  });

  it('does not let a filter change the order of what passes it', () => {
    fc.assert(
      fc.property(collection, weightedTerms, ({ allowed, ...plain }, terms) => {
        const all = rank(terms, asCollection(plain), fullBitset(plain.size));
        const some = rank(terms, asCollection(plain), bitsetOf(allowed, plain.size));
        expect(some).toEqual(all.filter((article) => allowed.includes(article)));
      }),
    );
  });

  it('sees a tie where equal sums are made of different parts', () => {
    // The impacts of slots 0 and 25, 1 and 24 … add up to the same, in exact arithmetic.
    const pairs = Array.from({ length: 13 }, (_, slot) => [slot, 25 - slot] as const);
    const slots = {
      a: Object.fromEntries(pairs.map(([first], article) => [article, first])),
      b: Object.fromEntries(pairs.map(([, second], article) => [article, second])),
    };
    const plain = { size: 13, slots, tieRank: pairs.map((_, article) => 12 - article) };
    const order = rank(
      termNames.map((term) => ({ term, weight: 1 })),
      asCollection(plain),
      fullBitset(13),
    );
    expect(order).toEqual(pairs.map((_, place) => 12 - place));
  });

  it('counts a rarer term more than a common one of equal impact', () => {
    const plain = { size: 4, slots: { a: { 0: 5, 1: 5, 2: 5 }, b: { 3: 5 } }, tieRank: [0, 1, 2, 3] };
    const terms = termNames.map((term) => ({ term, weight: 1 }));
    expect(rank(terms, asCollection(plain), fullBitset(4))).toEqual([3, 0, 1, 2]);
  });
});

describe('the ranking of a real library', () => {
  let contract: Contract;
  let library: Library;
  beforeAll(async () => {
    contract = await startContract(await manyArticles());
    library = contract.server.shelf.library;
  });
  afterAll(() => contract.server.close());

  /** The same postings as plain data. */
  function plainOf(terms: readonly WeightedTerm[]): PlainCollection {
    const slots: PlainCollection['slots'] = {};
    for (const { term } of terms) {
      const own: Record<number, number> = {};
      library.postings(term).forEach((positions, slot) => {
        for (const position of positions ?? []) own[position] = slot;
      });
      slots[term] = own;
    }
    return { size: library.size, slots, tieRank: [...(library.tieRank as Uint32Array)] };
  }

  it('follows the same formula', () => {
    const words = vocabulary.flat();
    const terms = fc.uniqueArray(
      fc.record({ term: fc.constantFrom(...words, '壶', 'nothing'), weight: fc.constantFrom(0.5, 1, 1.5) }),
      { selector: ({ term }) => term, minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(terms, (asked) => {
        const found = rank(asked, library, fullBitset(library.size));
        const plain = plainOf(asked);
        const having = plain.tieRank.flatMap((_, article) => (scoreOf(plain, asked, article) > 0 ? [article] : []));
        expect([...found].sort()).toEqual(having.sort());
        expectRanked(found, plain, asked);
      }),
      { numRuns: 200 },
    );
  });

  it('breaks ties by confidence, then by id', () => {
    const byTie = library.articles.map((article, position) => ({ article, tie: library.tieRank[position] ?? 0 }));
    byTie.sort((left, right) => left.tie - right.tie);
    const expected = [...library.articles].sort(
      (left, right) => right.confidenceScore - left.confidenceScore || (left.id < right.id ? -1 : 1),
    );
    expect(byTie.map(({ article }) => article.id)).toEqual(expected.map(({ id }) => id));
  });
});
