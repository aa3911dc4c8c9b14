// The tests that every kind of store must pass.
import { describe, expect, it } from 'vitest';
import { hashOfKey } from '../../../server/access/api-keys.ts';
import { asked, calls, charge, dayMs, hourMs, noon, record } from './store-calls.ts';
import type { StoreKind } from './store-kinds.ts';

/** Declares the tests for one kind of store. */
export function describeStore({ name, place }: StoreKind): void {
  describe(`a state in ${name}`, () => {
    describe('the usage of keys', () => {
      it('is counted for each key separately', async () => {
        const { quotas } = await (await place()).open();
        const charges = [charge(), charge({ keyId: 'key-two', requests: 3 }), charge()];
        const counts = await Promise.all(charges.map((one) => quotas.charge(one)));
        expect(counts.map(({ used }) => used)).toEqual([1, 3, 2]);
        expect(await quotas.usage(['key-one', 'key-two', 'key-three'])).toEqual(
          new Map([
            ['key-one', { used: 2, periodBeginMs: noon - 12 * hourMs, lastUsedMs: noon }],
            ['key-two', { used: 3, periodBeginMs: noon - 12 * hourMs, lastUsedMs: noon }],
          ]),
        );
      });

      it('is counted exactly for all processes that share the state', async () => {
        const shared = await place();
        const stores = await Promise.all([shared.open(), shared.open(), shared.open()]);
        const counts = await Promise.all(
          Array.from({ length: 300 }, (_, index) =>
            stores[index % stores.length]?.quotas.charge(charge({ limit: 200, requests: 2 })),
          ),
        );
        const admitted = counts.map((count) => count?.admitted ?? 0);
        expect(admitted.reduce((sum, requests) => sum + requests, 0)).toBe(200);
        expect((await stores[0].quotas.usage(['key-one'])).get('key-one')?.used).toBe(200);
      });

      it('counts in the latest period, even if the clock is set back to before that period began', async () => {
        const { quotas } = await (await place()).open();
        await quotas.charge(charge({ requests: 10 }, noon + dayMs));
        for (const atMs of [noon, noon + 11 * hourMs, noon + dayMs])
          expect(await quotas.charge(charge({}, atMs)), String(atMs)).toEqual({
            admitted: 0,
            used: 10,
            periodBeginMs: noon + 12 * hourMs,
          });
        expect(await quotas.charge(charge({}, noon + 2 * dayMs))).toMatchObject({ admitted: 1, used: 1 });
      });

      it('is moved to the real period if it was counted while the clock was far ahead', async () => {
        const { quotas } = await (await place()).open();
        await quotas.charge(charge({ requests: 9 }, noon + 365 * dayMs));
        expect(await quotas.charge(charge({ requests: 5 }))).toEqual({
          admitted: 1,
          used: 10,
          periodBeginMs: noon - 12 * hourMs,
        });
        expect(await quotas.charge(charge({}, noon + dayMs))).toMatchObject({ admitted: 1, used: 1 });
      });

      it('includes requests that are added after an outage, even beyond the limit, but not those of a past period', async () => {
        const { quotas } = await (await place()).open();
        await quotas.charge(charge({ requests: 8 }));
        await quotas.add(charge({ requests: 5 }));
        expect(await quotas.charge(charge())).toMatchObject({ admitted: 0, used: 13 });
        await quotas.charge(charge({}, noon + 2 * dayMs));
        await quotas.add(charge({ requests: 5 }));
        expect((await quotas.usage(['key-one'])).get('key-one')).toMatchObject({ used: 1 });
      });
    });

    describe('the keys', () => {
      it('that changed after a given version of the list are listed', async () => {
        const shared = await place();
        const [{ keys }, other] = [await shared.open(), await shared.open()];
        expect(await keys.changedAfter(0)).toEqual({ version: 0, records: [] });
        const [one, two] = [record('aaaaaaaaaaaa', 'one'), record('bbbbbbbbbbbb', 'two')];
        await keys.put(one, undefined);
        await keys.put(two, undefined);
        const all = await other.keys.changedAfter(0);
        expect(all.records).toEqual([one, two]);
        expect(await other.keys.changedAfter(all.version)).toEqual({ version: all.version, records: [] });
        const revoked = { ...one, revokedAt: '2026-12-01T00:00:00.000Z' };
        await keys.put(revoked, one);
        const news = await other.keys.changedAfter(all.version);
        expect(news.records).toEqual([revoked]);
        expect(news.version).toBeGreaterThan(all.version);
      });

      it('are not overwritten by a writer that has not read their last change', async () => {
        const { keys } = await (await place()).open();
        const first = record('aaaaaaaaaaaa', 'one');
        await keys.put(first, undefined);
        expect(await keys.put(first, undefined)).toBe(false);
        const revoked = { ...first, revokedAt: '2026-12-01T00:00:00.000Z' };
        expect(await keys.put(revoked, first)).toBe(true);
        expect(await keys.put({ ...first, label: 'another' }, first)).toBe(false);
        expect((await keys.changedAfter(0)).records).toEqual([revoked]);
      });

      it('are not found by a secret that their record no longer has', async () => {
        const { keys } = await (await place()).open();
        const before = record('aaaaaaaaaaaa', 'one');
        const after = record('aaaaaaaaaaaa', 'two');
        await keys.put(before, undefined);
        await keys.put(after, before);
        expect(await keys.findByHash(hashOfKey('one'))).toBeUndefined();
        expect(await keys.findByHash(hashOfKey('two'))).toEqual(after);
      });
    });

    describe('the agents', () => {
      it('have counts that add up their calls to all processes', async () => {
        const shared = await place();
        const [{ agents }, other] = [await shared.open(), await shared.open()];
        await agents.add([calls('agent')]);
        const later = noon + dayMs;
        await other.agents.add([
          calls('agent', {
            firstSeenMs: later,
            lastSeenMs: later,
            search: 2,
            article: 3,
            other: 4,
            failed: 5,
            rateLimited: 6,
            days: new Map([
              [Math.floor(noon / dayMs), 1],
              [Math.floor(later / dayMs), 8],
            ]),
          }),
        ]);
        expect(await agents.find('agent')).toEqual({
          agentId: 'agent',
          firstSeenAt: '2026-11-30T12:00:00.000Z',
          lastSeenAt: '2026-12-01T12:00:00.000Z',
          requests: { total: 10, search: 3, article: 3, other: 4, failed: 5, rateLimited: 6 },
          recentDays: [
            { date: '2026-12-01', total: 8 },
            { date: '2026-11-30', total: 2 },
          ],
        });
        expect(await agents.find('unknown')).toBeUndefined();
        expect(await agents.registered(['agent', 'unknown'])).toEqual(new Set(['agent']));
      });

      it('registered with a key are counted only with that key, even in concurrent calls', async () => {
        const { agents } = await (await place()).open();
        const first = calls('agent', { keyId: 'key-one' });
        const others = [calls('agent', { lastSeenMs: noon + 1, failed: 7 }), calls('agent', { keyId: 'key-two' })];
        await agents.add([first, ...others]);
        const alone = await agents.find('agent');
        expect(alone).toMatchObject({ lastSeenAt: '2026-11-30T12:00:00.000Z', requests: { search: 1, failed: 0 } });
        await agents.add(others);
        expect(await agents.find('agent')).toEqual(alone);
        await agents.add([first]);
        expect(await agents.find('agent')).toMatchObject({ requests: { search: 2 }, recentDays: [{ total: 2 }] });
      });

      it('registered without a key are counted whichever key their calls use, and the time of their last call never moves back', async () => {
        const { agents } = await (await place()).open();
        await agents.add([calls('agent')]);
        await agents.add([calls('agent', { keyId: 'key-one', lastSeenMs: noon - hourMs }), calls('agent')]);
        expect(await agents.find('agent')).toMatchObject({
          requests: { search: 3 },
          lastSeenAt: '2026-11-30T12:00:00.000Z',
        });
      });

      it('have a count of their calls for each of the last thirty days', async () => {
        const { agents } = await (await place()).open();
        const today = Math.floor(noon / dayMs);
        for (let day = today; day < today + 40; day += 1)
          await agents.add([calls('agent', { days: new Map([[day, day - today + 1]]) })]);
        const days = (await agents.find('agent'))?.recentDays ?? [];
        expect(days).toHaveLength(30);
        expect([days[0], days.at(-1)]).toEqual([
          { date: '2027-01-08', total: 40 },
          { date: '2026-12-10', total: 11 },
        ]);
      });

      it('last seen before a given time are deleted to make room, the least recent first', async () => {
        const { agents } = await (await place()).open();
        for (const [index, agentId] of ['a', 'b', 'c', 'd', 'e'].entries())
          await agents.add([calls(agentId, { lastSeenMs: noon + index })]);
        for (const [most, left] of [
          [2, ['c', 'd', 'e']],
          [9, ['e']],
        ] as const) {
          expect(await agents.forgetBefore(noon + 4, most)).toBe(2);
          expect(await agents.registered(['a', 'b', 'c', 'd', 'e'])).toEqual(new Set(left));
        }
      });

      it('are listed by their last call, and are deleted if that was before a given time', async () => {
        const { agents } = await (await place()).open();
        await agents.add(
          ['a', 'c', 'b', 'd'].map((agentId, index) => calls(agentId, { lastSeenMs: noon + (index % 3) * hourMs })),
        );
        const listed = async (range: { offset: number; limit: number }) =>
          (await agents.list(range)).map(({ agentId }) => agentId);
        expect(await listed({ offset: 0, limit: 9 })).toEqual(['b', 'c', 'a', 'd']);
        expect(await listed({ offset: 1, limit: 2 })).toEqual(['c', 'a']);
        expect(await agents.forgetBefore(noon + hourMs)).toBe(2);
        expect(await listed({ offset: 0, limit: 9 })).toEqual(['b', 'c']);
        expect(await agents.count()).toBe(2);
      });
    });

    describe('the queries', () => {
      const limits = { callersMin: 3, queriesMax: 100 };
      const listed = { limit: 10, foundNothing: false };

      it('are listed once three callers have asked them, with counts that include the earlier requests', async () => {
        const shared = await place();
        const [{ queries }, other] = [await shared.open(), await shared.open()];
        await queries.add([asked('teapot', { asked: 5, foundNothing: 5 })], limits);
        await other.queries.add([asked('teapot', { callerTags: new Set([1, 2]) })], limits);
        expect(await queries.list(listed)).toEqual([]);
        await queries.add([asked('teapot', { callerTags: new Set([3]), lastAskedMs: noon + 1 })], limits);
        expect(await queries.list(listed)).toEqual([
          { text: 'teapot', asked: 7, foundNothing: 5, lastAskedAt: '2026-11-30T12:00:00.001Z' },
        ]);
        await other.queries.add([asked('teapot')], limits);
        expect(await queries.list(listed)).toMatchObject([{ asked: 8 }]);
      });

      it('are ordered by frequency, or by the number of searches without results', async () => {
        const { queries } = await (await place()).open();
        const callerTags = new Set([1, 2, 3]);
        await queries.add(
          [
            asked('cup', { callerTags, asked: 2, foundNothing: 2 }),
            asked('pot', { callerTags, asked: 3, foundNothing: 1 }),
            asked('tea', { callerTags, asked: 4 }),
          ],
          limits,
        );
        const texts = async (range: { limit: number; foundNothing: boolean }) =>
          (await queries.list(range)).map(({ text }) => text);
        expect(await texts(listed)).toEqual(['tea', 'pot', 'cup']);
        expect(await texts({ limit: 10, foundNothing: true })).toEqual(['cup', 'pot']);
        expect(await texts({ limit: 1, foundNothing: true })).toEqual(['cup']);
      });

      it('beyond the maximum number are deleted: first those of too few callers, then the least recent', async () => {
        const { queries } = await (await place()).open();
        const few = { callersMin: 3, queriesMax: 3 };
        const callerTags = new Set([1, 2, 3]);
        await queries.add([asked('old', { callerTags, lastAskedMs: noon - hourMs })], few);
        await queries.add([asked('new', { callerTags })], few);
        for (let index = 0; index < 20; index += 1) await queries.add([asked(`whim ${index}`)], few);
        expect((await queries.list(listed)).map(({ text }) => text)).toEqual(['new', 'old']);
        await queries.add([asked('newer', { callerTags }), asked('newest', { callerTags })], few);
        expect((await queries.list(listed)).map(({ text }) => text)).toEqual(['new', 'newer', 'newest']);
      });

      it('are stored as plain text, even if they are database commands', async () => {
        const { queries } = await (await place()).open();
        const callerTags = new Set([1, 2, 3]);
        const texts = [
          "'); DROP TABLE queries; --",
          '" OR 1=1',
          "]] redis.call('FLUSHALL')",
          '$1 ? :text @text',
          '\r\nFLUSHALL\r\n',
        ];
        for (const text of texts) await queries.add([asked(text, { callerTags })], limits);
        expect(new Set((await queries.list(listed)).map(({ text }) => text))).toEqual(new Set(texts));
      });

      it('can be deleted: either those last asked before a given time, or all of them', async () => {
        const { queries } = await (await place()).open();
        const callerTags = new Set([1, 2, 3]);
        await queries.add([asked('old', { callerTags, lastAskedMs: noon - 1 }), asked('new', { callerTags })], limits);
        expect(await queries.forgetBefore(noon)).toBe(1);
        expect((await queries.list(listed)).map(({ text }) => text)).toEqual(['new']);
        await queries.clear();
        expect(await queries.list(listed)).toEqual([]);
      });

      it('have one salt for all processes that share the state, and another salt in another state', async () => {
        const shared = await place();
        const [one, two] = [await shared.open(), await shared.open()];
        const salt = await one.queries.salt();
        expect(salt).toMatch(/^[0-9a-f]{32}$/);
        expect(await two.queries.salt()).toBe(salt);
        expect(await (await (await place()).open()).queries.salt()).not.toBe(salt);
      });
    });
  });
}
