// The best by their evidence, held against adding up all of it and sorting.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneOf, type Random, randomFrom } from '../../../scripts/eval/random.ts';
import { accumulate, accumulator } from '../../../server/search/accumulator.ts';
import { roomFor } from '../../../server/search/best.ts';
import { bitsetOf, has } from '../../../server/search/bitset.ts';
import type { Collection } from '../../../server/search/collection.ts';
import { estimate, estimatesOf } from '../../../server/search/estimates.ts';
import { type Evidence, evidenceFor } from '../../../server/search/evidence.ts';
import { openMerged } from '../../../server/search/merged.ts';
import { openPool } from '../../../server/search/pool.ts';
import { readQuery } from '../../../server/search/query.ts';
import { collectionOf, type PlainArticle } from './collections.ts';

const words = ['tea', 'pot', 'lid', 'teapotLid', 'set', 'spout', '茶', '茶壶', '壶盖', '水', '壶嘴', 'kettle'];
const taught: [zh: string, en: string][] = [
  ['茶壶', 'teapot'],
  ['茶壶', 'kettle'],
  ['壶盖', 'lid'],
  ['壶嘴', 'spout'],
];

const textOf = (count: number, random: Random): string =>
  Array.from({ length: count }, () => oneOf(words, random)).join(' ');

/** Every seventh article is like another; some have words that most have not. */
function manyArticles(count: number, random: Random): PlainArticle[] {
  return Array.from({ length: count }, (_, at) => ({
    zh: { title: textOf(1, random), body: textOf(Math.floor(random() ** 3 * 12), random) },
    en: { title: at % 7 === 0 ? 'tea' : textOf(2, random), body: at % 40 === 0 ? 'kettle spout rare' : 'tea' },
    parallels: random() < 0.3 ? [oneOf(taught, random)] : [],
  }));
}

const { collection } = collectionOf(manyArticles(900, randomFrom('pool')));
const findPool = openPool(collection);
const queries = fc
  .array(fc.constantFrom(...words, 'rare', 'spuot', 'kett'), { minLength: 1, maxLength: 6 })
  .map((some) => evidenceFor(readQuery(some.join(' ')), collection).evidence);
const everyNth = fc.integer({ min: 1, max: 60 });

/** The score of everything that matches. */
function scoresOf(evidence: readonly Evidence[], { size }: Collection): Map<number, number> {
  const scratch = accumulator(size);
  accumulate(evidence, collection, scratch);
  const found = [...scratch.touched.subarray(0, scratch.met)];
  return new Map(found.map((position) => [position, scratch.scores[position] as number]));
}

describe('the best by their evidence', () => {
  it('are those that adding up all evidence and sorting gives, with their scores, whatever is allowed', () => {
    fc.assert(
      fc.property(queries, everyNth, fc.constantFrom(1, 7, 200), (evidence, nth, capacity) => {
        const allowed = bitsetOf(
          Array.from({ length: collection.size }, (_, position) => position).filter((position) => position % nth === 0),
          collection.size,
        );
        const kept = roomFor(capacity, collection.tieRank);
        const total = findPool(evidence, allowed, kept);
        const expected = [...scoresOf(evidence, collection)]
          .filter(([position]) => has(allowed, position))
          .map(([position, score]) => ({ position, score: Math.fround(score) }))
          .sort((left, right) => right.score - left.score || left.position - right.position);
        const found = [...kept.positions.subarray(0, kept.size)].map((position, at) => ({
          position,
          score: kept.scores[at] as number,
        }));
        found.sort((left, right) => right.score - left.score || left.position - right.position);
        expect(total).toBe(expected.length);
        expect(found).toEqual(expected.slice(0, capacity));
      }),
      { numRuns: 400 },
    );
  });

  it('are found by estimates that are never too low, and too high by no more than is said', () => {
    const estimates = estimatesOf(collection);
    fc.assert(
      fc.property(queries, (evidence) => {
        const excess = estimate(evidence, collection, estimates);
        const scores = scoresOf(evidence, collection);
        const most = evidence.reduce(
          (sum, own) => sum + 3.25 * Math.max(...own.alternatives.map(({ gain }) => gain)),
          0,
        );
        // The number that scores are multiplied with lies near this one: impacts end below 3.3.
        const scale = (65_535 - 3 * evidence.length) / most;
        estimates.sums.forEach((sum, position) => {
          const score = scores.get(position) ?? 0;
          expect(sum > 0).toBe(score > 0);
          expect(sum).toBeGreaterThanOrEqual(score * scale * 0.99);
          expect(sum).toBeLessThanOrEqual(score * scale * 1.01 + excess);
        });
        estimates.sums.fill(0);
      }),
      { numRuns: 15 },
    );
  });
});

it('a word and its translations are merged alike when there was no room to keep them', () => {
  const [all, none] = [openMerged(collection), openMerged(collection, 0)];
  const asked = ['茶壶', 'lid', 'spout', '茶壶', 'lid'].flatMap(
    (word) => evidenceFor(readQuery(word), collection).evidence,
  );
  const whole = asked.filter(({ whole: term, alternatives }) => term !== undefined && alternatives.length > 1);
  expect(whole.length).toBeGreaterThan(2);
  for (const evidence of whole) {
    const merged = all(evidence);
    expect(none(evidence)).toEqual(merged);
    expect(all(evidence)).toBe(merged);
    expect(new Set(merged.positions).size).toBe(merged.positions.length);
  }
});
