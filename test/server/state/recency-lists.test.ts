import fc from 'fast-check';
import { expect, test } from 'vitest';
import { none, RecencyLists } from '../../../server/state/recency-lists.ts';

const [lists, places] = [3, 6];
const place = fc.integer({ min: 0, max: places - 1 });
const step = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), place, list: fc.integer({ min: 0, max: lists - 1 }) }),
  fc.record({ kind: fc.constant('remove' as const), place, list: fc.constant(none) }),
);

test('recency lists do what plain arrays do that a place leaves before it is put at the end of one', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const tested = new RecencyLists(lists, places);
      const plain = Array.from({ length: lists }, (): number[] => []);
      for (const taken of steps) {
        for (const list of plain) if (list.includes(taken.place)) list.splice(list.indexOf(taken.place), 1);
        if (taken.kind === 'remove') tested.remove(taken.place);
        else {
          tested.put(taken.place, taken.list);
          plain[taken.list]?.push(taken.place);
        }
        plain.forEach((list, index) => {
          expect(tested.oldest(index)).toBe(list[0] ?? none);
          expect(tested.size(index)).toBe(list.length);
        });
      }
      // The whole order, from the oldest on.
      plain.forEach((list, index) => {
        for (const expected of list) {
          expect(tested.oldest(index)).toBe(expected);
          tested.remove(expected);
        }
      });
    }),
    { numRuns: 50 },
  );
});
