// Query statistics: which queries are stored and shown, and that no data about callers is stored.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sqliteStore } from '../../../server/state/sqlite/store.ts';
import { movableClock, type Started, type StateLimits, startServer, stateFor } from '../../server.ts';
import { temporaryFolder } from '../../site.ts';
import { callTool } from '../faces/mcp/exchange.ts';
import { issueKey } from '../keys.ts';
import { smallEdition } from '../small-site.ts';

const edition = await smallEdition();

async function start(limits: StateLimits = {}) {
  const clock = movableClock();
  // With one trusted proxy, a test can choose the address of a caller with X-Forwarded-For.
  const settings = { trustProxy: 1 };
  const state = stateFor(clock, limits);
  // Callers are distinguished by salted tags of 16 bits. With a random salt, two of three tags are equal in one of 20,000 runs.
  Object.assign(state.store.queries, { salt: async () => 'a fixed salt' });
  return { clock, server: await startServer(edition, { clock, settings, state }) };
}

async function ask(server: Started, query: string, headers: Record<string, string>): Promise<void> {
  const response = await server.get(`/api/v1/search?q=${encodeURIComponent(query)}`, headers);
  expect(response.status).toBe(200);
}

const address = (last: number): Record<string, string> => ({ 'x-forwarded-for': `192.0.2.${last}` });

async function report(server: Started, foundNothing = false) {
  await server.state.queries?.flush();
  return server.state.store.queries.list({ limit: 10, foundNothing });
}

describe('a query', () => {
  test('is shown once three different addresses have sent it', async () => {
    const { server } = await start();
    for (const index of [1, 1, 1, 2, 2]) await ask(server, 'kettle', address(index));
    expect(await report(server)).toEqual([]);
    await ask(server, 'kettle', address(3));
    expect(await report(server)).toEqual([
      { text: 'kettle', asked: 6, foundNothing: 0, lastAskedAt: '2026-01-31T12:00:00.000Z' },
    ]);
  });

  test.each([
    ['agent ids', (index: number) => ({ 'x-agent-id': `agent-${index}` })],
    ['addresses of one IPv6 network', (index: number) => ({ 'x-forwarded-for': `2001:db8:0:1::${index}` })],
  ])('from one caller with many %s counts as the query of one caller', async (_kind, headersOf) => {
    const { server } = await start();
    for (let index = 1; index <= 9; index += 1) await ask(server, 'kettle', headersOf(index));
    expect(await report(server)).toEqual([]);
  });

  test('through MCP counts for the address of its caller, not for the agent id', async () => {
    const { server } = await start();
    const search = (last: number, name: string) =>
      callTool(server, 'search', { q: 'kettle' }, { ...address(last), 'x-agent-id': name });
    for (const name of ['ada', 'bob', 'eve']) await search(1, name);
    expect(await report(server)).toEqual([]);
    for (const last of [2, 3]) await search(last, 'ada');
    expect(await report(server)).toMatchObject([{ text: 'kettle', asked: 5 }]);
  });

  test('counts as one query whatever its case, width and spacing, and is listed as without results if it found nothing', async () => {
    const { server } = await start();
    for (const [index, query] of ['Kettle  lid', 'kettle lid', 'ＫＥＴＴＬＥ lid '].entries()) {
      await ask(server, query, address(index));
      await ask(server, 'zyzzyva qwertz', address(index));
    }
    expect(await report(server)).toContainEqual(expect.objectContaining({ text: 'kettle lid', asked: 3 }));
    expect(await report(server, true)).toMatchObject([{ text: 'zyzzyva qwertz', asked: 3, foundNothing: 3 }]);
  });

  test('is listed as without results if its match is `none`, even if search or /context found articles for it', async () => {
    const { server } = await start();
    const question = 'Kubernetes ingress controller annotations rewrite websocket spout';
    const { data } = await (await server.get(`/api/v1/search?q=${encodeURIComponent(question)}`, address(9))).json();
    expect([data.match, data.items.length > 0]).toEqual(['none', true]);
    for (const index of [1, 2]) await ask(server, question, address(index));
    await server.get(`/api/v1/context?q=${encodeURIComponent(question)}`, address(3));
    expect(await report(server, true)).toMatchObject([{ text: question.toLowerCase(), asked: 4, foundNothing: 4 }]);
  });

  test('is not counted if it has a filter or a page number, is refused, or is over 128 characters long', async () => {
    const { server } = await start({ keyless: { limit: 5, windowMs: 60_000 } });
    for (const index of [1, 2, 3]) {
      const filtered = ['domain=mcp', 'status=verified', 'minConfidence=0', 'maxRisk=high'].map(
        (one) => `q=kettle&${one}`,
      );
      for (const path of [...filtered, 'q=kettle&page=2', 'q=kettle&page=0'])
        await server.get(`/api/v1/search?${path}`, address(index));
      await server.get(`/api/v1/search?q=${'kettle '.repeat(30)}`, address(index));
      expect((await server.get('/api/v1/search?q=kettle', address(index))).status).toBe(429);
    }
    expect(await report(server)).toEqual([]);
  });

  test('is deleted after thirty days without a request for it', async () => {
    const { server, clock } = await start();
    for (const index of [1, 2, 3]) await ask(server, 'kettle', address(index));
    expect(await report(server)).toHaveLength(1);
    clock.advance(30 * 86_400_000);
    await server.state.sweep();
    expect(await report(server)).toHaveLength(1);
    clock.advance(1);
    await server.state.sweep();
    expect(await report(server)).toEqual([]);
  });
});

test('the state on disk contains no address, and no query that fewer than three callers have sent', async () => {
  const folder = await temporaryFolder();
  const { server } = await start({ store: sqliteStore(folder) });
  const { bearer, record } = await issueKey(server.state.store);
  const headers = (index: number) => ({ 'x-forwarded-for': `198.51.100.${index}`, ...bearer });
  for (const index of [1, 2, 3]) await ask(server, 'kettle', headers(index));
  for (const index of [1, 2]) await ask(server, 'my secret question', headers(index));
  await report(server);
  const names = await readdir(folder);
  const bytes = Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)))));
  expect(bytes.includes('kettle')).toBe(true);
  for (const text of ['my secret question', '198.51.100.']) expect(bytes.includes(text), text).toBe(false);
  // The state has a record of the key, but it does not link the key to a query.
  expect(bytes.includes(record.id)).toBe(true);
});

test('no query is stored if query statistics are off', async () => {
  const clock = movableClock();
  const state = stateFor(clock, { keepsQueries: false });
  const server = await startServer(edition, { clock, settings: { trustProxy: 1 }, state });
  for (const index of [1, 2, 3]) await ask(server, 'kettle', address(index));
  expect(server.state.queries).toBeUndefined();
  expect(await server.state.store.queries.list({ limit: 10, foundNothing: false })).toEqual([]);
});
