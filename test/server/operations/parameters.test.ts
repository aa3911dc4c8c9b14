import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryLengthMax } from '../../../build/edition/page-search.ts';
import { defaultSite } from '../../../build/edition/site-settings.ts';
import { operationOf } from '../../../server/operations/operation.ts';
import { page, pageSize, parameterSynonyms, queryText, valueSynonyms } from '../../../server/operations/parameters.ts';
import { operations } from '../../../server/operations/table.ts';

describe('page and pageSize', () => {
  it.each(['', ' 1', '1 ', '+1', '01', '1.0', '1e1', '0x1', '١', '１', '1_0', 'one', '99999999999999999999', 'NaN'])(
    'refuse %j',
    (text) => {
      expect(page.safeParse(text).success).toBe(false);
      expect(pageSize.safeParse(text).success).toBe(false);
    },
  );
});

describe('q', () => {
  it('is normalised to NFKC and trimmed, and may then have 1 to 4,096 characters', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 4200 }),
      fc
        .tuple(fc.constantFrom('茶', 'ﬃ', '😀', 'é', ' '), fc.integer({ min: 0, max: 4200 }))
        .map(([c, n]) => c.repeat(n)),
    );
    fc.assert(
      fc.property(text, (given) => {
        const normal = given.normalize('NFKC').trim();
        const isAllowed = normal !== '' && Array.from(normal).length <= queryLengthMax;
        expect(queryText.safeParse(given).data).toBe(isAllowed ? normal : undefined);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a synonym of a parameter or value', () => {
  const shapes = operations.map((operation) => operationOf(operation, defaultSite).input.shape);
  const schemasNamed = (name: string) => shapes.flatMap((shape) => (name in shape ? [shape[name]] : []));

  it('never equals an existing parameter', () => {
    for (const written of Object.keys(parameterSynonyms)) expect(schemasNamed(written), written).toEqual([]);
  });

  it('always means an existing parameter', () => {
    for (const meant of Object.values(parameterSynonyms)) expect(schemasNamed(meant).length, meant).toBeGreaterThan(0);
  });

  it('always means an allowed value, and is never an allowed value itself', () => {
    for (const [parameter, values] of Object.entries(valueSynonyms)) {
      const schemas = schemasNamed(parameter);
      expect(schemas.length, parameter).toBeGreaterThan(0);
      for (const [written, meant] of Object.entries(values)) {
        for (const schema of schemas) {
          expect(schema?.safeParse(meant).success, meant).toBe(true);
          expect(schema?.safeParse(written).success, written).toBe(false);
        }
        expect(written).toBe(written.toLowerCase());
      }
    }
  });
});
