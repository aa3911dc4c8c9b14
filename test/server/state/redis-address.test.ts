// Addresses of Redis in the setting REDIS_URL.
import { expect, test } from 'vitest';
import { addressOf, readAddress, withoutPassword } from '../../../server/state/redis/address.ts';

test.each([
  ['redis://host', { kind: 'server', db: 0, place: 'host:6379' }],
  ['redis://[::1]:7000/3', { kind: 'server', db: 3, place: '[::1]:7000' }],
  ['rediss://kb.example?family=6', { kind: 'server', tls: { servername: 'kb.example' } }],
  ['rediss://192.0.2.1', { kind: 'server', tls: {} }],
  ['redis+cluster://one:7000,two', { kind: 'cluster', place: 'one:7000, two:6379' }],
  ['rediss+cluster://one', { kind: 'cluster', tls: {} }],
  ['redis+sentinel://one,two:7000/tea', { kind: 'sentinel', name: 'tea', place: 'one:26379, two:7000' }],
  ['redis://u:p%40:s@host', { username: 'u', password: 'p@:s' }],
])('the address %s is read as %j', (url, expected) => {
  expect(readAddress(url)).toMatchObject(expected);
});

test('a message about Redis contains neither the URL nor the password in any spelling', () => {
  const url = 'redis+cluster://stele:p%40ss%2Fword@one,two';
  const shown = withoutPassword(`${url} p@ss/word p%40ss%2Fword`, addressOf(url));
  expect(shown).toBe('… … …');
});
