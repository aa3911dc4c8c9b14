import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { impactMax, impactOfSlot, resolution, slotOfImpact } from '../../../build/edition/impact.ts';

const impact = fc.double({ min: 0, max: 2 * impactMax, noNaN: true });
const slots = Array.from({ length: resolution }, (_, slot) => slot);

describe('slots', () => {
  it('are whole numbers that FlexSearch has, the strongest first', () => {
    expect(slotOfImpact(0)).toBe(resolution - 1);
    expect(slotOfImpact(impactMax)).toBe(0);
    expect(slotOfImpact(1000)).toBe(0);
    fc.assert(
      fc.property(impact, (value) => {
        expect(slots).toContain(slotOfImpact(value));
      }),
    );
  });

  it('never put a weaker impact before a stronger one', () => {
    fc.assert(
      fc.property(impact, impact, (one, other) => {
        const [weaker, stronger] = one < other ? [one, other] : [other, one];
        expect(slotOfImpact(stronger)).toBeLessThanOrEqual(slotOfImpact(weaker));
      }),
    );
  });

  it('stand for an impact in their middle, at most half a step away', () => {
    for (const slot of slots) expect(slotOfImpact(impactOfSlot(slot))).toBe(slot);
    fc.assert(
      fc.property(fc.double({ min: 0, max: impactMax, noNaN: true }), (value) => {
        expect(Math.abs(impactOfSlot(slotOfImpact(value)) - value)).toBeLessThanOrEqual(
          impactMax / resolution / 2 + 1e-9,
        );
      }),
    );
  });
});
