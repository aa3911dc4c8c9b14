// A cache that never holds more than it may, and forgets first what was not used for longest.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BoundedCache } from '../../server/bounded-cache.ts';

it('keeps what a plain list in order of use keeps: the most recent, and nothing above an eighth of the bound', () => {
  const use = fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    bytes: fc.integer({ min: 1, max: 12 }),
  });
  fc.assert(
    fc.property(fc.array(use), fc.array(fc.boolean()), (uses, isPut) => {
      const bytesMax = 24;
      const cache = new BoundedCache<number>(bytesMax);
      let oracle: { key: string; value: number; bytes: number }[] = [];
      uses.forEach(({ key, bytes }, value) => {
        const known = oracle.find((entry) => entry.key === key);
        const others = oracle.filter((entry) => entry !== known);
        if (isPut[value] !== true) {
          expect(cache.get(key)).toBe(known?.value);
          if (known !== undefined) oracle = [...others, known];
          return;
        }
        cache.put(key, value, bytes);
        oracle = bytes > bytesMax / 8 ? others : [...others, { key, value, bytes }];
        while (oracle.reduce((sum, entry) => sum + entry.bytes, 0) > bytesMax) oracle.shift();
      });
    }),
  );
});
