// What articles teach about words of the same meaning, held against the definition written down in the plainest way.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Vocabulary } from '../../../build/indexing/occurrences.ts';
import { type Parallel, packParallels } from '../../../build/indexing/parallels.ts';
import { translationsOf } from '../../../build/indexing/translations.ts';

const chinese = ['茶壶', '漏水', '壶盖', '清洗', '煮沸'] as const;
const english = ['teapot', 'drip', 'lid', 'clean', 'boil', 'the'] as const;
/** The numbers of the terms in the collection. */
const collection: readonly string[] = [...english, ...chinese];

const parallel = fc.record({
  zh: fc.uniqueArray(fc.constantFrom(...chinese), { minLength: 1 }),
  en: fc.uniqueArray(fc.constantFrom(...english), { minLength: 1 }),
});
const articles = fc.array(fc.array(parallel, { maxLength: 8 }), { maxLength: 4 });

/** As `from>to`, with the coefficient in thousandths */
function learned(all: readonly Parallel[][], known: readonly string[] = collection): string[] {
  const vocabulary = new Vocabulary();
  const packed = all.map((own) => packParallels(own, vocabulary));
  const orderOf = Int32Array.from(vocabulary.terms, (term) => known.indexOf(term));
  return translationsOf(packed, orderOf).map(
    ({ from, to, dice }) => `${known[from]}>${known[to]} ${Math.round(dice * 1000)}`,
  );
}

/** dice = 2·n(z, e) / (n(z) + n(e)) from .25 and three common texts; the best two of a Chinese term, four of an English one. */
function expected(all: readonly Parallel[][], known: readonly string[]): string[] {
  const texts = all.flat();
  const count = (...terms: string[]): number =>
    texts.filter(({ zh, en }) => terms.every((term) => zh.includes(term) || en.includes(term))).length;
  const best = (from: string, others: readonly string[], most: number): string[] =>
    others
      .filter((to) => known.includes(to) && count(from, to) >= 3)
      .map((to) => ({ to, dice: (2 * count(from, to)) / (count(from) + count(to)) }))
      .filter(({ dice }) => dice >= 0.25)
      .sort((left, right) => right.dice - left.dice || known.indexOf(left.to) - known.indexOf(right.to))
      .slice(0, most)
      .map(({ to, dice }) => `${from}>${to} ${Math.round(dice * 1000)}`);
  return known.flatMap((term) =>
    english.some((word) => word === term) ? best(term, chinese, 4) : best(term, english, 2),
  );
}

const times = (count: number, zh: string[], en: string[]): Parallel[] => Array(count).fill({ zh, en });

describe('the translations that articles teach', () => {
  it('are those of the definition, each term’s best first, in the order of the terms', () => {
    let found = 0;
    fc.assert(
      fc.property(articles, fc.shuffledSubarray([...collection, 'strange', '陌生']), (all, missing) => {
        const known = collection.filter((term) => !missing.slice(0, 2).includes(term));
        // However the vocabulary numbers the terms.
        const translations = learned(all, known);
        expect(translations).toEqual(expected(all, known));
        found += translations.length;
      }),
      { numRuns: 200 },
    );
    expect(found).toBeGreaterThan(100);
  });

  it('need three texts in common, in whichever articles', () => {
    expect(learned([times(2, ['茶壶'], ['teapot'])])).toEqual([]);
    const both = ['teapot>茶壶 1000', '茶壶>teapot 1000'];
    expect(learned([times(3, ['茶壶'], ['teapot'])])).toEqual(both);
    expect(learned([times(2, ['茶壶'], ['teapot']), times(1, ['茶壶'], ['teapot'])])).toEqual(both);
  });

  it('are sure by a quarter at least', () => {
    const others = (count: number): Parallel[] => times(count, ['漏水'], ['the']);
    expect(learned([[...times(3, ['茶壶'], ['the']), ...others(18)]])).toContain('茶壶>the 250');
    expect(learned([[...times(3, ['茶壶'], ['the']), ...others(19)]])).not.toContain('茶壶>the 240');
  });

  it('are none of a term that no article is found by', () => {
    expect(learned([times(3, ['茶壶'], ['teapot'])], ['茶壶'])).toEqual([]);
  });
});
