// Whose limit a request counts against: addresses, networks, and what a caller says about itself.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Settings } from '../../../server/config.ts';
import { movableClock, type Started, startServer, stateFor } from '../../server.ts';
import { getFrom, getText, send } from '../raw.ts';
import { smallEdition } from '../small-site.ts';

let edition: string;
beforeAll(async () => {
  edition = await smallEdition();
});

function start(settings: Partial<Settings> = {}): Promise<Started> {
  const clock = movableClock();
  return startServer(edition, { clock, state: stateFor(clock), settings });
}

type Header = [name: string, value: string];

const forwarded = (value: string): Header => ['X-Forwarded-For', value];

/** What is left for the caller of a request with these headers, after it: 99 for somebody new. */
async function left(server: Started, headers: Header[], from = '127.0.0.1'): Promise<number> {
  const answer = await getFrom(server.port, from, '/api/v1/domains', headers);
  return Number(/r=(\d+)/.exec(answer.header('ratelimit') ?? '')?.[1]);
}

/** How many of 150 requests pass, each with the headers that are made for it. */
async function passing(server: Started, headersOf: (index: number) => Header[]): Promise<number> {
  const requests = Array.from({ length: 150 }, (_, index) => getText('/api/v1/domains', headersOf(index)));
  const { answers } = await send(server.port, requests.join(''), { answers: requests.length });
  return answers.filter(({ status }) => status === 200).length;
}

const address = (index: number): string => `203.0.113.${index % 250}`;

describe('nobody gets more than 100 requests by what it writes', () => {
  const spoofs: [title: string, headersOf: (index: number) => Header[]][] = [
    ['X-Forwarded-For', (index) => [forwarded(address(index))]],
    ['a chain in X-Forwarded-For', (index) => [forwarded(`${address(index)}, 10.0.0.${index % 250}`)]],
    ['two X-Forwarded-For lines', (index) => [forwarded(address(index)), forwarded(address(index + 1))]],
    ['X-Real-IP', (index) => [['X-Real-IP', address(index)]]],
    ['X-Client-IP', (index) => [['X-Client-IP', address(index)]]],
    ['True-Client-IP', (index) => [['True-Client-IP', address(index)]]],
    ['CF-Connecting-IP', (index) => [['CF-Connecting-IP', address(index)]]],
    ['Forwarded', (index) => [['Forwarded', `for=${address(index)};proto=https`]]],
    ['Via', (index) => [['Via', `1.1 proxy-${index}`]]],
    ['x-agent-id', (index) => [['x-agent-id', `agent-${index}`]]],
    ['another User-Agent each time', (index) => [['User-Agent', `agent/${index}`]]],
    ['another Host each time', (index) => [['X-Forwarded-Host', `host-${index}.example`]]],
    ['wrong keys', (index) => [['X-API-Key', `key-${index}`]]],
    ['IPv6 in X-Forwarded-For', (index) => [forwarded(`2001:db8:${index.toString(16)}::1`)]],
  ];

  test.each(spoofs)('%s', async (_title, headersOf) => {
    expect(await passing(await start(), headersOf)).toBe(100);
  });

  const throughProxy: [title: string, headersOf: (index: number) => Header[]][] = [
    ['addresses to the left of its own', (index) => [forwarded(`${address(index)}, 198.51.100.1`)]],
    ['ports', (index) => [forwarded(`198.51.100.1:${1024 + index}`)]],
    ['addresses of one IPv6 network', (index) => [forwarded(`2001:db8:1:2:${index.toString(16)}::1`)]],
    ['spellings of one IPv6 address', (index) => [forwarded(index % 2 === 0 ? '2001:db8::1' : '2001:0DB8:0::0001')]],
    ['IPv6 zones', (index) => [forwarded(`fe80::1%eth${index}`)]],
    ['IPv4 and the same in IPv6', (index) => [forwarded(index % 2 === 0 ? '198.51.100.1' : '::ffff:198.51.100.1')]],
    ['IPv4 and the same in hexadecimal IPv6', (i) => [forwarded(i % 2 === 0 ? '198.51.100.1' : '::ffff:c633:6401')]],
    [
      'a chain of fifty',
      (index) => [
        forwarded([...Array.from({ length: 49 }, (_, hop) => address(index + hop)), '198.51.100.1'].join(', ')),
      ],
    ],
    ['unknown', (index) => [forwarded(index % 2 === 0 ? 'unknown' : `_hidden${index}`)]],
    ['garbage', (index) => [forwarded(`garbage-${index}`)]],
    ['numbers', (index) => [forwarded(String(3_000_000_000 + index))]],
    ['paths', (index) => [forwarded(`../${index}`)]],
  ];

  test.each(throughProxy)('%s, even through a trusted proxy', async (_title, headersOf) => {
    expect(await passing(await start({ trustProxy: ['127.0.0.1'] }), headersOf)).toBe(100);
  });

  test('a wrong key each time is refused 100 times, and then limited', async () => {
    const server = await start();
    const requests = Array.from({ length: 150 }, (_, index) =>
      getText('/api/v1/domains', [['Authorization', `Bearer key-${index}`]]),
    );
    const { answers } = await send(server.port, requests.join(''), { answers: 150 });
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(100);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(50);
  });
});

describe('a trusted proxy', () => {
  test('is believed when it names the caller', async () => {
    const server = await start({ trustProxy: ['127.0.0.1'] });
    expect(await left(server, [forwarded('198.51.100.1')])).toBe(99);
    expect(await left(server, [forwarded('198.51.100.2')])).toBe(99);
    expect(await left(server, [forwarded('198.51.100.1')])).toBe(98);
  });

  test('is not believed when it is not the one that is trusted', async () => {
    const server = await start({ trustProxy: ['127.0.0.1'] });
    expect(await left(server, [forwarded('198.51.100.1')], '127.0.0.2')).toBe(99);
    expect(await left(server, [forwarded('198.51.100.2')], '127.0.0.2')).toBe(98);
  });

  test('may be one of a chain: the first address from the right that is not trusted counts', async () => {
    const server = await start({ trustProxy: ['127.0.0.0/8', '10.0.0.0/8'] });
    expect(await left(server, [forwarded('203.0.113.9, 198.51.100.1, 10.1.2.3')])).toBe(99);
    expect(await left(server, [forwarded('203.0.113.8, 198.51.100.1, 10.3.2.1')])).toBe(98);
  });

  test('may be counted instead of named', async () => {
    const server = await start({ trustProxy: 1 });
    expect(await left(server, [forwarded('203.0.113.9, 198.51.100.1')])).toBe(99);
    expect(await left(server, [forwarded('203.0.113.8, 198.51.100.1')])).toBe(98);
  });

  test.each([
    'unknown',
    'garbage',
    '1.2.3',
    '999.1.1.1',
    '[::1',

    'localhost',
    '"198.51.100.1"',
    '_hidden',
    ',',
  ])('that passes on %s counts itself', async (text) => {
    const server = await start({ trustProxy: ['127.0.0.1'] });
    expect(await left(server, [])).toBe(99);
    expect(await left(server, [forwarded(text)])).toBe(98);
  });

  test.each([
    ['198.51.100.1:5555', '198.51.100.1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1%eth0', '2001:db8::1'],
  ])('that writes %s means %s', async (written, meant) => {
    const server = await start({ trustProxy: ['127.0.0.1'] });
    expect(await left(server, [forwarded(written)])).toBe(99);
    expect(await left(server, [forwarded(meant)])).toBe(98);
  });
});

describe('an IPv6 caller', () => {
  test('has one limit for its /64, and its neighbour has another', async () => {
    const server = await start({ trustProxy: ['127.0.0.1'] });
    expect(await left(server, [forwarded('2001:db8:0:1::1')])).toBe(99);
    expect(await left(server, [forwarded('2001:db8:0:1:ffff:ffff:ffff:ffff')])).toBe(98);
    expect(await left(server, [forwarded('2001:db8:0:2::1')])).toBe(99);
  });

  test('that is an IPv4 caller on a socket for both counts as what it is', async () => {
    const server = await start({ host: '::', trustProxy: ['127.0.0.2'] });
    expect(await left(server, [])).toBe(99);
    expect(await left(server, [forwarded('127.0.0.1')], '127.0.0.2')).toBe(98);
  });
});
