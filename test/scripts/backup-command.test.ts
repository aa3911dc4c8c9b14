import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { issueKey } from '../server/keys.ts';
import { temporaryFolder } from '../site.ts';
import { openStore, stele } from './command.ts';

/** A data folder whose state has one key. */
async function folderWithState(): Promise<string> {
  const folder = await temporaryFolder();
  await issueKey(await openStore(folder));
  return folder;
}

const backup = (data: string, ...given: string[]) => stele(['backup', '--data', data, ...given]);

describe('stele backup', () => {
  it('writes one file, readable only by its owner, with the time in its name', async () => {
    const out = await temporaryFolder();
    expect((await backup(await folderWithState(), '--out', out)).code).toBe(0);
    const [name = '', ...more] = await readdir(out);
    expect([name, more]).toEqual([expect.stringMatching(/^stele-state-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db$/), []]);
    expect((await stat(join(out, name))).mode & 0o777).toBe(0o600);
  });

  it('replaces an existing file only with --force, and never replaces the state files that it copies', async () => {
    const data = await folderWithState();
    const out = join(data, 'copy.db');
    await writeFile(out, 'mine');
    const stderr = `stele: ${out} already exists; name another file with --out, or replace it with --force\n`;
    expect(await backup(data, '--out', out)).toMatchObject({ code: 2, stderr });
    expect(await readFile(out, 'utf8')).toBe('mine');
    expect((await backup(data, '--out', out, '--force')).code).toBe(0);
    expect((await readFile(out)).subarray(0, 15).toString()).toBe('SQLite format 3');
    for (const name of ['state.db', 'state.db-wal']) {
      const own = await backup(data, '--out', join(data, name), '--force');
      expect([own.code, own.stderr]).toEqual([2, expect.stringContaining('is the state in use')]);
    }
  });

  it('reports in the requested language why it failed, and leaves no file', async () => {
    const [empty, damaged, out] = [await temporaryFolder(), await temporaryFolder(), await temporaryFolder()];
    await writeFile(join(damaged, 'state.db'), 'no database at all, and long enough to be looked at as one'.repeat(99));
    const foreign = await temporaryFolder();
    const other = new Database(join(foreign, 'state.db'));
    other.exec('CREATE TABLE tea (name TEXT)');
    other.close();
    for (const [given, said] of [
      [[empty, '--out', out, '--locale', 'zh'], '里还没有状态'],
      [[damaged, '--out', out], 'is damaged and cannot be copied'],
      [[foreign, '--out', out], 'is not a backup of the state'],
      [[foreign, '--out', join(out, 'missing', 'copy.db')], 'it does not exist'],
    ] as const) {
      const { code, stderr } = await stele(['backup', '--data', ...given]);
      expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
    }
    expect([await readdir(empty), await readdir(out)]).toEqual([[], []]);
  });

  it('refuses a state in Redis, explains how to back up Redis instead, and does not print its password', async () => {
    for (const given of [['backup'], ['restore', 'copy.db']]) {
      const { code, stderr } = await stele(given, { REDIS_URL: 'redis://:hidden@tea.example:6379' });
      expect([code, stderr]).toEqual([2, expect.stringContaining('tea.example:6379')]);
      expect(stderr).toContain('AOF');
      expect(stderr).not.toContain('hidden');
    }
  });
});
