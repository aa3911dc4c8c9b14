// Faults of the state file (SQLite), and their effects on callers.
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sqliteStore } from '../../../server/state/sqlite/store.ts';
import { StateFileError } from '../../../server/state/store.ts';
import { movableClock, type Started, startServer, stateFor } from '../../server.ts';
import { temporaryFolder } from '../../site.ts';
import { readOnlyAt, smallDiskAt } from '../../small-disk.ts';
import { issueKey } from '../keys.ts';
import { scrape } from '../metrics/scraping.ts';
import { smallEdition } from '../small-site.ts';
import { type RecordedLog, recordedLog, stateOf, statusesOf } from './answering.ts';
import { charge } from './store-calls.ts';

const edition = await smallEdition();

/** Starts a server with its state in a folder and a free plan of 50 requests. */
async function start(folder: string): Promise<{ server: Started; log: RecordedLog }> {
  const [clock, log] = [movableClock(), recordedLog()];
  const state = stateFor(clock, { store: sqliteStore(folder), free: { limit: 50, unit: 'day' }, log });
  return { server: await startServer(edition, { clock, state, settings: { metricsPort: 0 } }), log };
}

const file = (folder: string): string => join(folder, 'state.db');

/** Locks the file through another connection, as another process would. */
function locked(folder: string): Database.Database {
  const other = new Database(file(folder));
  onTestFinished(() => void other.close());
  other.exec('BEGIN IMMEDIATE');
  return other;
}

describe('while another process holds the lock of the state file', () => {
  test('requests up to the quota of the key are answered, and the store counts them after the lock is released', async () => {
    const folder = await temporaryFolder();
    const { server, log } = await start(folder);
    const { bearer, record } = await issueKey(server.state.store);
    await statusesOf(server, 10, bearer);
    const other = locked(folder);
    const statuses = await statusesOf(server, 60, bearer);
    // Ten of fifty requests were counted before the lock. The process goes on from that count.
    expect(statuses).toEqual(Array.from({ length: 60 }, (_, index) => (index < 40 ? 200 : 429)));
    expect(await stateOf(server)).toMatchObject({ store: 'sqlite', degraded: { reason: 'SQLITE_BUSY' } });
    const seen = await scrape(server);
    expect(seen.value('stele_state_degraded')).toBe(1);
    expect(seen.value('stele_limiter_decisions_total', { plan: 'free', decision: 'admitted' })).toBe(50);
    expect(seen.value('stele_limiter_decisions_total', { plan: 'free', decision: 'refused' })).toBe(20);
    other.exec('ROLLBACK');
    await log.said('the state store is available again');
    expect((await stateOf(server)).degraded).toBeNull();
    expect((await server.state.store.quotas.usage([record.id])).get(record.id)?.used).toBe(50);
  });

  test('concurrent calls of the store are all rejected, and none is counted', async () => {
    const folder = await temporaryFolder();
    const store = sqliteStore(folder);
    onTestFinished(() => store.close());
    await store.probe();
    const other = locked(folder);
    const charges = [charge(), charge(), charge({ keyId: 'key-two' })];
    const outcomes = await Promise.allSettled(charges.map((one) => store.quotas.charge(one)));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    other.exec('ROLLBACK');
    expect(await store.quotas.usage(['key-one', 'key-two'])).toEqual(new Map());
    const counts = await Promise.all(charges.map((one) => store.quotas.charge(one)));
    expect(counts.map(({ used }) => used)).toEqual([1, 2, 1]);
  });

  test('the statistics of agents are marked incomplete, and are complete afterwards', async () => {
    const folder = await temporaryFolder();
    const { server, log } = await start(folder);
    const { bearer } = await issueKey(server.state.store);
    const headers = { ...bearer, 'x-agent-id': 'ada' };
    await server.get('/api/v1/agents/me', headers);
    const other = locked(folder);
    await statusesOf(server, 5, headers);
    const { status, body } = await server.json('/api/v1/agents/me', headers);
    expect([status, body.data.incomplete]).toEqual([200, true]);
    other.exec('ROLLBACK');
    await log.said('the state store is available again');
    const { data } = (await server.json('/api/v1/agents/me', headers)).body;
    expect([data.requests.total, data.incomplete]).toEqual([8, undefined]);
  });

  test('a store rejects its pending calls if it is closed', async () => {
    const folder = await temporaryFolder();
    const store = sqliteStore(folder);
    await store.probe();
    const other = locked(folder);
    const refused = expect(store.quotas.charge(charge())).rejects.toThrow('the database was closed');
    await store.close();
    other.exec('ROLLBACK');
    await refused;
  });
});

test('on a full disk requests are answered, and all are counted once there is room again', async () => {
  const folder = await temporaryFolder();
  const disk = smallDiskAt(folder);
  const { server, log } = await start(folder);
  const { bearer, record } = await issueKey(server.state.store);
  await server.get('/api/v1/domains', bearer);
  await disk.fill();
  const statuses = await statusesOf(server, 40, { ...bearer, 'x-agent-id': 'ada' });
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect((await stateOf(server)).degraded?.reason).toMatch(/^SQLITE_(?:FULL|IOERR)/);
  await disk.free();
  await log.said('the state store is available again');
  await server.state.agents.flush();
  expect((await server.state.store.quotas.usage([record.id])).get(record.id)?.used).toBe(41);
  expect((await server.state.store.agents.find('ada'))?.requests.total).toBe(40);
});

describe('a damaged state file', () => {
  async function overwrite(path: string, from: number): Promise<void> {
    const { size } = await stat(path);
    const target = await open(path, 'r+');
    await target.write(Buffer.alloc(size - from, 0x5a), 0, size - from, from);
    await target.close();
  }

  test.each([
    ['at its beginning', 0],
    ['after its first pages', 8_192],
  ])('is refused when it is opened, and is not changed (damaged %s)', async (_where, from) => {
    const folder = await temporaryFolder();
    const store = sqliteStore(folder);
    await store.probe();
    for (let index = 0; index < 50; index += 1) await issueKey(store);
    await store.close();
    await overwrite(file(folder), from);
    const bytes = await readFile(file(folder));
    await expect(sqliteStore(folder).probe()).rejects.toThrow(/state\.db is damaged\./);
    expect((await readFile(file(folder))).equals(bytes)).toBe(true);
  });

  test('of a running server does not prevent answers, and is refused at the next start', async () => {
    const folder = await temporaryFolder();
    const { server } = await start(folder);
    const { bearer } = await issueKey(server.state.store);
    await statusesOf(server, 3, bearer);
    await rm(`${file(folder)}-wal`);
    await overwrite(file(folder), 0);
    const statuses = await statusesOf(server, 100, { ...bearer, 'x-agent-id': 'ada' });
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    await expect(sqliteStore(folder).probe()).rejects.toThrow(StateFileError);
  });
});

describe('an unusable data folder', () => {
  const afterWriting = async (folder: string): Promise<string> => {
    await writeFile(join(folder, 'data'), '');
    return join(folder, 'data');
  };

  test.each<[string, (folder: string) => Promise<string>]>([
    ['is a file', afterWriting],
    ['lies below a file', async (folder) => join(await afterWriting(folder), 'below')],
    // /proc refuses every new folder with ENOENT.
    ['cannot be created', async () => '/proc/nowhere/data'],
    [
      'is read-only',
      async (folder) => {
        await readOnlyAt(folder);
        return folder;
      },
    ],
  ])('that %s is refused in one sentence that says what to do', async (_why, prepare) => {
    const data = await prepare(await temporaryFolder());
    const opening = Promise.resolve().then(() => sqliteStore(data).probe());
    await expect(opening).rejects.toThrow(StateFileError);
    await expect(opening).rejects.toThrow(/choose another (?:folder )?with --data \(DATA_DIR\)$/);
  });

  test.each([
    ['of another program', 'CREATE TABLE notes (text TEXT)', false, 'is a database of another program'],
    ['of a later version', 'PRAGMA user_version = 99', true, 'was written by a newer version of this program'],
  ])('whose state file is %s is refused, and the file is not changed', async (_what, change, isOurs, message) => {
    const folder = await temporaryFolder();
    if (isOurs) {
      const store = sqliteStore(folder);
      await store.probe();
      await store.close();
    }
    const other = new Database(file(folder));
    other.exec(change);
    // Without this checkpoint, libsql would copy its write-ahead log into the file later, when it releases the file.
    other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    other.close();
    const bytes = await readFile(file(folder));
    await expect(sqliteStore(folder).probe()).rejects.toThrow(message);
    expect((await readFile(file(folder))).equals(bytes)).toBe(true);
  });
});

test('the state files and their folder are accessible only to their owner', async () => {
  const folder = await temporaryFolder();
  const store = sqliteStore(join(folder, 'data'));
  onTestFinished(() => store.close());
  await store.probe();
  await issueKey(store);
  expect((await stat(join(folder, 'data'))).mode & 0o777).toBe(0o700);
  for (const name of ['state.db', 'state.db-wal', 'state.db-shm'])
    expect((await stat(join(folder, 'data', name))).mode & 0o777, name).toBe(0o600);
});

test('a deleted state file is recreated with the keys that the server knows', async () => {
  const folder = await temporaryFolder();
  const { server, log } = await start(folder);
  const { bearer, record } = await issueKey(server.state.store);
  expect((await server.get('/api/v1/domains', bearer)).status).toBe(200);
  for (const name of ['', '-wal', '-shm']) await rm(file(folder) + name);
  await log.said('the state store had lost the keys');
  const reader = sqliteStore(folder);
  onTestFinished(() => reader.close());
  await reader.probe();
  expect((await reader.keys.changedAfter(0)).records.map(({ id }) => id)).toEqual([record.id]);
  expect((await server.get('/api/v1/domains', bearer)).status).toBe(200);
});
