import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changeKey } from '../../scripts/keys.ts';
import { apiKeyPattern, hashOfKey, type KeyRecord, newApiKey, newKeyId } from '../../server/access/api-keys.ts';
import { periodAt } from '../../server/access/plans.ts';
import { databaseFile } from '../../server/state/sqlite/database.ts';
import { temporaryFolder } from '../site.ts';
import { openStore, stele } from './command.ts';

const dayMs = 86_400_000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const ahead = (ms: number): string => ago(-ms);
const isTime = expect.stringMatching(/^\d{4}-.*Z$/);

async function recordsIn(folder: string): Promise<KeyRecord[]> {
  return (await (await openStore(folder)).keys.changedAfter(0)).records;
}

/** Stores a key in the state of the folder; by default a key created a day ago. */
async function putKey(folder: string, more: Partial<KeyRecord> = {}): Promise<{ id: string; key: string }> {
  const id = more.id ?? newKeyId();
  const key = newApiKey(id);
  const createdAt = more.createdAt ?? ago(dayMs);
  const secrets = [{ hash: hashOfKey(key), createdAt, expiresAt: null }];
  const usual: KeyRecord = { id, plan: 'free', label: 'a test', createdAt, expiresAt: null, revokedAt: null, secrets };
  expect(await (await openStore(folder)).keys.put({ ...usual, ...more }, undefined)).toBe(true);
  return { id, key };
}

const keys = (folder: string, ...given: string[]) => stele(['keys', ...given, '--data', folder]);
const created = ['create', '--plan', 'free', '--label', 'CI of the team'];

/** Returns all files in a folder as one text. Reads synchronously, because SQLite may remove its helper files at any time. */
const bytesIn = (folder: string): string =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('');

describe('stele keys create', () => {
  it('prints only the key on stdout, and its plan and id on stderr', async () => {
    const folder = join(await temporaryFolder(), 'data');
    const { code, stdout, stderr } = await keys(folder, ...created);
    const key = stdout.slice(0, -1);
    expect([code, key]).toEqual([0, expect.stringMatching(apiKeyPattern)]);
    const [record] = await recordsIn(folder);
    expect(stderr).toBe(
      `a free key for "CI of the team": 1,000 requests per UTC day, until it is revoked. Its id is ${record?.id}\n` +
        'It is shown only now, because the server keeps only its hash. Store it like a password.\n' +
        `Try it:  curl -H "Authorization: Bearer $KEY" 'http://127.0.0.1:8080/api/v1/search?pageSize=1'\n`,
    );
    expect(record).toEqual({
      id: key.slice(6, 18),
      plan: 'free',
      label: 'CI of the team',
      createdAt: isTime,
      expiresAt: null,
      revokedAt: null,
      secrets: [{ hash: hashOfKey(key), createdAt: record?.createdAt, expiresAt: null }],
    });
  });

  it('prints five fields as JSON, and with --expires also expiresAt', async () => {
    const folder = await temporaryFolder();
    const { stdout, stderr } = await keys(folder, ...created, '--json');
    const [record] = await recordsIn(folder);
    const { id, createdAt } = record ?? {};
    const key = expect.stringMatching(apiKeyPattern);
    expect(JSON.parse(stdout)).toEqual({ key, id, plan: 'free', label: 'CI of the team', createdAt });
    expect(stderr).toBe('');
    const ending = JSON.parse((await keys(folder, ...created, '--json', '--expires', '90d')).stdout);
    expect(Date.parse(ending.expiresAt) - Date.parse(ending.createdAt)).toBe(90 * dayMs);
    expect((await recordsIn(folder)).map(({ expiresAt }) => expiresAt)).toContain(ending.expiresAt);
    expect((await keys(folder, ...created, '--expires', '2999-01-31')).stderr).toContain('until 2999-01-31 00:00Z.');
  });

  it('prints a curl command with the public address, and on a terminal also with the key', async () => {
    const given = ['keys', ...created, '--data', await temporaryFolder()];
    for (const [environment, address] of [
      [{ PUBLIC_URL: 'https://kb.example.org' }, 'https://kb.example.org'],
      [{ HOST: '0.0.0.0', PORT: '80' }, 'http://localhost:80'],
      [{ HOST: '::1' }, 'http://[::1]:8080'],
    ] as const)
      expect((await stele(given, environment)).stderr).toContain(`"Authorization: Bearer $KEY" '${address}/api/v1/`);
    const { stdout, stderr } = await stele(given, {}, { terminal: { isTTY: true } });
    expect(stderr).toContain(`curl -H "Authorization: Bearer ${stdout.trim()}"`);
  });

  it('writes no key to the disk, and makes its files readable only by their owner', async () => {
    const folder = join(await temporaryFolder(), 'data');
    const { key, id } = JSON.parse((await keys(folder, ...created, '--json')).stdout);
    const next = JSON.parse((await keys(folder, 'rotate', id, '--json')).stdout).key;
    const bytes = bytesIn(folder);
    expect(bytes).toContain(hashOfKey(key));
    const secrets = [key, next].map((whole: string) => whole.slice(19));
    expect(secrets.filter((secret) => bytes.includes(secret))).toEqual([]);
    expect((await stat(join(folder, databaseFile))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it.each([
    [['--label', '  '], /^stele: --label cannot be this text: it is empty; name the owner of the key in 1–100/],
    [['--label', '长'.repeat(101)], /it has 101 characters; name the owner of the key/],
    [['--label', 'a\u001b[31m'], /it has control characters/],
    [['--label', newApiKey('abcdefghijkm')], /it contains a key, which would be stored in clear text/],
    [['--expires', 'tomorrow'], /--expires is "tomorrow"; it takes a duration .* or a moment/],
    [['--expires', '2020-01-31'], /--expires is "2020-01-31", which is not in the future/],
    [['--redis-url', 'http://me:hidden@localhost'], /--redis-url \(REDIS_URL\) is \(not shown\)/],
  ])('ends with 2 and one sentence for %j, and creates no state', async (given, sentence) => {
    const folder = join(await temporaryFolder(), 'data');
    const { code, stdout, stderr } = await keys(folder, ...created, ...given);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(sentence)]);
    expect(stderr.split('\n')).toHaveLength(2);
    expect(stderr).not.toMatch(/hidden|stele_abc/);
    expect(existsSync(folder)).toBe(false);
  });
});

describe('stele keys list', () => {
  it('shows the plan, usage and expiry of each key', async () => {
    const folder = await temporaryFolder();
    const now = Date.now();
    const [day, month] = [periodAt('day', now), periodAt('month', now)];
    const [nine, eight] = [ago(9 * dayMs), ago(8 * dayMs)];
    const { id: plain } = await putKey(folder, { createdAt: nine, label: '测试团队' });
    const { id: ending } = await putKey(folder, { createdAt: eight, plan: 'paid', expiresAt: ahead(3 * dayMs) });
    const { quotas } = await openStore(folder);
    const used = { requests: 1234, limit: 30_000, atMs: now };
    await quotas.charge({ ...used, keyId: plain, period: day, requests: 12 });
    await quotas.charge({ ...used, keyId: ending, period: month });
    const { code, stdout, stderr } = await keys(folder, 'list');
    expect([code, stderr]).toEqual([0, '']);
    const shown = (at: number | string): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}Z`;
    expect(stdout.split('\n')).toEqual([
      'id            plan  label     status                     used  until              last used          created',
      `${plain}  free  测试团队  active                 12/1,000  ${shown(day.endMs)}  ${shown(now)}  ${shown(nine)}`,
      `${ending}  paid  a test    expires in 3 days  1,234/30,000  ${shown(month.endMs)}  ${shown(now)}  ${shown(eight)}`,
      '2 keys',
      '',
    ]);
  });

  it('omits revoked and expired keys, and prints their number', async () => {
    const folder = await temporaryFolder();
    await putKey(folder, { revokedAt: ago(1000) });
    expect((await keys(folder, 'list')).stdout).toBe('no key is in use; 1 more revoked or expired (--all)\n');
    await putKey(folder, { expiresAt: ago(1000) });
    const { id } = await putKey(folder);
    expect((await keys(folder, 'list')).stdout).toMatch(
      new RegExp(`\n${id}  free  a test  active .*\n1 key; 2 more revoked or expired \\(--all\\)\n$`),
    );
    const all = (await keys(folder, 'list', '--all')).stdout;
    expect(all.match(/(?<= )(active|revoked|expired)(?= )/g)?.sort()).toEqual(['active', 'expired', 'revoked']);
  });

  it('prints everything except secrets as JSON', async () => {
    const folder = await temporaryFolder();
    const { id } = await putKey(folder);
    await keys(folder, 'rotate', id);
    const [record] = await recordsIn(folder);
    const { stdout } = await keys(folder, 'list', '--json');
    expect(JSON.parse(stdout)).toEqual([
      {
        id,
        plan: 'free',
        label: 'a test',
        status: 'rotating',
        createdAt: isTime,
        expiresAt: null,
        revokedAt: null,
        previousExpiresAt: record?.secrets[0]?.expiresAt,
        used: 0,
        limit: 1000,
        periodEndsAt: new Date(periodAt('day', Date.now()).endMs).toISOString(),
        lastUsedAt: null,
      },
    ]);
    expect((await keys(folder, 'list')).stdout).toContain(' rotating, old one ends in 24 hours ');
    for (const { hash } of record?.secrets ?? []) expect(stdout).not.toContain(hash);
  });

  it.each([
    [-1, 0],
    [1, 7],
  ])('shows the usage that was counted on day %d from today as %d requests', async (days, used) => {
    const folder = await temporaryFolder();
    const { id: keyId } = await putKey(folder);
    const { quotas } = await openStore(folder);
    const atMs = Date.now() + days * dayMs;
    await quotas.charge({ keyId, period: periodAt('day', atMs), limit: 1000, requests: 7, atMs });
    const own = { used, lastUsedAt: new Date(atMs).toISOString() };
    expect(JSON.parse((await keys(folder, 'list', '--json')).stdout)).toMatchObject([own]);
  });
});

describe('stele keys revoke', () => {
  it('revokes a key, and when run again reports when it was revoked', async () => {
    const folder = await temporaryFolder();
    const { id } = await putKey(folder);
    const stdout = `${id} (free, "a test") is revoked; servers refuse it within a second\n`;
    expect(await keys(folder, 'revoke', id)).toEqual({ code: 0, stdout, stderr: '' });
    const [record] = await recordsIn(folder);
    expect(record?.revokedAt).toEqual(isTime);
    const since = `${record?.revokedAt?.slice(0, 16).replace('T', ' ')}Z`;
    const again = `${id} (free, "a test") was revoked at ${since}; nothing was changed\n`;
    expect(await keys(folder, 'revoke', id)).toMatchObject({ code: 0, stdout: again });
    expect(await recordsIn(folder)).toEqual([record]);
  });

  it('accepts a whole key instead of its id, and warns that the key stays in the shell history', async () => {
    const folder = await temporaryFolder();
    const { id, key } = await putKey(folder);
    const stdout = expect.stringContaining(`${id} (free, "a test") is revoked;`);
    const stderr = `stele: this is a complete key; the id ${id} is enough. A key on a command line stays in the shell's history: remove it there\n`;
    expect(await keys(folder, 'revoke', key)).toEqual({ code: 0, stdout, stderr });
    expect((await recordsIn(folder))[0]?.revokedAt).not.toBeNull();
  });

  it('says that an unknown key does not exist, and prints no secret', async () => {
    const folder = await temporaryFolder();
    await putKey(folder);
    const stderr = 'stele: there is no key "key=stele_…". `npm run keys -- list --all` shows all of them\n';
    expect(await keys(folder, 'revoke', 'key=stele_aaaaaaaaaaaa_secret')).toEqual({ code: 2, stdout: '', stderr });
  });
});

describe('stele keys rotate', () => {
  it('creates a new secret for the same id, and keeps the old secret valid for a day', async () => {
    const folder = await temporaryFolder();
    const { id, key: old } = await putKey(folder);
    const { code, stdout, stderr } = await keys(folder, 'rotate', id);
    const key = stdout.slice(0, -1);
    expect([code, key]).toEqual([0, expect.stringMatching(`^stele_${id}_[A-Za-z0-9_-]{43}$`)]);
    expect(stderr).toMatch(`the new key of ${id} (free, "a test"); the previous one ends in 24 hours, at `);
    const [before, after] = (await recordsIn(folder))[0]?.secrets ?? [];
    expect([before?.hash, after?.hash, after?.expiresAt]).toEqual([hashOfKey(old), hashOfKey(key), null]);
    expect(Date.parse(before?.expiresAt ?? '') - Date.parse(after?.createdAt ?? '')).toBe(dayMs);
  });

  it('with --overlap 0 ends the old secret immediately', async () => {
    const folder = await temporaryFolder();
    const { id } = await putKey(folder);
    const { stdout, stderr } = await keys(folder, 'rotate', id, '--overlap', '0');
    expect(stderr).toContain('; the previous one has ended\n');
    const [record] = await recordsIn(folder);
    expect(record?.secrets.map(({ hash }) => hash)).toEqual([hashOfKey(stdout.slice(0, -1))]);
  });

  it('drops expired secrets, and extends neither the expiry of an older secret nor that of the key', async () => {
    const folder = await temporaryFolder();
    const createdAt = ago(2 * dayMs);
    const secret = (letter: string, expiresAt: string | null) => ({ hash: letter.repeat(64), createdAt, expiresAt });
    const [soon, end] = [ahead(60_000), ahead(3_600_000)];
    const secrets = [secret('a', ago(1000)), secret('b', soon), secret('c', null)];
    const { id } = await putKey(folder, { expiresAt: end, secrets });
    const { stdout } = await keys(folder, 'rotate', id, '--json');
    expect(JSON.parse(stdout).previousExpiresAt).toBe(end);
    const [record] = await recordsIn(folder);
    expect(record?.secrets.slice(0, -1)).toEqual([secret('b', soon), secret('c', end)]);
    expect(record?.expiresAt).toBe(end);
  });

  it.each([
    ['revokedAt', 'was revoked'],
    ['expiresAt', 'expired'],
  ])('refuses a key that has the field %s in the past', async (field, said) => {
    const folder = await temporaryFolder();
    const { id } = await putKey(folder, { [field]: '2026-01-02T03:04:05.000Z' });
    const before = await recordsIn(folder);
    const stderr = `stele: ${id} ${said} at 2026-01-02 03:04Z and cannot be rotated; create another key\n`;
    expect(await keys(folder, 'rotate', id)).toEqual({ code: 2, stdout: '', stderr });
    expect(await recordsIn(folder)).toEqual(before);
  });

  it.each(['31d', '721h', 'forever'])('ends with 2 for --overlap %j', async (overlap) => {
    const folder = await temporaryFolder();
    const { id } = await putKey(folder);
    const stderr = `stele: --overlap is "${overlap}"; it takes a duration such as 30m, 12h or 7d, at most 30d, or 0 to end the old key at once\n`;
    expect(await keys(folder, 'rotate', id, `--overlap=${overlap}`)).toMatchObject({ code: 2, stderr });
  });
});

describe('concurrent changes of a key', () => {
  /** Sets the label of a key. Before each of the first `times` attempts, another process changes the key. */
  async function relabel(times: number) {
    const folder = await temporaryFolder();
    const { id } = await putKey(folder, { id: 'abcdefghijk2' });
    const { keys: ours } = await openStore(folder);
    let overtaken = 0;
    const busy: typeof ours = {
      ...ours,
      async put(record, before) {
        overtaken += 1;
        if (overtaken <= times && before !== undefined)
          await ours.put({ ...before, plan: 'paid', createdAt: ago(overtaken * 1000) }, before);
        return await ours.put(record, before);
      },
    };
    return { folder, result: changeKey(busy, id, (kept) => ({ ...kept, label: 'ours' })) };
  }

  it('are both kept, because the slower change is applied again to the newer record', async () => {
    const { folder, result } = await relabel(1);
    const { after } = await result;
    expect(after).toMatchObject({ plan: 'paid', label: 'ours' });
    expect(await recordsIn(folder)).toEqual([after]);
  });

  it('fail with a message after ten attempts', async () => {
    const { result } = await relabel(Number.POSITIVE_INFINITY);
    const said = 'other processes changed the key abcdefghijk2 during each of 10 attempts; try again';
    await expect(result).rejects.toThrow(said);
  });
});
