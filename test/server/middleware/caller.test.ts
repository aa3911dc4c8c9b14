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

test('a caller gets at most 100 requests per minute, whatever forged headers its requests have', async () => {
  const names = ['X-Real-IP', 'X-Client-IP', 'True-Client-IP', 'CF-Connecting-IP', 'X-API-Key', 'User-Agent'];
  const requests = Array.from({ length: 150 }, (_, index) => {
    const forged = `203.0.113.${index}`;
    return getText('/api/v1/domains', [
      ...names.map((name): Header => [name, forged]),
      forwarded(forged),
      forwarded(`2001:db8:${index.toString(16)}::1`),
      ['Forwarded', `for=${forged};proto=https`],
      ['x-agent-id', `agent-${index}`],
    ]);
  });
  const { answers } = await send((await start()).port, requests.join(''), { answers: requests.length });
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
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
    const texts = ['unknown', '3000000000', '1.2.3', '999.1.1.1', '[::1', '"198.51.100.1"', '_hidden', ','];
    expect(await left(server, [])).toBe(99);
    for (const [index, text] of texts.entries()) expect(await left(server, [forwarded(text)]), text).toBe(98 - index);
  });

  test('may write the address of the caller in another form, or add a port, brackets or a zone', async () => {
    for (const [written, meant] of [
      ['198.51.100.1:5555', '198.51.100.1'],
      ['[2001:db8::1]:443', '2001:db8::1'],
      ['[2001:db8::1]', '2001:db8::1'],
      ['2001:db8::1%eth0', '2001:db8::1'],
      ['::ffff:198.51.100.1', '198.51.100.1'],
      ['::ffff:c633:6401', '198.51.100.1'],
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
