// What several processes let through of a key's quota while the store is away.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LocalQuotas } from '../../../server/access/local-quotas.ts';

const limit = 1_000;
const period = { beginMs: 0, endMs: 86_400_000 };
const charge = (requests: number) => ({ keyId: 'a', period, limit, requests, atMs: 1 });

test('a quota without the store is never more than what the store last said was left, however the requests are spread', () => {
  const step = fc.record({ worker: fc.nat(3), requests: fc.integer({ min: 1, max: 400 }) });
  fc.assert(
    fc.property(fc.nat(limit), fc.array(step, { maxLength: 40 }), (used, steps) => {
      const processes = Array.from({ length: 4 }, () => new LocalQuotas(4));
      for (const quotas of processes) quotas.note('a', { admitted: 1, used, periodBeginMs: 0 });
      let admitted = 0;
      for (const { worker, requests } of steps) admitted += processes[worker]?.charge(charge(requests)).admitted ?? 0;
      expect(admitted).toBeLessThanOrEqual(limit - used);
    }),
  );
});

test('a quota without the store is all that was left where there is one process, and an equal share of it where there are several', () => {
  const admittedBy = (workers: number): number => {
    const quotas = new LocalQuotas(workers);
    quotas.note('a', { admitted: 1, used: 400, periodBeginMs: 0 });
    return [250, 100, 1_000, 1_000].reduce((sum, requests) => sum + quotas.charge(charge(requests)).admitted, 0);
  };
  expect(admittedBy(1)).toBe(600);
  expect(admittedBy(4)).toBe(150);
});
