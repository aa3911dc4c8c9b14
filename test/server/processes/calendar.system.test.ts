// Days and months begin anew at 00:00:00 UTC, once, by the calendar of the machine: faketime moves it under a running server.
import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { periodAt } from '../../../server/access/periods.ts';
import { storeAt } from '../../../server/state/open-store.ts';
import { ask } from '../../answers.ts';
import { steleStart } from '../../scripts/command.ts';
import { temporaryFolder } from '../../site.ts';
import { issueKey } from '../keys.ts';
import { smallEdition } from '../small-site.ts';

/** The library of faketime; undefined where it is not installed, which CI takes for an error. */
function faketimeLibrary(): string | undefined {
  const folders = existsSync('/usr/lib')
    ? readdirSync('/usr/lib').map((name) => join('/usr/lib', name, 'faketime'))
    : [];
  const found = folders.map((folder) => join(folder, 'libfaketime.so.1')).find(existsSync);
  if (found !== undefined) return found;
  const reason = 'there is no faketime on this machine (apt-get install faketime)';
  if (process.env.CI) throw new Error(reason);
  console.warn(`not checked: ${reason}`);
  return undefined;
}

const library = faketimeLibrary();

describe.skipIf(library === undefined)('a server whose calendar moves', () => {
  test.each([
    ['free', 'day', '2028-02-28 23:59:50', '2028-02-29 00:00:00', '2028-02-28 23:00:00', '2028-03-01 00:00:00'],
    ['paid', 'month', '2026-11-30 23:59:50', '2026-12-01 00:00:00', '2026-11-30 12:00:00', '2027-01-01 00:00:00'],
  ] as const)(
    'begins the %s plan anew with the %s, once, and gives nothing back when it is set back',
    async (plan, unit, before, after, back, next) => {
      const data = await temporaryFolder();
      const store = await storeAt({ dataFolder: data, redisUrl: undefined });
      await store.probe();
      const { bearer, record } = await issueKey(store, { plan });
      const atMs = Date.parse(`${before.replace(' ', 'T')}Z`);
      const limit = plan === 'free' ? 1_000 : 30_000;
      const charge = { keyId: record.id, period: periodAt(unit, atMs), limit, requests: limit - 2, atMs };
      await store.quotas.charge([charge]);
      await store.close();
      const timeFile = join(data, 'time');
      const moveTo = (moment: string): Promise<void> => writeFile(timeFile, `@${moment}\n`);
      await moveTo(before);
      const { origin } = await steleStart(['--edition', await smallEdition(), '--data', data], {
        LD_PRELOAD: library ?? '',
        FAKETIME_TIMESTAMP_FILE: timeFile,
        FAKETIME_NO_CACHE: '1',
        DONT_FAKE_MONOTONIC: '1',
        TZ: 'UTC',
      });
      const call = async (): Promise<{
        status: number;
        remaining: number | undefined;
        resetAt: string | undefined;
      }> => {
        const response = await ask(`${origin}/api/v1/domains`, { headers: bearer });
        const { meta } = (await response.json()) as { meta: { quota?: { remaining: number; resetAt: string } } };
        return { status: response.status, remaining: meta.quota?.remaining, resetAt: meta.quota?.resetAt };
      };
      const iso = (moment: string): string => `${moment.replace(' ', 'T')}.000Z`;
      expect(await call()).toEqual({ status: 200, remaining: 1, resetAt: iso(after) });
      expect(await call()).toMatchObject({ status: 200, remaining: 0 });
      expect(await call()).toEqual({ status: 429, remaining: 0, resetAt: iso(after) });
      await moveTo(after);
      expect(await call()).toEqual({ status: 200, remaining: limit - 1, resetAt: iso(next) });
      expect(await call()).toMatchObject({ remaining: limit - 2 });
      await moveTo(back);
      expect(await call()).toEqual({ status: 200, remaining: limit - 3, resetAt: iso(next) });
      await moveTo(after);
      expect(await call()).toMatchObject({ remaining: limit - 4 });
      await moveTo(next);
      expect(await call()).toMatchObject({ status: 200, remaining: limit - 1 });
    },
  );
});
