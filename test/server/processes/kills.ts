// A server that is killed at any point has counted every answered request of a key.
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, onTestFinished, test } from 'vitest';
import { redisIsHere, startRedis } from '../../redis.ts';
import { issueKey } from '../keys.ts';
import { newPlace, type Place } from './place.ts';

const callersAtOnce = 20;

/** Sends requests from many callers at once, and kills the server after `killAt` answers. Returns the number of all answers. */
async function answersUntilKilled(place: Place, headers: Record<string, string>, killAt: number): Promise<number> {
  const serving = await place.start();
  let answers = 0;
  const call = async (): Promise<void> => {
    for (;;) {
      const response = await fetch(`${serving.origin}/api/v1/domains`, { headers });
      if (response.status === 200) answers += 1;
      if (answers === killAt) serving.process.kill('SIGKILL');
      await response.arrayBuffer();
    }
  };
  // Each caller continues until its connection breaks.
  await Promise.allSettled(Array.from({ length: callersAtOnce }, call));
  await serving.exited;
  return answers;
}

/** Declares tests that kill a server after each number of answers in `points`. */
export function describeKills(points: readonly number[]): void {
  async function expectAllCounted(place: Place, whenKilled: () => Promise<void>): Promise<void> {
    let counted = 0;
    for (const point of points) {
      const { bearer, record } = await issueKey(place.store, { plan: 'paid' });
      const answers = await answersUntilKilled(place, { ...bearer, 'x-agent-id': 'ada' }, point);
      await whenKilled();
      const used = (await place.store.quotas.usage([record.id])).get(record.id)?.used ?? 0;
      // Each caller may have one request that was counted but not answered.
      expect(used, `killed at answer ${point}`).toBeGreaterThanOrEqual(answers);
      expect(used, `killed at answer ${point}`).toBeLessThanOrEqual(answers + callersAtOnce);
      counted += used;
    }
    // Statistics are written later, so the last requests may be missing from them, but they never count too many.
    expect((await place.store.agents.find('ada'))?.requests.total ?? 0).toBeLessThanOrEqual(counted);
  }

  describe('a server that is killed', () => {
    test('has counted every answered request of a key if its state is in SQLite, and leaves an intact file', async () => {
      const place = await newPlace();
      await expectAllCounted(place, async () => undefined);
      const reader = new Database(join(place.data, 'state.db'));
      onTestFinished(() => void reader.close());
      expect(reader.prepare('PRAGMA integrity_check').get()).toMatchObject({ integrity_check: 'ok' });
    });

    test.skipIf(!redisIsHere())(
      'has counted every answered request of a key if its state is in Redis, even if Redis is killed too',
      async () => {
        const redis = await startRedis({ keeps: 'everything' });
        const place = await newPlace(redis.url);
        await expectAllCounted(place, async () => {
          await redis.kill();
          await redis.start();
          await place.store.probe();
        });
      },
    );
  });
}
