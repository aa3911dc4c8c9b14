// Where callers without a key are counted when several processes serve.
import { expect, onTestFinished, test } from 'vitest';
import { Limiter } from '../../../server/access/limiter.ts';
import { plans } from '../../../server/access/plans.ts';
import { Guard } from '../../../server/state/guard.ts';
import { LocalWindow } from '../../../server/state/local-window.ts';
import { redisStore } from '../../../server/state/redis/store.ts';
import { passingStore } from '../../../server/state/sqlite/store.ts';
import { freePort } from '../../free-port.ts';
import { movableClock } from '../../server.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** How many of so many requests at once are admitted, by each limiter half of them. */
async function admittedBy(limiters: readonly Limiter[], requests: number): Promise<number> {
  const asked = Array.from({ length: requests }, (_, index) =>
    limiters[index % limiters.length]?.decide({ plan: 'keyless', address: '192.0.2.1' }),
  );
  return (await Promise.all(asked)).filter((decision) => decision?.admitted).length;
}

test.each(['sqlite', 'redis'] as const)(
  'the processes of one machine share the limit of callers without a key while their %s is away',
  async (kind) => {
    const clock = movableClock();
    const peers = { workers: 2, callers: new LocalWindow(plans.keyless, clock) };
    const port = await freePort();
    const limiters = await Promise.all(
      [1, 2].map(async () => {
        const store = kind === 'redis' ? redisStore({ url: `redis://127.0.0.1:${port}` }) : passingStore();
        const guard = new Guard({ store, clock, log: silent });
        onTestFinished(() => guard.close());
        if (kind === 'redis') await guard.open();
        // Never opened, it cannot be asked.
        else await guard.use(({ quotas }) => quotas.usage()).catch(() => undefined);
        expect(guard.degradation).toBeDefined();
        return new Limiter({ guard, clock, plans, peers });
      }),
    );
    expect(await admittedBy(limiters, 1_000)).toBe(plans.keyless.limit);
  },
);
