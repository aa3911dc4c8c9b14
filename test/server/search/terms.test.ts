import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { impactOfSlot } from '../../../build/edition/impact.ts';
import { postingsOf } from '../../../build/edition/search-index.ts';
import { frequencyOf, impacts, inverseDocumentFrequency, openTerms } from '../../../server/search/terms.ts';
import { viewTerms } from '../../../server/search/viewed-index.ts';
import { collectionOf } from './collections.ts';

const words = ['tea', 'pot', 'the', 'dock.setMenu', '__proto__', 'constructor', '茶', '茶壶', 'null', '0'];
const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 }).map((some) => some.join(' '));
const side = fc.record({ title: text, body: text });
const articles = fc.array(fc.record({ zh: side, en: side }), { maxLength: 12 });

describe('the terms of an index as typed arrays', () => {
  it('have the postings that FlexSearch answers, term by term, strongest first', () => {
    fc.assert(
      fc.property(articles, (plain) => {
        const { index, names } = collectionOf(plain);
        const { starts, positions, slots, numberOf } = openTerms(viewTerms(index, names));
        expect(starts[0]).toBe(0);
        expect(positions.length).toBe(starts[names.length]);
        names.forEach((name, term) => {
          expect(numberOf(name)).toBe(term);
          const own = Array.from(positions.subarray(starts[term], starts[term + 1]), (position, at) => ({
            position,
            slot: slots[(starts[term] as number) + at],
          }));
          const answered = postingsOf(index, name).flatMap((inSlot, slot) =>
            (inSlot ?? []).map((position) => ({ position, slot })),
          );
          expect(own).toEqual(answered);
          expect(frequencyOf({ names, starts, positions, slots, numberOf }, term)).toBe(answered.length);
        });
      }),
      { numRuns: 300 },
    );
  });

  it('have every posting of a term that thousands of articles have', () => {
    const plain = Array.from({ length: 3000 }, (_, at) => ({ zh: { title: '茶' }, en: { title: `tea ${at}` } }));
    const { index, names } = collectionOf(plain);
    const terms = openTerms(viewTerms(index, names));
    const tea = terms.numberOf('tea') ?? -1;
    const positions = terms.positions.subarray(terms.starts[tea], terms.starts[tea + 1]);
    expect([...positions].sort((left, right) => left - right)).toEqual(plain.map((_, at) => at));
  });

  it('have no number for what is no term, and no frequency for what only headlines have', () => {
    const { collection } = collectionOf([{ zh: { title: '茶' }, en: { title: 'tea', headings: ['the pot'] } }]);
    expect(collection.terms.numberOf('toString')).toBeUndefined();
    expect(collection.terms.numberOf('the')).toBeUndefined();
    const the = collection.numberOf('the') ?? -1;
    expect(the).toBe(collection.terms.names.length);
    expect(frequencyOf(collection.terms, the)).toBe(0);
  });

  it('have an impact for each of their slots', () => {
    expect(impacts).toHaveLength(32);
    impacts.forEach((impact, slot) => {
      expect(impact).toBe(impactOfSlot(slot));
    });
  });
});

describe('the inverse document frequency', () => {
  it('is ln(1 + (N − df + ½) / (df + ½))', () => {
    expect(inverseDocumentFrequency(10, 0)).toBeCloseTo(Math.log(22), 12);
    expect(inverseDocumentFrequency(10, 1)).toBeCloseTo(Math.log(22 / 3), 12);
    expect(inverseDocumentFrequency(10, 10)).toBeCloseTo(Math.log(22 / 21), 12);
  });

  it('is positive, and greater for the rarer of two terms', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.nat(), (size, some) => {
        const frequency = some % size;
        const rarer = inverseDocumentFrequency(size, frequency);
        const commoner = inverseDocumentFrequency(size, frequency + 1);
        expect(commoner).toBeGreaterThan(0);
        expect(rarer).toBeGreaterThan(commoner);
      }),
    );
  });
});
