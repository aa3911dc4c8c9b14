// A request counts against the limit of its address or network. Headers that a caller can forge do not change that.
import { describe, expect, test } from 'vitest';
import type { Settings } from '../../../server/config.ts';
import { movableClock, type Started, startServer, stateFor } from '../../server.ts';
import { getFrom, getText, send } from '../raw.ts';
import { smallEdition } from '../small-site.ts';

const edition = await smallEdition();

function start(settings: Partial<Settings> = {}): Promise<Started> {
  const clock = movableClock();
  return startServer(edition, { clock, state: stateFor(clock), settings });
}

type Header = [name: string, value: string];

const forwarded = (value: string): Header => ['X-Forwarded-For', value];

/** The remaining quota after a request with these headers: 99 for the first request. */
async function left(server: Started, headers: Header[], from = '127.0.0.1'): Promise<number> {
  const answer = await getFrom(server.port, from, '/api/v1/domains', headers);
  return Number(/r=(\d+)/.exec(answer.header('ratelimit') ?? '')?.[1]);
}

/** Sends 150 requests, each with its own headers, and returns how many were accepted. */
async function passing(server: Started, headersOf: (index: number) => Header[]): Promise<number> {
  const requests = Array.from({ length: 150 }, (_, index) => getText('/api/v1/domains', headersOf(index)));
  const { answers } = await send(server.port, requests.join(''), { answers: requests.length });
  return answers.filter(({ status }) => status === 200).length;
}

const address = (index: number): string => `203.0.113.${index % 250}`;

describe('a caller gets at most 100 requests per minute', () => {
  const spoofs: [title: string, headersOf: (index: number) => Header[]][] = [
    ['X-Forwarded-For', (index) => [forwarded(address(index))]],
    ['two X-Forwarded-For lines', (index) => [forwarded(address(index)), forwarded(address(index + 1))]],
    ['IPv6 in X-Forwarded-For', (index) => [forwarded(`2001:db8:${index.toString(16)}::1`)]],
    ...['X-Real-IP', 'X-Client-IP', 'True-Client-IP', 'CF-Connecting-IP', 'X-API-Key', 'User-Agent'].map(
      (name): [string, (index: number) => Header[]] => [name, (index) => [[name, address(index)]]],
    ),
    ['Forwarded', (index) => [['Forwarded', `for=${address(index)};proto=https`]]],
    ['x-agent-id', (index) => [['x-agent-id', `agent-${index}`]]],
  ];

  test.each(spoofs)('even if it forges %s', async (_title, headersOf) => {
    expect(await passing(await start(), headersOf)).toBe(100);
  });

  const throughProxy: [title: string, headersOf: (index: number) => Header[]][] = [
    ['addresses to the left of its own address', (index) => [forwarded(`${address(index)}, 198.51.100.1`)]],
    ['ports', (index) => [forwarded(`198.51.100.1:${1024 + index}`)]],
    ['addresses of one IPv6 network', (index) => [forwarded(`2001:db8:1:2:${index.toString(16)}::1`)]],
    ['spellings of one IPv6 address', (index) => [forwarded(index % 2 === 0 ? '2001:db8::1' : '2001:0DB8:0::0001')]],
    ['IPv6 zones', (index) => [forwarded(`fe80::1%eth${index}`)]],
    [
      'an IPv4 address and the same address in IPv6',
      (index) => [forwarded(index % 2 === 0 ? '198.51.100.1' : '::ffff:198.51.100.1')],
    ],
    [
      'an IPv4 address and the same address in hexadecimal IPv6',
      (i) => [forwarded(i % 2 === 0 ? '198.51.100.1' : '::ffff:c633:6401')],
    ],
    ['names in place of addresses', (index) => [forwarded(index % 2 === 0 ? 'unknown' : `_hidden${index}`)]],
    ['texts that are no addresses', (index) => [forwarded(`garbage-${index}`)]],
    ['numbers in place of addresses', (index) => [forwarded(String(3_000_000_000 + index))]],
  ];

  test.each(throughProxy)('even if it sends different %s through a trusted proxy', async (_title, headersOf) => {
    expect(await passing(await start({ trustProxy: ['127.0.0.1'] }), headersOf)).toBe(100);
  });
});

describe('a trusted proxy', () => {
  // If a trusted proxy opens the connection, the first untrusted address from the right in X-Forwarded-For is counted.
  test.each<[string, Settings['trustProxy'], string[], string]>([
    ['may name the caller in X-Forwarded-For', ['127.0.0.1'], ['198.51.100.1', '198.51.100.1'], '127.0.0.1'],
    [
      'must have a configured address; the header of any other caller is ignored',
      ['127.0.0.1'],
      ['198.51.100.1', '198.51.100.2'],
      '127.0.0.2',
    ],
    [
      'may be one of a chain of trusted proxies',
      ['127.0.0.0/8', '10.0.0.0/8'],
      ['203.0.113.9, 198.51.100.1, 10.1.2.3', '203.0.113.8, 198.51.100.1, 10.3.2.1'],
      '127.0.0.1',
    ],
    [
      'may be configured by the number of proxies',
      1,
      ['203.0.113.9, 198.51.100.1', '203.0.113.8, 198.51.100.1'],
      '127.0.0.1',
    ],
  ])('%s', async (_title, trustProxy, [one = '', same = ''], from) => {
    const server = await start({ trustProxy });
    expect([await left(server, [forwarded(one)], from), await left(server, [forwarded(same)], from)]).toEqual([99, 98]);
    expect(await left(server, [forwarded('192.0.2.9')], from)).toBe(from === '127.0.0.2' ? 97 : 99);
  });

  test('that passes on an invalid address is counted itself', async () => {
    const server = await start({ trustProxy: ['127.0.0.1'] });
    const texts = ['unknown', 'garbage', '1.2.3', '999.1.1.1', '[::1', 'localhost', '"198.51.100.1"', '_hidden', ','];
    expect(await left(server, [])).toBe(99);
    for (const [index, text] of texts.entries()) expect(await left(server, [forwarded(text)]), text).toBe(98 - index);
  });

  test('may add a port, brackets or a zone to the address of the caller', async () => {
    for (const [written, meant] of [
      ['198.51.100.1:5555', '198.51.100.1'],
      ['[2001:db8::1]:443', '2001:db8::1'],
      ['[2001:db8::1]', '2001:db8::1'],
      ['2001:db8::1%eth0', '2001:db8::1'],
    ] as const) {
      const server = await start({ trustProxy: ['127.0.0.1'] });
      expect([await left(server, [forwarded(written)]), await left(server, [forwarded(meant)])]).toEqual([99, 98]);
    }
  });
});

test('an IPv4 caller on a dual-stack socket is counted by its IPv4 address', async () => {
  const server = await start({ host: '::', trustProxy: ['127.0.0.2'] });
  expect(await left(server, [])).toBe(99);
  expect(await left(server, [forwarded('127.0.0.1')], '127.0.0.2')).toBe(98);
});
