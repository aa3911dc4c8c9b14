// What comes first by headlines, too, when most headlines are not looked at, and when all are.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneOf, randomFrom } from '../../../scripts/eval/random.ts';
import { bestFirst, roomFor, type Scored } from '../../../server/search/best.ts';
import { fullBitset } from '../../../server/search/bitset.ts';
import { evidenceFor } from '../../../server/search/evidence.ts';
import { addBonuses, findFirst } from '../../../server/search/first-places.ts';
import { bonusMost, headlineBonus, headlineQuery } from '../../../server/search/headline-bonus.ts';
import { findReach, headlineScratch, reachAt } from '../../../server/search/headline-reach.ts';
import { openPool } from '../../../server/search/pool.ts';
import { readQuery } from '../../../server/search/query.ts';
import { collectionOf } from './collections.ts';

const words = ['tea', 'pot', 'lid', 'the', 'what', 'teapotLid', '茶', '茶壶', '壶盖', '水', 'transports'];
const random = randomFrom('first places');
const some = (count: number): string => Array.from({ length: count }, () => oneOf(words, random)).join(' ');
const { collection } = collectionOf(
  Array.from({ length: 700 }, () => ({
    zh: { title: some(2), headings: [some(1), some(3)], items: [some(2)] },
    en: { title: some(1), headings: random() < 0.4 ? [some(2), some(4)] : [], body: some(4) },
    name: some(1),
  })),
);
const most = 200;
const headlines = { collection, scratch: headlineScratch(collection, most) };
const findPool = openPool(collection);
const queries = fc
  .array(fc.constantFrom(...words, 'trasnports', 'tran', 'teh', '盖'), { minLength: 1, maxLength: 5 })
  .map((asked) => readQuery(asked.join(' ')));

const inOrder = (members: Scored): number[] => {
  const { size } = members;
  const next = bestFirst(members);
  return Array.from({ length: size }, next);
};

describe('the first places', () => {
  it('are those that the bonus of every article gives', () => {
    fc.assert(
      fc.property(queries, fc.constantFrom(1, 5, 20), (query, count) => {
        const { evidence, near } = evidenceFor(query, collection);
        const asked = headlineQuery(query, near, collection);
        const kept = roomFor(most, collection.tieRank);
        findPool(evidence, fullBitset(collection.size), kept);
        fc.pre(kept.size > count);
        const first = roomFor(count, collection.tieRank);
        findFirst({ kept, first, likely: roomFor(count, collection.tieRank) }, asked, headlines);
        addBonuses(kept, asked, headlines);
        expect(inOrder(first)).toEqual(inOrder(kept).slice(0, count));
      }),
      { numRuns: 300 },
    );
  });

  it('leave out no article whose headlines could be worth as much as it reaches', () => {
    fc.assert(
      fc.property(queries, fc.nat(collection.size - 1), (query, from) => {
        const { near } = evidenceFor(query, collection);
        const asked = headlineQuery(query, near, collection);
        const size = Math.min(most, collection.size - from);
        const positions = Uint32Array.from({ length: size }, (_, at) => from + at);
        findReach(asked, { positions, size }, headlines);
        for (let place = 0; place < size; place += 1) {
          const bonus = headlineBonus(asked, { position: positions[place] as number, place }, headlines);
          expect(bonusMost(asked, reachAt(place, headlines))).toBeGreaterThanOrEqual(bonus);
        }
      }),
      { numRuns: 100 },
    );
  });
});
