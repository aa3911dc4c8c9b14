// A cache that never holds more than it may, and forgets first what was not used for longest.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoundedCache } from '../../server/bounded-cache.ts';

describe('a bounded cache', () => {
  it('gives back what was put, the last time it was', () => {
    const cache = new BoundedCache<number>(800);
    cache.put('a', 1, 10);
    cache.put('a', 2, 10);
    expect([cache.get('a'), cache.get('b')]).toEqual([2, undefined]);
  });

  it('forgets what was not used for longest', () => {
    const cache = new BoundedCache<string>(800);
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) cache.put(key, key, 100);
    cache.get('a');
    cache.put('i', 'i', 100);
    expect(['a', 'b', 'c', 'i'].map((key) => cache.get(key))).toEqual(['a', undefined, 'c', 'i']);
  });

  it('does not keep what would push out an eighth of everything, nor what stood there before', () => {
    const cache = new BoundedCache<string>(800);
    cache.put('a', 'small', 100);
    cache.put('a', 'large', 101);
    expect(cache.get('a')).toBeUndefined();
  });

  it('keeps as much as there is room for, as a plain list in order of use does', () => {
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
});
