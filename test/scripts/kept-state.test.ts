// The messages of commands that use the state, if there is no state or it cannot be used.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { UsageError } from '../../scripts/content-option.ts';
import { stateFault } from '../../scripts/kept-state.ts';
import { databaseFile } from '../../server/state/sqlite/database.ts';
import { StateFileError } from '../../server/state/store.ts';
import { temporaryFolder } from '../site.ts';
import { openStore, stele } from './command.ts';

const redis = { dataFolder: '.data', redisUrl: 'redis://operator:s%40cret@redis.example:6380/2' };
const sqlite = { dataFolder: '.data', redisUrl: undefined };
const coded = (message: string, code: string, more = {}): Error => Object.assign(new Error(message), { code, ...more });

it.each([
  ['keys list', 0, 'there is no key yet; create one: npm run keys -- create --plan free --label "its owner"\n'],
  ['keys revoke abcdefghijkm', 2, ''],
  [
    'agents list',
    0,
    'no agent is registered yet: an agent registers with its first call that has the header x-agent-id\n',
  ],
  ['agents queries --clear', 0, ''],
  ['agents show planner', 2, ''],
])('stele %s reports that there is no state, and creates none', async (words, code, stdout) => {
  const folder = join(await temporaryFolder(), 'data');
  const stderr = expect.stringContaining(
    `there is no state in ${folder} yet; name the state of a server with --data (DATA_DIR) or --redis-url (REDIS_URL)\n`,
  );
  expect(await stele([...words.split(' '), '--data', folder])).toEqual({ code, stdout, stderr });
  expect(existsSync(folder)).toBe(false);
});

it('a command says in one sentence why it cannot use the state', async () => {
  const folder = await temporaryFolder();
  const saidOf = async (data: string): Promise<string> => {
    const { code, stdout, stderr } = await stele(['keys', 'list', '--data', data]);
    expect([code, stdout, stderr.split('\n')]).toEqual([2, '', [expect.any(String), '']]);
    return stderr;
  };
  await writeFile(join(folder, databaseFile), 'not a database, and long enough to be read as one. '.repeat(100));
  expect(await saidOf(folder)).toMatch(/^stele: .*state\.db is damaged\. /);
  await mkdir(join(folder, 'other', databaseFile), { recursive: true });
  const other = await saidOf(join(folder, 'other'));
  expect(other).toMatch(/state\.db cannot be written \(EISDIR\); .*--data \(DATA_DIR\)\n$/);
  const locked = await temporaryFolder();
  await openStore(locked);
  const writing = new Database(join(locked, databaseFile));
  onTestFinished(() => void writing.close());
  writing.exec('BEGIN IMMEDIATE');
  expect(await saidOf(locked)).toBe(`stele: another process is writing in ${locked}; try again\n`);
});

describe('the message about an unusable state', () => {
  it.each([
    [new StateFileError('it is damaged'), sqlite, 'it is damaged'],
    [coded('disk is full', 'SQLITE_FULL'), sqlite, 'the state in .data cannot be used: disk is full (SQLITE_FULL)'],
    [
      coded('connect ECONNREFUSED 10.0.0.1:6380', 'ECONNREFUSED', { syscall: 'connect' }),
      redis,
      'the state cannot be used: Redis at redis.example:6380: connect ECONNREFUSED 10.0.0.1:6380. Is it running, and is --redis-url (REDIS_URL) right?',
    ],
    [coded('', 'ECONNREFUSED'), redis, 'Redis at redis.example:6380: ECONNREFUSED. Is'],
    // If the message of the error already names the address of Redis, it is not added again.
    [new Error('Redis at elsewhere:1: it loads.'), redis, 'cannot be used: Redis at elsewhere:1: it loads. Is'],
    // The password never appears: neither encoded, nor decoded, nor if it is invalid in a URL.
    [new Error(`not s@cret, s%40cret or ${redis.redisUrl}`), redis, 'redis.example:6380: not …, … or ….'],
    [new Error('no 100% here'), { ...redis, redisUrl: 'redis://:100%@localhost' }, 'localhost:6379: no … here. Is'],
  ])('gives the cause without the password, for: %s', (error, settings, said) => {
    expect(stateFault(error, settings)).toContain(said);
  });

  it.each([
    ['a usage error', new UsageError('no such key')],
    ['a programming error', new TypeError('undefined is not a function')],
    ['a file that cannot be written', coded('no', 'EACCES', { syscall: 'open', path: '/tmp/x' })],
  ])('is undefined for %s', (_, error) => {
    expect(stateFault(error, redis)).toBeUndefined();
  });
});
