import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecencyMap } from '../../../server/state/recency-map.ts';

const key = fc.constantFrom('a', 'b', 'c', 'd', '__proto__');
const step = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), key, value: fc.integer() }),
  fc.record({ kind: fc.constant('delete' as const), key }),
  fc.record({ kind: fc.constant('use' as const), key }),
);

test('a recency map does what a plain Map does whose keys are deleted before they are set', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const map = new RecencyMap<number>();
      const plain = new Map<string, number>();
      for (const taken of steps) {
        if (taken.kind === 'delete') expect(map.delete(taken.key)).toBe(plain.delete(taken.key));
        else if (taken.kind === 'use') {
          const value = plain.get(taken.key);
          expect(map.use(taken.key)).toBe(value);
          if (plain.delete(taken.key) && value !== undefined) plain.set(taken.key, value);
        } else {
          plain.delete(taken.key);
          plain.set(taken.key, taken.value);
          map.set(taken.key, taken.value);
        }
        const [oldest] = plain;
        expect(map.oldest && [map.oldest.key, map.oldest.value]).toEqual(oldest);
        expect(map.size).toBe(plain.size);
        expect(map.get(taken.key)).toBe(plain.get(taken.key));
        expect(map.has(taken.key)).toBe(plain.has(taken.key));
      }
    }),
    { numRuns: 50 },
  );
});
