// What a process lets through of a key's quota while the store is away.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LocalQuotas } from '../../../server/access/local-quotas.ts';

const limit = 1_000;
const period = { beginMs: 0, endMs: 86_400_000 };
const charge = (requests: number) => ({ keyId: 'a', period, limit, requests, atMs: 1 });

test('a process without its store lets through exactly what the store last said was left', () => {
  const requests = fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 40 });
  fc.assert(
    fc.property(fc.nat(limit), requests, (used, steps) => {
      const quotas = new LocalQuotas();
      quotas.note('a', { admitted: 1, used, periodBeginMs: 0 });
      const admitted = steps.reduce((sum, own) => sum + quotas.charge(charge(own)).admitted, 0);
      const asked = steps.reduce((sum, own) => sum + own, 0);
      expect(admitted).toBe(Math.min(asked, limit - used));
      expect(quotas.owed.reduce((sum, owed) => sum + owed.requests, 0)).toBe(admitted);
    }),
  );
});
