import { describe, expect, it } from 'vitest';
import { UsageError } from '../../scripts/content-option.ts';
import { stateFault } from '../../scripts/kept-state.ts';
import { StateFileError } from '../../server/state/store.ts';

const redis = { dataFolder: '.data', redisUrl: 'redis://operator:s%40cret@redis.example:6380/2' };
const sqlite = { dataFolder: '.data', redisUrl: undefined };
const coded = (message: string, code: string, more = {}): Error => Object.assign(new Error(message), { code, ...more });

describe('the message about an unusable state', () => {
  it('is the message of the store, if it has one', () => {
    expect(stateFault(new StateFileError('it is damaged'), sqlite)).toBe('it is damaged');
  });

  it('names an unreachable Redis by its address, without user and password', () => {
    expect(stateFault(coded('connect ECONNREFUSED 10.0.0.1:6380', 'ECONNREFUSED', { syscall: 'connect' }), redis)).toBe(
      'the state cannot be used: Redis at redis.example:6380: connect ECONNREFUSED 10.0.0.1:6380. Is it running, and is --redis-url (REDIS_URL) right?',
    );
    // For a name with several addresses, Node's error has only a code.
    expect(stateFault(coded('', 'ECONNREFUSED'), redis)).toContain('Redis at redis.example:6380: ECONNREFUSED. Is');
    // A message that already names the place is not prefixed with it.
    expect(stateFault(new Error('Redis at elsewhere:1: it is loading.'), redis)).toBe(
      'the state cannot be used: Redis at elsewhere:1: it is loading. Is it running, and is --redis-url (REDIS_URL) right?',
    );
  });

  it('has no password in it, encoded or not', () => {
    const said = `no AUTH with s@cret or s%40cret at ${redis.redisUrl}`;
    expect(stateFault(new Error(said), redis)).toContain('redis.example:6380: no AUTH with … or … at ….');
  });

  it('leaves out a password that is not valid in a URL', () => {
    const redisUrl = 'redis://:100%@localhost';
    expect(stateFault(new Error('no 100% here'), { ...redis, redisUrl })).toContain(
      'Redis at localhost:6379: no … here. Is',
    );
  });

  it('asks to try again while another process writes', () => {
    expect(stateFault(coded('database is locked', 'SQLITE_BUSY'), sqlite)).toBe(
      'another process is writing in .data; try again',
    );
    expect(stateFault(coded('database or disk is full', 'SQLITE_FULL'), sqlite)).toBe(
      'the state in .data cannot be used: database or disk is full (SQLITE_FULL)',
    );
  });

  it.each([
    ['a mistake of the operator', new UsageError('no such key')],
    ['a bug', new TypeError('undefined is not a function')],
    ['a file that cannot be written', coded('no', 'EACCES', { syscall: 'open', path: '/tmp/x' })],
    ['a thrown string', 'text'],
  ])('is not given for %s', (_, error) => {
    expect(stateFault(error, redis)).toBeUndefined();
  });
});
