// What goes wrong with the file of the state, and what callers notice of it.
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { StateFileError } from '../../../server/state/sqlite/opening.ts';
import { sqliteStore } from '../../../server/state/sqlite/store.ts';
import { stele } from '../../scripts/command.ts';
import { type MovableClock, movableClock, type Started, startServer, stateFor } from '../../server.ts';
import { temporaryFolder } from '../../site.ts';
import { readOnlyAt, smallDiskAt } from '../../small-disk.ts';
import { issueKey } from '../keys.ts';
import { scrape } from '../metrics/scraping.ts';
import { smallEdition } from '../small-site.ts';
import { answeredWithinMs, stateOf, timed, within } from './answering.ts';
import { charge } from './redis-calls.ts';

let edition: string;
beforeAll(async () => {
  edition = await smallEdition();
});

async function start(folder: string): Promise<{ server: Started; clock: MovableClock; logged: () => string }> {
  const lines: string[] = [];
  const note = (fields: object, text: string): void => void lines.push(`${text} ${JSON.stringify(fields)}`);
  const clock = movableClock();
  const log = { info: note, warn: note, error: note };
  const state = stateFor(clock, { store: sqliteStore(folder), free: { limit: 50, unit: 'day' }, log });
  return {
    server: await startServer(edition, { clock, state, settings: { metricsPort: 0 } }),
    clock,
    logged: () => lines.join('\n'),
  };
}

const file = (folder: string): string => join(folder, 'state.db');

describe('while another process holds the lock', () => {
  test('requests are answered in time and within the limit, and are counted when it lets go', async () => {
    const folder = await temporaryFolder();
    const { server, logged } = await start(folder);
    const { bearer, record } = await issueKey(server.state.store);
    for (let call = 0; call < 10; call += 1) await server.get('/api/v1/domains', bearer);
    const other = locked(folder, 'IMMEDIATE');
    const { statuses, slowestMs } = await timed(server, bearer, (sent) => sent < 60);
    // Ten were used before: what this process last heard still counts.
    expect(statuses.filter((status) => status === 200)).toHaveLength(40);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    expect(slowestMs).toBeLessThan(answeredWithinMs);
    expect(await stateOf(server)).toMatchObject({ store: 'sqlite', degraded: { reason: 'SQLITE_BUSY' } });
    const seen = await scrape(server);
    expect(seen.value('stele_state_degraded')).toBe(1);
    expect(seen.value('stele_limiter_decisions_total', { plan: 'free', decision: 'admitted' })).toBe(50);
    expect(seen.value('stele_limiter_decisions_total', { plan: 'free', decision: 'refused' })).toBe(20);
    other.exec('ROLLBACK');
    await within(2_000, 'the state is back', async () => (await stateOf(server)).degraded === null);
    expect((await scrape(server)).value('stele_state_degraded')).toBe(0);
    expect((await server.state.store.quotas.usage()).get(record.id)?.used).toBe(50);
    expect(logged().match(/the state is away/g)).toHaveLength(1);
    expect(logged()).toContain('the state is back');
  });

  test('the log says so once, and every ten seconds that it still is so', async () => {
    const folder = await temporaryFolder();
    const { server, clock, logged } = await start(folder);
    const { bearer } = await issueKey(server.state.store);
    const other = locked(folder, 'IMMEDIATE');
    await timed(server, bearer, (sent) => sent < 20);
    clock.advance(9_999);
    await timed(server, bearer, (sent) => sent < 20);
    for (const reminders of [1, 2]) {
      clock.advance(reminders === 1 ? 1 : 10_000);
      await within(2_000, 'a reminder', async () => (logged().match(/still away/g) ?? []).length === reminders);
      await timed(server, bearer, (sent) => sent < 20);
    }
    expect(logged().match(/the state is away/g)).toHaveLength(1);
    expect(logged().match(/still away/g)).toHaveLength(2);
    other.exec('ROLLBACK');
  });

  test('a moment of it changes nothing', async () => {
    const folder = await temporaryFolder();
    const { server } = await start(folder);
    const { bearer } = await issueKey(server.state.store);
    const other = locked(folder, 'IMMEDIATE');
    setTimeout(() => other.exec('ROLLBACK'), 50);
    expect((await server.get('/api/v1/domains', bearer)).status).toBe(200);
    expect(await stateOf(server)).toEqual({ store: 'sqlite', degraded: null });
  });

  test('statistics of agents wait, and are complete afterwards', async () => {
    const folder = await temporaryFolder();
    const { server } = await start(folder);
    const { bearer } = await issueKey(server.state.store);
    const headers = { ...bearer, 'x-agent-id': 'ada' };
    await server.get('/api/v1/agents/me', headers);
    const other = locked(folder, 'IMMEDIATE');
    await timed(server, headers, (sent) => sent < 5);
    const { status, body } = await server.json('/api/v1/agents/me', headers);
    expect([status, body.data.incomplete]).toEqual([200, true]);
    other.exec('ROLLBACK');
    await within(2_000, 'the state is back', async () => (await stateOf(server)).degraded === null);
    const { data } = (await server.json('/api/v1/agents/me', headers)).body;
    expect([data.requests.total, data.incomplete]).toEqual([8, undefined]);
  });
});

describe('a store that is closed while it waits for the lock refuses what waited, and the process lives', () => {
  test('when it is open', async () => {
    const folder = await temporaryFolder();
    const store = sqliteStore(folder);
    await store.probe();
    const other = locked(folder, 'IMMEDIATE');
    const waiting = store.quotas.charge([charge()]);
    const refused = expect(waiting).rejects.toThrow('the database was closed');
    await store.close();
    await refused;
    other.exec('ROLLBACK');
  });

  test('when it is being opened', async () => {
    const folder = await temporaryFolder();
    const other = locked(folder, 'EXCLUSIVE');
    const store = sqliteStore(folder);
    const waiting = store.probe();
    const refused = expect(waiting).rejects.toThrow('the database was closed');
    await store.close();
    other.exec('ROLLBACK');
    await refused;
    expect(other.prepare('SELECT count(*) AS tables FROM sqlite_schema').get()).toMatchObject({ tables: 0 });
  });
});

describe('a disk without room', () => {
  test('lets requests be answered by what is known, and everything is counted when there is room again', async () => {
    const folder = await temporaryFolder();
    const disk = smallDiskAt(folder);
    const { server } = await start(folder);
    const { bearer, record } = await issueKey(server.state.store);
    await server.get('/api/v1/domains', bearer);
    await disk.fill();
    const { statuses, slowestMs } = await timed(server, { ...bearer, 'x-agent-id': 'ada' }, async (sent) => {
      return sent < 10 || ((await stateOf(server)).degraded === null && sent < 40);
    });
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(slowestMs).toBeLessThan(answeredWithinMs);
    expect((await stateOf(server)).degraded?.reason).toMatch(/^SQLITE_(?:FULL|IOERR)/);
    await disk.free();
    await within(2_000, 'the state is back', async () => (await stateOf(server)).degraded === null);
    await server.state.agents.flush();
    expect((await server.state.store.quotas.usage()).get(record.id)?.used).toBe(1 + statuses.length);
    expect((await server.state.store.agents.find('ada'))?.requests.total).toBe(statuses.length);
  });
});

describe('a damaged file', () => {
  test('is not served over at the start, and is left as it is', async () => {
    const folder = await temporaryFolder();
    const garbage = 'this is no database. '.repeat(1_000);
    await writeFile(file(folder), garbage);
    const { code, stderr } = await stele(['start', '--edition', edition, '--data', folder, '--port', '0']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^stele: .*state\.db is damaged\..*\n$/);
    expect(await readFile(file(folder), 'utf8')).toBe(garbage);
  });

  test('is noticed at the start wherever the damage is', async () => {
    const folder = await temporaryFolder();
    const store = sqliteStore(folder);
    await store.probe();
    for (let index = 0; index < 50; index += 1) await issueKey(store);
    await store.close();
    await overwrite(file(folder), 8_192, (await stat(file(folder))).size - 8_192);
    await expect(sqliteStore(folder).probe()).rejects.toThrow(StateFileError);
  });

  test('under a running server leaves requests answered, and is told at the next start', async () => {
    const folder = await temporaryFolder();
    const { server } = await start(folder);
    const { bearer } = await issueKey(server.state.store);
    for (let call = 0; call < 3; call += 1) await server.get('/api/v1/domains', bearer);
    await rm(`${file(folder)}-wal`);
    await overwrite(file(folder), 0, (await stat(file(folder))).size);
    const { statuses, slowestMs } = await timed(server, { ...bearer, 'x-agent-id': 'ada' }, (sent) => sent < 100);
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    expect(slowestMs).toBeLessThan(answeredWithinMs);
    // Whoever opens it next hears of it.
    await expect(sqliteStore(folder).probe()).rejects.toThrow(StateFileError);
  });
});

describe('a folder that cannot be used', () => {
  test.each([
    [
      'is a file',
      async (folder: string) => {
        await writeFile(join(folder, 'data'), '');
        return join(folder, 'data');
      },
    ],
    [
      'lies below a file',
      async (folder: string) => {
        await writeFile(join(folder, 'data'), '');
        return join(folder, 'data', 'below');
      },
    ],
    // /proc says of every new folder that what it lies in is not there.
    ['takes no folder', () => '/proc/nowhere/data'],
    [
      'is read-only',
      async (folder: string) => {
        await readOnlyAt(folder);
        return folder;
      },
    ],
  ])('because it %s ends the start with one sentence', async (_why, prepare) => {
    const data = await prepare(await temporaryFolder());
    const { code, stdout, stderr } = await stele(['start', '--edition', edition, '--data', data, '--port', '0']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^stele: .*choose another (?:folder )?with --data \(DATA_DIR\)\n$/);
  });

  test('because its file is of another program is left alone', async () => {
    const folder = await temporaryFolder();
    const other = new Database(file(folder));
    other.exec('CREATE TABLE notes (text TEXT)');
    other.close();
    const bytes = await readFile(file(folder));
    await expect(sqliteStore(folder).probe()).rejects.toThrow('is a database of another program');
    expect((await readFile(file(folder))).equals(bytes)).toBe(true);
  });

  test('because its file is of a later version is left alone', async () => {
    const folder = await temporaryFolder();
    const store = sqliteStore(folder);
    await store.probe();
    await store.close();
    const later = new Database(file(folder));
    later.exec('PRAGMA user_version = 99');
    later.close();
    const bytes = await readFile(file(folder));
    await expect(sqliteStore(folder).probe()).rejects.toThrow('was written by a newer version of this program');
    expect((await readFile(file(folder))).equals(bytes)).toBe(true);
  });
});

test('the file is readable by its owner alone', async () => {
  const folder = await temporaryFolder();
  const store = sqliteStore(join(folder, 'data'));
  onTestFinished(() => store.close());
  await store.probe();
  await issueKey(store);
  expect((await stat(join(folder, 'data'))).mode & 0o777).toBe(0o700);
  for (const name of ['state.db', 'state.db-wal', 'state.db-shm'])
    expect((await stat(join(folder, 'data', name))).mode & 0o777, name).toBe(0o600);
});

test('a file that is removed is made again, with the keys that were known', async () => {
  const folder = await temporaryFolder();
  const { server } = await start(folder);
  const { bearer, record } = await issueKey(server.state.store);
  expect((await server.get('/api/v1/domains', bearer)).status).toBe(200);
  for (const name of ['', '-wal', '-shm']) await rm(file(folder) + name);
  await within(2_000, 'the key is in the new file', async () => {
    const reader = sqliteStore(folder);
    try {
      await reader.probe();
      return (await reader.keys.changedAfter(0)).records.some(({ id }) => id === record.id);
    } finally {
      await reader.close();
    }
  });
  expect((await server.get('/api/v1/domains', bearer)).status).toBe(200);
});

async function overwrite(path: string, from: number, bytes: number): Promise<void> {
  const target = await open(path, 'r+');
  await target.write(Buffer.alloc(bytes, 0x5a), 0, bytes, from);
  await target.close();
}

/** The file as another process has it that holds the lock. */
function locked(folder: string, how: 'IMMEDIATE' | 'EXCLUSIVE'): Database.Database {
  const other = new Database(file(folder));
  onTestFinished(() => void other.close());
  other.exec(`BEGIN ${how}`);
  return other;
}
