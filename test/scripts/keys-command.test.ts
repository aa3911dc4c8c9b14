import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { changeKey, rotated } from '../../scripts/keys/changes.ts';
import { apiKeyPattern, hashOfKey, type KeyRecord, newApiKey, newKeyId } from '../../server/access/api-keys.ts';
import { periodAt } from '../../server/access/plans.ts';
import { databaseFile } from '../../server/state/sqlite/database.ts';
import { sqliteStore } from '../../server/state/sqlite/store.ts';
import type { StateStore } from '../../server/state/store.ts';
import { temporaryFolder } from '../site.ts';
import { stele } from './command.ts';

const dayMs = 86_400_000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const ahead = (ms: number): string => ago(-ms);

async function openStore(folder: string): Promise<StateStore> {
  const store = sqliteStore(folder);
  onTestFinished(() => store.close());
  await store.probe();
  return store;
}

async function recordsIn(folder: string): Promise<KeyRecord[]> {
  return (await (await openStore(folder)).keys.changedAfter(0)).records;
}

/** Writes a key into the folder as it would have been left on an earlier day. */
async function putKey(folder: string, more: Partial<KeyRecord> = {}): Promise<{ id: string; key: string }> {
  const id = more.id ?? newKeyId();
  const key = newApiKey(id);
  const createdAt = more.createdAt ?? ago(dayMs);
  const secrets = [{ hash: hashOfKey(key), createdAt, expiresAt: null }];
  const record: KeyRecord = {
    id,
    plan: 'free',
    label: 'a test',
    createdAt,
    expiresAt: null,
    revokedAt: null,
    secrets,
    ...more,
  };
  expect(await (await openStore(folder)).keys.put(record, undefined)).toBe(true);
  return { id, key };
}

const keys = (folder: string, ...given: string[]) => stele(['keys', ...given, '--data', folder]);
const created = ['create', '--plan', 'free', '--label', 'CI of the team'];

async function madeKey(folder: string): Promise<{ key: string; id: string }> {
  const { key, id } = JSON.parse((await keys(folder, ...created, '--json')).stdout);
  return { key, id };
}

/** The content of all files in a folder, as one text. Read immediately: SQLite's helper files vanish when a closed database is collected. */
const bytesIn = (folder: string): string =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('');

describe('stele keys create', () => {
  it('prints only the key on stdout, and its plan on stderr', async () => {
    const folder = join(await temporaryFolder(), 'data');
    const { code, stdout, stderr } = await keys(folder, ...created);
    expect(code).toBe(0);
    const key = stdout.slice(0, -1);
    expect(key).toMatch(apiKeyPattern);
    const [record] = await recordsIn(folder);
    expect(stderr).toBe(
      `a free key for "CI of the team": 1,000 requests per UTC day, until it is revoked. Its id is ${record?.id}\n` +
        'It is shown only now, and only its hash is kept: store it where secrets are stored.\n' +
        `Try it:  curl -H "Authorization: Bearer $KEY" 'http://127.0.0.1:8080/api/v1/search?pageSize=1'\n`,
    );
    expect(record).toEqual({
      id: key.slice(6, 18),
      plan: 'free',
      label: 'CI of the team',
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      expiresAt: null,
      revokedAt: null,
      secrets: [{ hash: hashOfKey(key), createdAt: record?.createdAt, expiresAt: null }],
    });
  });

  it('prints exactly five fields as JSON', async () => {
    const folder = await temporaryFolder();
    const { stdout, stderr } = await keys(folder, ...created, '--json');
    expect(stderr).toBe('');
    const shown = JSON.parse(stdout);
    expect(Object.keys(shown)).toEqual(['key', 'id', 'plan', 'label', 'createdAt']);
    const [record] = await recordsIn(folder);
    expect(shown).toEqual({
      key: expect.stringMatching(apiKeyPattern),
      id: record?.id,
      plan: 'free',
      label: 'CI of the team',
      createdAt: record?.createdAt,
    });
  });

  it('accepts an expiry as a date, as a time in a zone, or as a duration', async () => {
    const folder = await temporaryFolder();
    const endOf = async (expires: string): Promise<{ createdAt: string; expiresAt: string }> =>
      JSON.parse(
        (await keys(folder, 'create', '--plan', 'paid', '--label', 'x', '--json', '--expires', expires)).stdout,
      );
    const shown = await endOf('2999-01-31');
    expect(Object.keys(shown)).toEqual(['key', 'id', 'plan', 'label', 'createdAt', 'expiresAt']);
    expect(shown.expiresAt).toBe('2999-01-31T00:00:00.000Z');
    expect((await endOf('2999-01-31T18:00:00+08:00')).expiresAt).toBe('2999-01-31T10:00:00.000Z');
    const { createdAt, expiresAt } = await endOf('90d');
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(90 * dayMs);
    expect((await recordsIn(folder)).map((record) => record.expiresAt)).toContain(expiresAt);
    const { stderr } = await keys(folder, ...created, '--expires', '2999-01-31');
    expect(stderr).toContain('1,000 requests per UTC day, until 2999-01-31 00:00Z.');
  });

  it('shows the address that agents reach', async () => {
    const folder = await temporaryFolder();
    const addressWith = async (environment: Record<string, string>): Promise<string | undefined> =>
      /'(http.*)\/api\/v1\//.exec((await stele(['keys', ...created, '--data', folder], environment)).stderr)?.[1];
    expect(await addressWith({ PUBLIC_URL: 'https://kb.example.org' })).toBe('https://kb.example.org');
    expect(await addressWith({ HOST: '0.0.0.0', PORT: '80' })).toBe('http://localhost:80');
    expect(await addressWith({ HOST: '::1' })).toBe('http://[::1]:8080');
  });

  it('shows a runnable line on a terminal', async () => {
    const given = ['keys', ...created, '--data', await temporaryFolder()];
    const { stdout, stderr } = await stele(given, {}, { terminal: { isTTY: true } });
    expect(stderr).toContain(`curl -H "Authorization: Bearer ${stdout.trim()}"`);
  });

  it('leaves no key on the disk, and only files readable by this user alone', async () => {
    const folder = join(await temporaryFolder(), 'data');
    const { key, id } = await madeKey(folder);
    const next = JSON.parse((await keys(folder, 'rotate', id, '--json')).stdout).key;
    const bytes = bytesIn(folder);
    expect(bytes).toContain(hashOfKey(key));
    const secrets = [key, next].map((whole: string) => whole.slice(19));
    expect(secrets.filter((secret) => bytes.includes(secret))).toEqual([]);
    expect((await stat(join(folder, databaseFile))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it.each([
    [
      'an empty label',
      ['--label', '  '],
      /^stele: --label cannot be this text: it is empty; it takes 1–100 characters/,
    ],
    ['a long label', ['--label', '长'.repeat(101)], /it has 101 characters; it takes 1–100 characters/],
    ['a label with control characters', ['--label', 'a\u001b[31m'], /it has control characters/],
    [
      'a label that is a key',
      ['--label', newApiKey('abcdefghijkm')],
      /it contains a key, which would be stored in clear text/,
    ],
    [
      'an end that is no moment',
      ['--expires', 'tomorrow'],
      /--expires is "tomorrow"; it takes a duration .* or a moment/,
    ],
    ['an end without a zone', ['--expires', '2999-01-31T18:00:00'], /a date and time with a zone/],
    ['an end that is over', ['--expires', '2020-01-31'], /--expires is "2020-01-31", which is not in the future/],
    ['an end at once', ['--expires', '0d'], /which is not in the future/],
    [
      'a Redis that is none',
      ['--redis-url', 'http://me:hidden@localhost'],
      /--redis-url \(REDIS_URL\) is \(not shown\)/,
    ],
  ])('ends with 2 and one sentence for %s, and makes nothing', async (_, given, sentence) => {
    const folder = join(await temporaryFolder(), 'data');
    const { code, stdout, stderr } = await keys(folder, ...created, ...given);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(sentence)]);
    expect(stderr.split('\n')).toHaveLength(2);
    expect(stderr).not.toMatch(/hidden|stele_abc/);
    expect(existsSync(folder)).toBe(false);
  });
});

describe('stele keys list', () => {
  it('shows the plan, usage and expiry of a key', async () => {
    const folder = await temporaryFolder();
    const now = Date.now();
    const [day, month] = [periodAt('day', now), periodAt('month', now)];
    const { id: plain } = await putKey(folder, {
      createdAt: new Date(now - 9 * dayMs).toISOString(),
      label: '测试团队',
    });
    const { id: ending } = await putKey(folder, {
      createdAt: new Date(now - 8 * dayMs).toISOString(),
      plan: 'paid',
      expiresAt: ahead(3 * dayMs),
    });
    const { quotas } = await openStore(folder);
    const used = { requests: 1234, limit: 30_000, atMs: now };
    await quotas.charge({ ...used, keyId: plain, period: day, requests: 12 });
    await quotas.charge({ ...used, keyId: ending, period: month });
    const { code, stdout, stderr } = await keys(folder, 'list');
    expect([code, stderr]).toEqual([0, '']);
    const shown = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')}Z`;
    const row = (...cells: string[]): string => cells.join('  ');
    expect(stdout.split('\n')).toEqual([
      row(
        'id          ',
        'plan',
        'label   ',
        'status           ',
        '        used',
        'until            ',
        'last used        ',
        'created',
      ),
      row(
        plain,
        'free',
        '测试团队',
        'active           ',
        '    12/1,000',
        shown(day.endMs),
        shown(now),
        shown(now - 9 * dayMs),
      ),
      row(
        ending,
        'paid',
        'a test  ',
        'expires in 3 days',
        '1,234/30,000',
        shown(month.endMs),
        shown(now),
        shown(now - 8 * dayMs),
      ),
      '2 keys',
      '',
    ]);
  });

  it('omits ended keys, and gives their number', async () => {
    const folder = await temporaryFolder();
    const { id } = await putKey(folder);
    await putKey(folder, { revokedAt: ago(1000) });
    await putKey(folder, { expiresAt: ago(1000) });
    const { stdout } = await keys(folder, 'list');
    expect(stdout.split('\n').slice(1)).toEqual([
      expect.stringMatching(`^${id}  free  a test  active `),
      '1 key; 2 more revoked or expired (--all)',
      '',
    ]);
    const all = await keys(folder, 'list', '--all');
    expect([...all.stdout.matchAll(/ (active|revoked|expired) /g)].map(([, status]) => status).sort()).toEqual([
      'active',
      'expired',
      'revoked',
    ]);
  });

  it('prints everything except secrets as JSON', async () => {
    const folder = await temporaryFolder();
    const previousExpiresAt = ahead(dayMs);
    const { key, id } = await putKey(folder);
    await openStore(folder).then(async (store) => {
      const [record] = (await store.keys.changedAfter(0)).records;
      if (record === undefined) throw new Error('there is no key');
      const next = { hash: 'f'.repeat(64), now: Date.now(), end: Date.parse(previousExpiresAt) };
      await store.keys.put(rotated(record, next), record);
    });
    const { stdout } = await keys(folder, 'list', '--json');
    expect(JSON.parse(stdout)).toEqual([
      {
        id,
        plan: 'free',
        label: 'a test',
        status: 'rotating',
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        expiresAt: null,
        revokedAt: null,
        previousExpiresAt,
        used: 0,
        limit: 1000,
        periodEndsAt: new Date(periodAt('day', Date.now()).endMs).toISOString(),
        lastUsedAt: null,
      },
    ]);
    expect((await keys(folder, 'list')).stdout).toContain(' rotating, old one ends in 24 hours ');
    expect(stdout).not.toContain(hashOfKey(key));
    expect(stdout).not.toContain('ffff');
  });

  it('shows no usage for a past day, and the stored usage for a day ahead of the clock', async () => {
    const folder = await temporaryFolder();
    const [before, after] = [await putKey(folder), await putKey(folder)];
    const { quotas } = await openStore(folder);
    const charge = (keyId: string, atMs: number) => ({
      keyId,
      period: periodAt('day', atMs),
      limit: 1000,
      requests: 7,
      atMs,
    });
    const [yesterday, tomorrow] = [Date.now() - dayMs, Date.now() + dayMs];
    await quotas.charge(charge(before.id, yesterday));
    await quotas.charge(charge(after.id, tomorrow));
    const listed: { id: string; used: number; periodEndsAt: string; lastUsedAt: string }[] = JSON.parse(
      (await keys(folder, 'list', '--json')).stdout,
    );
    const usedBy = (id: string) => listed.find((key) => key.id === id);
    expect(usedBy(before.id)).toMatchObject({ used: 0, lastUsedAt: new Date(yesterday).toISOString() });
    expect(usedBy(after.id)).toMatchObject({
      used: 7,
      periodEndsAt: new Date(periodAt('day', tomorrow).endMs).toISOString(),
    });
  });

  it('gives advice when there is no key, or when all have ended', async () => {
    const folder = await temporaryFolder();
    await openStore(folder);
    expect((await keys(folder, 'list')).stdout).toBe(
      'there is no key yet; create one: npm run keys -- create --plan free --label "its owner"\n',
    );
    await putKey(folder, { revokedAt: ago(1000) });
    expect((await keys(folder, 'list')).stdout).toBe('no key is in use; 1 more revoked or expired (--all)\n');
    expect((await keys(folder, 'list', '--json')).stdout).toBe('[]\n');
  });
});

describe('stele keys revoke', () => {
  it('revokes a key, and the second time reports the time of the first', async () => {
    const folder = await temporaryFolder();
    const { id } = await putKey(folder);
    const first = await keys(folder, 'revoke', id);
    expect([first.code, first.stdout, first.stderr]).toEqual([
      0,
      `${id} (free, "a test") is revoked; servers refuse it within a second\n`,
      '',
    ]);
    const [record] = await recordsIn(folder);
    expect(record?.revokedAt).toMatch(/^\d{4}-.*Z$/);
    const since = `${record?.revokedAt?.slice(0, 16).replace('T', ' ')}Z`;
    const second = await keys(folder, 'revoke', id);
    expect([second.code, second.stdout]).toEqual([
      0,
      `${id} (free, "a test") was revoked at ${since}; nothing was changed\n`,
    ]);
    expect(await recordsIn(folder)).toEqual([record]);
  });

  it('extracts the id from a whole key, and warns where the key was recorded', async () => {
    const folder = await temporaryFolder();
    const { id, key } = await putKey(folder);
    const { code, stdout, stderr } = await keys(folder, 'revoke', key);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`${id} (free, "a test") is revoked;`)]);
    expect(stderr).toBe(
      `stele: this is a complete key; the id ${id} is enough. A key on a command line stays in the shell's history: remove it there\n`,
    );
    expect((await recordsIn(folder))[0]?.revokedAt).not.toBeNull();
  });

  it('suggests similar ids for an unknown one', async () => {
    const folder = await temporaryFolder();
    await putKey(folder, { id: 'abcdefghijk2', label: 'ci' });
    await putKey(folder, { id: 'abcdefghijk3' });
    await putKey(folder, { id: 'zzzzzzzzzzz9' });
    const listing = '`npm run keys -- list --all` shows all of them\n';
    const { code, stdout, stderr } = await keys(folder, 'revoke', 'abcdefghijk4');
    expect([code, stdout, stderr]).toEqual([
      2,
      '',
      `stele: there is no key "abcdefghijk4". Did you mean abcdefghijk2 or abcdefghijk3? ${listing}`,
    ]);
    expect((await keys(folder, 'revoke', 'ci')).stderr).toBe(
      `stele: there is no key "ci". Did you mean abcdefghijk2 (by its label)? ${listing}`,
    );
    const unknown = await keys(folder, 'revoke', newApiKey('aaaaaaaaaaaa'));
    expect(unknown.stderr).toContain(`stele: there is no key "aaaaaaaaaaaa". ${listing}`);
    const cut = await keys(folder, 'revoke', 'key=stele_aaaaaaaaaaaa_secret');
    expect(cut.stderr).toBe(`stele: there is no key "key=stele_…". ${listing}`);
  });
});

describe('stele keys rotate', () => {
  it('makes a new secret under the same id, and keeps the old one valid for a day', async () => {
    const folder = await temporaryFolder();
    const { id, key: old } = await putKey(folder);
    const { code, stdout, stderr } = await keys(folder, 'rotate', id);
    const key = stdout.slice(0, -1);
    expect([code, key]).toEqual([0, expect.stringMatching(`^stele_${id}_[A-Za-z0-9_-]{43}$`)]);
    expect(stderr).toMatch(`the new key of ${id} (free, "a test"); the one before it ends in 24 hours, at `);
    const [record] = await recordsIn(folder);
    expect(record?.secrets.map(({ hash }) => hash)).toEqual([hashOfKey(old), hashOfKey(key)]);
    const [before, after] = record?.secrets ?? [];
    expect(Date.parse(before?.expiresAt ?? '') - Date.parse(after?.createdAt ?? '')).toBe(dayMs);
    expect(after?.expiresAt).toBeNull();
  });

  it('ends the old secret immediately without an overlap', async () => {
    const folder = await temporaryFolder();
    const { id } = await putKey(folder);
    const { stdout, stderr } = await keys(folder, 'rotate', id, '--overlap', '0');
    expect(stderr).toContain('; the one before it has ended\n');
    const [record] = await recordsIn(folder);
    expect(record?.secrets.map(({ hash }) => hash)).toEqual([hashOfKey(stdout.slice(0, -1))]);
  });

  it('drops expired secrets, and never extends the expiry of a secret or its key', async () => {
    const folder = await temporaryFolder();
    const createdAt = ago(2 * dayMs);
    const secret = (letter: string, expiresAt: string | null) => ({
      hash: letter.repeat(64),
      createdAt,
      expiresAt,
    });
    const [soon, end] = [ahead(60_000), ahead(3_600_000)];
    const secrets = [secret('a', ago(1000)), secret('b', soon), secret('c', null)];
    const { id } = await putKey(folder, { expiresAt: end, secrets });
    const { stdout } = await keys(folder, 'rotate', id, '--json');
    expect(JSON.parse(stdout).previousExpiresAt).toBe(end);
    const [record] = await recordsIn(folder);
    expect(record?.secrets.slice(0, -1)).toEqual([secret('b', soon), secret('c', end)]);
    expect(record?.expiresAt).toBe(end);
  });

  it('refuses a key that has ended', async () => {
    const folder = await temporaryFolder();
    const { id: revoked } = await putKey(folder, { revokedAt: '2026-01-02T03:04:05.000Z' });
    const { id: expired } = await putKey(folder, { expiresAt: '2026-01-02T03:04:05.000Z' });
    const before = await recordsIn(folder);
    const answers = [await keys(folder, 'rotate', revoked), await keys(folder, 'rotate', expired)];
    expect(answers.map(({ code, stdout, stderr }) => [code, stdout, stderr])).toEqual([
      [2, '', `stele: ${revoked} was revoked at 2026-01-02 03:04Z and cannot be rotated; create another key\n`],
      [2, '', `stele: ${expired} expired at 2026-01-02 03:04Z and cannot be rotated; create another key\n`],
    ]);
    expect(await recordsIn(folder)).toEqual(before);
  });

  it.each(['31d', '721h', '1w', '-1d', 'forever'])('refuses the overlap %j', async (overlap) => {
    const folder = await temporaryFolder();
    const { id } = await putKey(folder);
    const { code, stderr } = await keys(folder, 'rotate', id, `--overlap=${overlap}`);
    expect([code, stderr]).toEqual([
      2,
      `stele: --overlap is "${overlap}"; it takes a duration such as 30m, 12h or 7d, at most 30d, or 0 to end the old key at once\n`,
    ]);
  });

  it('loses nothing in concurrent rotations', async () => {
    const folder = await temporaryFolder();
    const { id, key } = await putKey(folder);
    const made = await Promise.all(Array.from({ length: 4 }, () => keys(folder, 'rotate', id)));
    expect(made.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const hashes = [key, ...made.map(({ stdout }) => stdout.slice(0, -1))].map(hashOfKey).sort();
    const [record] = await recordsIn(folder);
    expect(record?.secrets.map(({ hash }) => hash).sort()).toEqual(hashes);
    expect(record?.secrets.filter(({ expiresAt }) => expiresAt === null)).toHaveLength(1);
  });
});

describe('concurrent changes of a key', () => {
  const relabelled = (kept: KeyRecord, label: string): KeyRecord => ({ ...kept, label });

  it('are retried on the newer record', async () => {
    const folder = await temporaryFolder();
    const { id } = await putKey(folder);
    const [{ keys: ours }, { keys: others }] = [await openStore(folder), await openStore(folder)];
    let overtaken = 0;
    const busy: typeof ours = {
      ...ours,
      async put(record, before) {
        overtaken += 1;
        if (overtaken === 1 && before !== undefined) await others.put({ ...before, plan: 'paid' }, before);
        return await ours.put(record, before);
      },
    };
    const { after } = await changeKey(busy, id, (kept) => relabelled(kept, 'ours'));
    expect([overtaken, after.plan, after.label]).toEqual([2, 'paid', 'ours']);
    expect(await recordsIn(folder)).toEqual([after]);
  });

  it('give up after a while with a message', async () => {
    const folder = await temporaryFolder();
    const { id } = await putKey(folder);
    const { keys: ours } = await openStore(folder);
    const busy: typeof ours = {
      ...ours,
      put: async (record, before) => {
        if (before !== undefined) await ours.put(relabelled(before, `${before.label}+`), before);
        return await ours.put(record, before);
      },
    };
    await expect(changeKey(busy, id, (kept) => relabelled(kept, 'ours'))).rejects.toThrow(
      `other processes changed the key ${id} during each of 10 attempts; try again`,
    );
  });
});

describe('without stored state', () => {
  it.each([
    [['list'], 0, 'there is no key yet; create one: npm run keys -- create --plan free --label "its owner"\n'],
    [['list', '--json'], 0, '[]\n'],
    [['revoke', 'abcdefghijkm'], 2, ''],
    [['rotate', 'abcdefghijkm'], 2, ''],
  ])('%j says so and makes nothing', async (given, expected, printed) => {
    const folder = join(await temporaryFolder(), 'data');
    const { code, stdout, stderr } = await keys(folder, ...given);
    expect([code, stdout]).toEqual([expected, printed]);
    expect(stderr).toContain(
      `there is no state in ${folder} yet; --data (DATA_DIR) or --redis-url (REDIS_URL) names the state of a server\n`,
    );
    expect(existsSync(folder)).toBe(false);
  });
});

describe('an unusable state', () => {
  it('gives one sentence when it is not a database', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, databaseFile), 'not a database, and long enough to be read as one. '.repeat(100));
    const { code, stdout, stderr } = await keys(folder, 'list');
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^stele: .*state\.db is damaged\. .*\n$/)]);
  });

  it('gives one sentence when the folder cannot be created', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'file'), '');
    const { code, stderr } = await keys(join(folder, 'file', 'data'), ...created);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^stele: the data folder .* cannot be made \(ENOTDIR\)/)]);
    await mkdir(join(folder, databaseFile));
    expect((await keys(folder, 'list')).stderr).toMatch(
      /^stele: .*state\.db cannot be written \(EISDIR\); .*--data \(DATA_DIR\)\n$/,
    );
  });

  it('gives one sentence when another process keeps its lock', async () => {
    const folder = await temporaryFolder();
    await openStore(folder);
    const other = new Database(join(folder, databaseFile));
    onTestFinished(() => void other.close());
    other.exec('BEGIN IMMEDIATE');
    const { code, stderr } = await keys(folder, 'list');
    expect([code, stderr]).toEqual([2, `stele: another process is writing in ${folder}; try again\n`]);
  });
});
