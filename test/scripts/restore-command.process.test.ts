import { copyFile, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { issueKey } from '../server/keys.ts';
import { smallEdition } from '../server/small-site.ts';
import { copyOf, temporaryFolder } from '../site.ts';
import { addKey, keysIn, openStore, stele, steleProcess, steleStart } from './command.ts';

let data: string;
let copy: string;
/** The ids of two keys. The copy has only the first; the state has both. */
let [copied, later] = ['', ''];
let made: string;

beforeAll(async () => {
  made = await temporaryFolder();
  copied = await addKey(made);
  expect((await steleProcess(['backup', '--data', made, '--out', join(made, 'copy.db')])).code).toBe(0);
  later = await addKey(made);
});

beforeEach(async () => {
  data = await copyOf(made);
  copy = join(await temporaryFolder(), 'copy.db');
  await rename(join(data, 'copy.db'), copy);
});

const restore = (...given: string[]) => steleProcess(['restore', ...given, '--data', data]);

describe('stele restore', () => {
  it('replaces the state with the copy, and keeps the old state as another copy', async () => {
    const bytes = await readFile(copy);
    const { code, stdout, stderr } = await restore(copy);
    expect([code, stderr]).toEqual([0, '']);
    const kept = /; the previous state is in (.*)\n$/.exec(stdout)?.[1] ?? '';
    expect(stdout).toContain(`restored to ${join(data, 'state.db')}: `);
    expect(kept).toMatch(/state\.db\.before-restore-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/);
    expect((await readdir(data)).sort()).toEqual(['state.db', kept.slice(data.length + 1)]);
    expect((await stat(join(data, 'state.db'))).mode & 0o777).toBe(0o600);
    expect(await keysIn(data)).toEqual([copied]);
    expect(await readFile(copy)).toEqual(bytes);
    const elsewhere = await temporaryFolder();
    expect((await steleProcess(['restore', kept, '--data', elsewhere])).code).toBe(0);
    expect((await keysIn(elsewhere)).sort()).toEqual([copied, later].sort());
  });

  it('refuses while a server has the state open, and works after the server was killed', async () => {
    const server = await steleStart(['--edition', await smallEdition(), '--data', data]);
    const before = (await readdir(data)).sort();
    const refused = await restore(copy);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('has this state open')]);
    expect((await readdir(data)).sort()).toEqual(before);
    server.process.kill('SIGKILL');
    await server.exited;
    const done = await restore(copy);
    expect([done.code, done.stderr]).toEqual([0, '']);
    expect((await readdir(data)).filter((name) => /-(?:wal|shm|journal)$|part$/.test(name))).toEqual([]);
    expect(await keysIn(data)).toEqual([copied]);
  });

  it('keeps changes that a killed server left only in the write-ahead log', async () => {
    const database = new Database(join(data, 'state.db'));
    onTestFinished(() => void database.close());
    // A killed server leaves committed data only in the write-ahead log.
    const crashed = await temporaryFolder();
    database.exec("UPDATE facts SET value = 'only in the log' WHERE name = 'probed'");
    for (const name of ['state.db', 'state.db-wal']) await copyFile(join(data, name), join(crashed, name));
    const { stdout } = await steleProcess(['restore', copy, '--data', crashed]);
    const kept = /the previous state is in (.*)\n$/.exec(stdout)?.[1] ?? '';
    const saved = new Database(kept);
    onTestFinished(() => void saved.close());
    const value = 'only in the log';
    expect(saved.prepare("SELECT value FROM facts WHERE name = 'probed'").get()).toMatchObject({ value });
    expect(await keysIn(crashed)).toEqual([copied]);
  });

  it('replaces a damaged state, and keeps the damaged files for recovery', async () => {
    await writeFile(join(data, 'state.db'), 'rubbish '.repeat(2000));
    await writeFile(join(data, 'state.db-wal'), 'rubbish too');
    const { code, stderr } = await restore(copy);
    expect([code, stderr]).toEqual([0, '']);
    expect(await keysIn(data)).toEqual([copied]);
    const names = (await readdir(data)).filter((name) => name.includes('before-restore'));
    expect(names.map((name) => name.replace(/.*Z/, '')).sort()).toEqual(['', '-wal']);
  });

  it.each([
    ['a trigger', 'CREATE TRIGGER free AFTER UPDATE ON quotas BEGIN UPDATE quotas SET used = 0; END', 'free'],
    [
      'an endless view in place of a table',
      `DROP TABLE documents; CREATE VIEW documents AS WITH RECURSIVE n(rank) AS
       (SELECT 1 UNION ALL SELECT rank + 1 FROM n) SELECT 'agents' AS kind, rank FROM n`,
      'documents',
    ],
    ['a missing table', 'DROP TABLE secrets', 'secrets'],
  ])('refuses a copy with %s', async (_what, change, name) => {
    const changed = new Database(copy);
    changed.exec(change);
    changed.close();
    const { code, stderr } = await stele(['restore', copy, '--data', data, '--locale', 'en']);
    const said = `stele: ${copy} contains "${name}", which is not part of a state; name a file that npm run backup wrote\n`;
    expect([code, stderr]).toEqual([2, said]);
    expect((await keysIn(data)).sort()).toEqual([copied, later].sort());
  });

  it('refuses a copy that is damaged, missing or not a backup, and changes nothing', async () => {
    const [bytes, folder] = [await readFile(copy), await temporaryFolder()];
    const made = async (name: string, content: Uint8Array | string): Promise<string> => {
      await writeFile(join(folder, name), content);
      return join(folder, name);
    };
    const flipped = Buffer.from(bytes).fill(0xff, 4096, 12_288);
    const newer = await made('newer.db', bytes);
    const raised = new Database(newer);
    raised.exec('PRAGMA user_version = 999');
    raised.close();
    // All pages of this copy are readable, but an index does not match its table.
    const crossed = await made('crossed.db', bytes);
    const setIndex = (sql: string): string => `PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = ${sql} WHERE name = 'documents_by_rank'`;
    for (const change of [
      setIndex("sql || ' WHERE rank > 1'"),
      `INSERT INTO documents VALUES ('agents', 'ada', 1, '{}'); ${setIndex("replace(sql, ' WHERE rank > 1', '')")}`,
    ]) {
      const edited = new Database(crossed);
      edited.exec(change);
      edited.close();
    }
    const wrong: [path: string, why: string][] = [
      [join(folder, 'missing.db'), 'it does not exist'],
      [await made('text.db', 'some text'.repeat(999)), 'is damaged'],
      [await made('empty.db', ''), 'is not a backup of the state'],
      [await made('short.db', bytes.subarray(0, 8192)), 'is damaged'],
      [await made('flipped.db', flipped), 'is damaged'],
      [crossed, 'is damaged'],
      [
        newer,
        'was written by another version of this program (its tables have version 999; this program knows version 2)',
      ],
      [join(data, 'state.db'), 'is the current state, not a backup of it'],
      [folder, 'it is a folder'],
    ];
    const before = await readFile(join(data, 'state.db'));
    for (const [path, why] of wrong) {
      const { code, stderr } = await stele(['restore', path, '--data', data]);
      expect([path, code, stderr]).toEqual([path, 2, expect.stringContaining(why)]);
    }
    expect(await readFile(join(data, 'state.db'))).toEqual(before);
    expect((await readdir(data)).filter((name) => !/^state\.db(?:-wal|-shm)?$/.test(name))).toEqual([]);
    const used = await made('used.db', bytes);
    await made('used.db-wal', 'a log');
    expect((await restore(used, '--locale', 'zh')).stderr).toContain('它不是备份');
  });

  it('restores a consistent snapshot from a backup that was made while a server was writing', async () => {
    const data = await temporaryFolder();
    const store = await openStore(data);
    const { bearer, record } = await issueKey(store, { plan: 'paid' });
    const server = await steleStart(['--edition', await smallEdition(), '--data', data]);
    let [isOver, answered] = [false, 0];
    const caller = async (): Promise<void> => {
      while (!isOver) {
        const response = await fetch(`${server.origin}/api/v1/domains`, { headers: bearer });
        await response.arrayBuffer();
        if (response.status === 200) answered += 1;
      }
    };
    expect((await fetch(`${server.origin}/api/v1/domains`, { headers: bearer })).status).toBe(200);
    answered += 1;
    const callers = Array.from({ length: 8 }, caller);
    const counts: [before: number, kept: number, after: number][] = [];
    for (let number = 0; number < 3; number += 1) {
      const out = join(data, `copy-${number}.db`);
      const before = answered;
      const { code, stdout, stderr } = await steleProcess(['backup', '--data', data, '--out', out]);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(
        /^copied to .*: \d+ KiB; 1 key \(1 used\), 0 agents, \d+ quer\w+; newest entry from .*Z\n$/,
      );
      const restored = await temporaryFolder();
      expect(await steleProcess(['restore', out, '--data', restored])).toMatchObject({ code: 0, stderr: '' });
      const copy = await openStore(restored);
      const kept = (await copy.quotas.usage([record.id])).get(record.id)?.used ?? 0;
      expect((await copy.keys.changedAfter(0)).records).toEqual([record]);
      counts.push([before, kept, answered]);
    }
    isOver = true;
    await Promise.all(callers);
    // The copy counts every request that was answered before it began, and may count requests that were running.
    expect(counts.filter(([before, kept, after]) => kept < before || kept > after + callers.length)).toEqual([]);
    expect(counts[2]?.[1]).toBeGreaterThan(counts[0]?.[1] ?? 0);
  });
});
