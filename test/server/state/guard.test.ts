// The guard does not use an unavailable store, probes it until it is available again, and logs the outage at intervals.
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { Guard } from '../../../server/state/guard.ts';
import { passingStore } from '../../../server/state/sqlite/store.ts';
import { movableClock } from '../../server.ts';
import { recordedLog } from './answering.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
});

test('an unavailable store is logged at once and then every ten seconds, and its return is logged once', async () => {
  let isAway = true;
  const store = {
    ...passingStore(),
    probe: () => (isAway ? Promise.reject(new Error('ECONNREFUSED somewhere')) : Promise.resolve()),
  };
  const [clock, log] = [movableClock(), recordedLog()];
  const guard = new Guard({ store, clock, log });
  let returns = 0;
  guard.onReturn(async () => {
    returns += 1;
  });
  await guard.open();
  const asked = await guard.use(
    async () => 'asked',
    () => 'not asked',
  );
  expect(asked).toBe('not asked');
  expect(guard.degradation?.reason).toBe('ECONNREFUSED');
  const pass = async (seconds: number): Promise<void> => {
    for (let quarter = 0; quarter < 4 * seconds; quarter += 1) {
      clock.advance(250);
      await vi.advanceTimersByTimeAsync(250);
    }
  };
  await pass(9);
  expect([log.count('is unavailable'), log.count('still unavailable')]).toEqual([1, 0]);
  await pass(12);
  expect([log.count('is unavailable'), log.count('still unavailable')]).toEqual([1, 2]);
  isAway = false;
  await pass(1);
  expect([log.count('the state store is available again'), guard.degradation]).toEqual([1, undefined]);
  expect(returns).toBeGreaterThan(0);
  await guard.close();
});
