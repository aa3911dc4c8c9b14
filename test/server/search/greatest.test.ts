import fc from 'fast-check';
import { expect, it } from 'vitest';
import { greatest } from '../../../server/search/greatest.ts';

it('finds of many numbers, equal ones among them, the one that sorting puts in that place', () => {
  const numbers = fc.array(fc.nat(9), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(numbers, fc.nat(59), (values, at) => {
      const rank = (at % values.length) + 1;
      const sorted = [...values].sort((left, right) => right - left);
      expect(greatest(Float32Array.from(values), values.length, rank)).toBe(sorted[rank - 1]);
      // What lies beyond those in use does not count.
      expect(greatest(Float32Array.from([...values, 100, -1]), values.length, rank)).toBe(sorted[rank - 1]);
    }),
    { numRuns: 2000 },
  );
});
