import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  asSearched,
  isAsked,
  type PageSearch,
  pageSearchPath,
  readPageSearch,
  searchOf,
} from '../../../build/edition/page-search.ts';
import { defaultSite, domainIds } from '../../../build/edition/site-settings.ts';
import { languages, riskLevels, verificationStatuses } from '../../../build/edition/vocabulary.ts';

const domains = domainIds(defaultSite);

const readPath = (path: string): PageSearch => {
  const { searchParams } = new URL(path, 'http://stele.example');
  return readPageSearch((name) => searchParams.get(name), defaultSite.domains);
};
const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined });
const searches = fc
  .record({
    q: maybe(fc.string({ unit: 'binary', minLength: 1 }).map(asSearched)).map((q) => q || undefined),
    domain: maybe(fc.constantFrom(...domains)),
    status: maybe(fc.constantFrom(...verificationStatuses)),
    maxRisk: maybe(fc.constantFrom(...riskLevels)),
    minConfidence: maybe(fc.integer({ min: 0, max: 100 })),
    page: maybe(fc.integer({ min: 2, max: 1_000_000 })),
  })
  .map(searchOf);

describe('the address of a search', () => {
  it('is read back as the search that it was made from', () => {
    fc.assert(
      fc.property(searches, fc.constantFrom(...languages), (search, language) => {
        const path = pageSearchPath(search, language);
        expect(path).toMatch(new RegExp(`^/${language}/(?:\\?[\\w%.!~*'()&=-]+)?$`));
        expect(readPath(path)).toEqual(search);
      }),
    );
  });

  it('is read without its invalid parameters', () => {
    const nothing = ['', '?q=', '?q=%20%E3%80%80', '?domain=nowhere', '?status=', '?maxRisk=huge', '?page=2'];
    for (const query of [...nothing, '?minConfidence=101', '?minConfidence=-1', '?minConfidence=1e1']) {
      expect(isAsked(readPath(`/en/${query}`)), query).toBe(false);
    }
    expect(readPath('/en/?q=%EF%BC%A1%00b&page=1&minConfidence=0')).toEqual({ q: 'A b', minConfidence: 0 });
  });
});

it('typed input is normalised to NFKC without control characters, and cut at 4,096 characters', () => {
  expect(asSearched(' ＡＢＣ\u0000\n')).toBe('ABC');
  expect(asSearched('茶'.repeat(4100))).toBe('茶'.repeat(4096));
  expect([...asSearched('𠮷'.repeat(4100))]).toHaveLength(4096);
  expect(asSearched('a\ud800b')).toBe('a b');
});
