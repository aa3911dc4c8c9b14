import express from 'express';
import { describe, expect, test } from 'vitest';
import { type Flags, readSettings, type Settings, type SettingsReading } from '../../server/config.ts';

const defaults = { edition: 'dist/edition', data: '.data' };
const read = (flags: Flags = {}, environment: Record<string, string> = {}): SettingsReading =>
  readSettings(flags, defaults, environment);

function settingsOf(reading: SettingsReading): Record<string, unknown> {
  if (!reading.ok) throw new Error(reading.mistakes.map(({ en }) => en).join('\n'));
  return { ...reading.settings };
}

/** Returns the error of an invalid setting; the test fails unless there is exactly one, on one line. */
function mistakeOf(reading: SettingsReading): string {
  const mistakes = reading.ok ? [] : reading.mistakes.map(({ en }) => en);
  expect(mistakes).toHaveLength(1);
  expect(mistakes[0]).not.toMatch(/[\r\n]/);
  return mistakes[0] ?? '';
}

describe('settings', () => {
  const all: [
    setting: keyof Settings,
    flag: keyof Flags,
    variable: string,
    usual: unknown,
    text: string,
    read: unknown,
  ][] = [
    ['port', 'port', 'PORT', 8080, '1', 1],
    ['host', 'host', 'HOST', '127.0.0.1', 'kb.example', 'kb.example'],
    ['editionFolder', 'edition', 'EDITION_DIR', 'dist/edition', 'elsewhere', 'elsewhere'],
    ['dataFolder', 'data', 'DATA_DIR', '.data', 'elsewhere', 'elsewhere'],
    ['redisUrl', 'redisUrl', 'REDIS_URL', undefined, 'rediss://:secret@kb.example', 'rediss://:secret@kb.example'],
    ['keepsQueries', 'queryStatistics', 'QUERY_STATISTICS', true, 'off', false],
    ['publicUrl', 'publicUrl', 'PUBLIC_URL', undefined, 'https://kb.example', 'https://kb.example'],
    ['allowedHosts', 'allowedHosts', 'ALLOWED_HOSTS', [], 'KB.internal', ['kb.internal']],
    ['corsOrigins', 'corsOrigin', 'CORS_ORIGIN', '*', 'https://kb.example', ['https://kb.example']],
    ['trustProxy', 'trustProxy', 'TRUST_PROXY', 0, '2', 2],
    ['logLevel', 'logLevel', 'LOG_LEVEL', 'info', 'debug', 'debug'],
    ['metricsPort', 'metricsPort', 'METRICS_PORT', undefined, '9001', 9001],
  ];

  test('have their documented defaults if neither flags nor variables are given', () => {
    expect(settingsOf(read())).toEqual(Object.fromEntries(all.map(([setting, , , usual]) => [setting, usual])));
  });

  test.each(all)('%s is read from the flag %s, else from the variable %s, else it has its default', (...row) => {
    const [setting, flag, variable, usual, text, value] = row;
    expect(settingsOf(read({ [flag]: text }, { [variable]: 'never read' }))[setting]).toEqual(value);
    expect(settingsOf(read({}, { [variable]: text }))[setting]).toEqual(value);
    // An empty value counts as unset.
    expect(settingsOf(read({ [flag]: '' }, { [variable]: text }))[setting]).toEqual(value);
    expect(settingsOf(read({ [flag]: '' }, { [variable]: '' }))[setting]).toEqual(usual);
  });

  test('include the number of processes, which is one by default', () => {
    const workersOf = (reading: SettingsReading): number | undefined => (reading.ok ? reading.workers : undefined);
    expect(workersOf(read())).toBe(1);
    expect(workersOf(read({}, { WORKERS: '64' }))).toBe(64);
    expect(workersOf(read({ workers: '3' }, { WORKERS: '2' }))).toBe(3);
  });
});

describe('an invalid setting', () => {
  test.each<[flag: keyof Flags, called: string, takes: string, values: string[]]>([
    [
      'port',
      '--port (PORT)',
      'a whole number from 0 to 65535 (0 takes any free port)',
      [...'-1 65536 1e3 0x50 80.0 ８０ http'.split(' '), ' 80', '80\n90'],
    ],
    [
      'metricsPort',
      '--metrics-port (METRICS_PORT)',
      'a whole number from 0 to 65535 (0 takes any free port), different from --port',
      // 8080 is invalid here: it is the default of --port, and the metrics need another port.
      '-1 65536 127.0.0.1:9464 8080'.split(' '),
    ],
    [
      'workers',
      '--workers (WORKERS)',
      'a whole number from 1 to 64: how many processes serve on the port',
      '0 -1 1.5 65 auto'.split(' '),
    ],
    ['queryStatistics', '--query-statistics (QUERY_STATISTICS)', 'on or off', 'true ON 1'.split(' ')],
    [
      'logLevel',
      '--log-level (LOG_LEVEL)',
      'one of fatal, error, warn, info, debug, trace, silent',
      'INFO verbose 30'.split(' '),
    ],
    [
      'trustProxy',
      '--trust-proxy (TRUST_PROXY)',
      'networks such as 10.0.0.0/8,::1 or the number of proxies in front; never "true", which would trust anyone',
      [
        ...'true * -1 1.5 100 loopback localhost 300.1.1.1 10.0.0.1, 10.0.0.0/33 0.0.0.0/0 ::/0 ::1/129'.split(' '),
        ...'10.0.0.0/ 10.0.0.0/8/8 10.0.0/8 10.0.0.0/08 10.0.0.0/255.0.0.0 fe80::1%eth0 10.0.0.1;10.0.0.2'.split(' '),
      ],
    ],
    [
      'publicUrl',
      '--public-url (PUBLIC_URL)',
      'an address such as https://kb.example.org, without path, query or fragment',
      [
        ...'kb.example.org //kb.example.org ftp://kb.example.org https:kb.example.org https:// http://[::1'.split(' '),
        ...'https://a.example? https://a.example/?a=b https://a.example/#top https://a.example/b'.split(' '),
        ...['https://user@a.example', 'https://a.example:99999', 'https://a b', 'https://a.example/a\r\nX-Injected: b'],
      ],
    ],
  ])('is reported on one line with the allowed values: %s', (flag, called, takes, values) => {
    for (const value of values)
      expect(mistakeOf(read({ [flag]: value }))).toBe(`${called} is ${JSON.stringify(value)}; it takes ${takes}`);
  });

  const redisUrls = [
    ...'http://127.0.0.1 redis:// 127.0.0.1:6379 redis:secret redis://:secret@host/zero redis://:secret@host/1/2'.split(' '),
    ...'redis://:secret@host/99999 redis://:secret@host:port redis://:secret@host,other redis+other://:secret@host'.split(' '),
    ...'redis+cluster://:secret@host,other/1 redis+cluster://:secret@host,,other redis+sentinel://:secret@host,other'.split(' '),
  ]; // biome-ignore format: as a list
  test('is reported without its value if it is the address of Redis, which may hold a password', () => {
    for (const redisUrl of redisUrls)
      expect(mistakeOf(read({ redisUrl })), redisUrl).toBe(
        '--redis-url (REDIS_URL) is (not shown); it takes an address such as redis://127.0.0.1:6379/0, redis+cluster://host:port,host:port or redis+sentinel://host,host/name; with TLS, it begins with rediss',
      );
  });

  test('is reported together with all other invalid settings', () => {
    const reading = read({ port: 'x', trustProxy: 'true' }, { LOG_LEVEL: 'loud', PUBLIC_URL: 'nowhere' });
    const flags = reading.ok ? [] : reading.mistakes.map(({ en }) => en.split(' ')[0]);
    expect(flags).toEqual(['--port', '--public-url', '--trust-proxy', '--log-level']);
  });
});

describe('PUBLIC_URL', () => {
  test.each([
    ['https://kb.example.org///', 'https://kb.example.org'],
    ['https://kb.example.org:443', 'https://kb.example.org'],
    ['HTTPS://KB.Example.ORG', 'https://kb.example.org'],
    ['http://[::1]:8080/', 'http://[::1]:8080'],
    ['https://知识.example', 'https://xn--k7y073b.example'],
    ['https://kb.example.org\r\n', 'https://kb.example.org'],
  ])('%j is read as %s', (given, expected) => {
    const { publicUrl } = settingsOf(read({ publicUrl: given }));
    expect(publicUrl).toBe(expected);
    expect(publicUrl).toMatch(/^[!-~]+[^/]$/);
  });
});

test.each([
  [' 10.0.0.0/8 , 2001:db8::/32 ', ['10.0.0.0/8', '2001:db8::/32']],
  ['::ffff:10.0.0.0/104', ['::ffff:10.0.0.0/104']],
])('TRUST_PROXY=%j is accepted by the server and by Express', (given, taken) => {
  expect(settingsOf(read({}, { TRUST_PROXY: given })).trustProxy).toEqual(taken);
  expect(() => express().set('trust proxy', taken)).not.toThrow();
});
