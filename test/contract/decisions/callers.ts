// Credentials, proxies, agents, and the endpoints for domains and for the OpenAPI document.
import { expect } from 'vitest';
import { readSettings, type Settings } from '../../../server/config.ts';
import { defaultAgentLimits } from '../../../server/state/agents.ts';
import { callTool } from '../../server/faces/mcp/exchange.ts';
import { issueKey } from '../../server/keys.ts';
import { answerTo } from '../../server/raw.ts';
import { movableClock, registeredAgents, stateFor } from '../../server.ts';
import { answered, from, limited } from '../limited.ts';
import { known } from '../samples.ts';
import { type Section, section } from '../statement.ts';

export const credentials: Section = section('credentials', {
  'A wrong key gets 401 on every path of the API.': async ({ get }) => {
    const paths = [`articles/${known.bare}`, 'domains', 'agents/me', 'openapi.json', 'nothing', 'search?page=0'];
    for (const path of [...paths, `articles/${known.bare}?format=markdown`])
      expect((await get(`/api/v1/${path}`, { authorization: 'Bearer wrong' })).status, path).toBe(401);
  },
  'A request with a wrong key counts against the limit of its IP address.': async (contract) => {
    const server = await limited(contract);
    expect(await answered(server, 30, { ...from('192.0.2.7'), authorization: 'Bearer wrong' })).toBe(30);
    expect(await answered(server, 100)).toBe(70);
  },
  'A request with two Authorization headers gets 401, even if one of them is valid.': async ({ server }) => {
    const { bearer } = await issueKey(server.state.store);
    const one = `Authorization: ${bearer.authorization}\r\n`;
    for (const two of [one, 'authorization: Bearer wrong\r\n', 'AUTHORIZATION:\r\n']) {
      for (const [target, lines] of [
        ['GET /api/v1/search', one + two],
        ['GET /api/v1/search', two + one],
        ['POST /mcp', one + two],
      ] as const) {
        const head = `${target} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n`;
        const { status, header, text } = await answerTo(server.port, `${head}${lines}\r\n`);
        expect(status, target + lines).toBe(401);
        expect(header('www-authenticate'), target).toMatch(/^Bearer /);
        expect(JSON.parse(text).error.code, target).toBe('UNAUTHORIZED');
      }
    }
  },
});

export const proxies: Section = section('proxies', {
  'X-Forwarded-For is used only if the connection comes from an address in TRUST_PROXY.': async (contract) => {
    const settings: [trustProxy: Settings['trustProxy'], answeredToSecond: number][] = [
      [0, 40],
      [['10.0.0.0/8'], 40],
      [['127.0.0.0/8'], 60],
    ];
    for (const [trustProxy, answeredToSecond] of settings) {
      const clock = movableClock();
      const server = await contract.another({ clock, state: stateFor(clock), settings: { trustProxy } });
      expect(await answered(server, 60, from('192.0.2.1'))).toBe(60);
      expect(await answered(server, 60, from('192.0.2.2')), String(trustProxy)).toBe(answeredToSecond);
    }
  },
  'The server does not start with TRUST_PROXY=true, which would trust every proxy.': async () => {
    const defaults = { edition: 'edition', data: 'data' };
    for (const value of ['true', '*', 'all', '10.0.0.0/99', 'proxy.example']) {
      expect(readSettings({}, defaults, { TRUST_PROXY: value }), value).toMatchObject({ ok: false });
    }
    expect(readSettings({}, defaults, { TRUST_PROXY: '10.0.0.0/8,::1' })).toMatchObject({ ok: true });
  },
});

export const agents: Section = section('agents', {
  'x-agent-id must be 1–128 characters of [A-Za-z0-9._:@/+-]; any other value gets 400.': async ({ api }) => {
    for (const id of ['a', 'A-Z.09_:@/+-', 'x'.repeat(128)]) {
      expect((await api('/api/v1/domains', { 'x-agent-id': id })).status, id).toBe(200);
    }
    for (const id of ['', 'x'.repeat(129), 'a b', 'a,b', 'caf\u00e9', '<a>', 'a;b']) {
      const { status, body } = await api('/api/v1/domains', { 'x-agent-id': id });
      expect([status, body.error?.details?.[0].parameter], id).toEqual([400, 'x-agent-id']);
    }
  },
  'agents/me without x-agent-id gets 400.': async ({ api }) => {
    const { status, body } = await api('/api/v1/agents/me');
    expect([status, body.error.details[0]]).toMatchObject([400, { parameter: 'x-agent-id', given: null }]);
  },
  'Calls are counted by endpoint as search, article or other, including failed ones and agents/me.': async ({
    api,
    get,
  }) => {
    const headers = { 'x-agent-id': 'agents-4' };
    const paths = ['/api/v1/search', '/api/v1/search?page=0', '/api/v1/articles/x', `/api/v1/articles/${known.bare}`];
    for (const path of [...paths, '/api/v1/domains', '/api/v1/nothing', '/api/v1/openapi.json'])
      await get(path, headers);
    await get('/api/v1/search', { ...headers, authorization: 'Bearer wrong' });
    const { requests } = (await api('/api/v1/agents/me', headers)).body.data;
    expect(requests).toEqual({ total: 9, search: 3, article: 2, other: 4, failed: 4, rateLimited: 0 });
  },
  'Requests answered with 429 are counted only in rateLimited.': async (contract) => {
    const server = await limited(contract);
    const headers = { ...from('192.0.2.7'), 'x-agent-id': 'agents-5' };
    await answered(server, 103, headers);
    server.clock.advance(60_000);
    const response = await server.get('/api/v1/agents/me', headers);
    const { requests } = ((await response.json()) as { data: { requests: Record<string, number> } }).data;
    expect([requests.total, requests.rateLimited]).toEqual([101, 3]);
  },
  'recentDays has the calls per UTC day; firstSeenAt and lastSeenAt are timestamps.': async (contract) => {
    const server = await limited(contract);
    const headers = { 'x-agent-id': 'agents-6' };
    await server.get('/api/v1/search', headers);
    server.clock.advance(12 * 3_600_000);
    const response = await server.get('/api/v1/agents/me', headers);
    expect(((await response.json()) as { data: object }).data).toMatchObject({
      firstSeenAt: '2026-01-31T12:00:00.000Z',
      lastSeenAt: '2026-02-01T00:00:00.000Z',
      recentDays: [
        { date: '2026-02-01', total: 1 },
        { date: '2026-01-31', total: 1 },
      ],
    });
  },
  'New agents are limited per IP and in total; a call beyond the limit is served, not registered.': async (
    contract,
  ) => {
    const server = await limited(contract, { ...defaultAgentLimits, agentsMax: 4, newPerAddressPerMinute: 2 });
    const call = async (agent: string, address: string) =>
      (await server.get('/api/v1/search', { ...from(address), 'x-agent-id': agent })).status;
    const { state } = server.server;
    for (const agent of ['a1', 'a2', 'a3']) expect(await call(agent, '192.0.2.1')).toBe(200);
    expect(await registeredAgents(state)).toBe(2);
    for (const agent of ['b1', 'b2']) expect(await call(agent, '192.0.2.2')).toBe(200);
    // A second call protects each agent from eviction, which affects agents with a single call.
    for (const agent of ['a1', 'a2', 'b1', 'b2']) expect(await call(agent, '192.0.2.4')).toBe(200);
    expect(await registeredAgents(state)).toBe(4);
    expect(await call('c1', '192.0.2.3')).toBe(200);
    expect(await registeredAgents(state)).toBe(4);
    const me = await server.get('/api/v1/agents/me', { ...from('192.0.2.3'), 'x-agent-id': 'c1' });
    expect(me.status).toBe(404);
  },
  'An agent id that was first used with a key is counted only in calls with that key.': async (contract) => {
    const server = await limited(contract);
    const { agents, store } = server.server.state;
    const [owner, other] = [await issueKey(store), await issueKey(store)];
    const headers = { ...from('192.0.2.1'), 'x-agent-id': 'agents-8' };
    await server.get('/api/v1/search', { ...headers, ...owner.bearer });
    const counted = (await agents.find('agents-8'))?.requests;
    server.clock.advance(60_000);
    // Calls with another key, without a key, with an invalid key and over the limit are answered, but not counted.
    expect((await server.get('/api/v1/search', { ...headers, ...other.bearer })).status).toBe(200);
    expect((await server.get('/api/v1/nothing', headers)).status).toBe(404);
    expect((await server.get('/api/v1/search', { ...headers, authorization: 'Bearer wrong' })).status).toBe(401);
    await callTool(server.server, 'search', {}, headers);
    expect(await answered(server, 101, headers)).toBe(97);
    expect((await agents.find('agents-8'))?.requests).toEqual(counted);
    expect((await agents.find('agents-8'))?.lastSeenAt).toBe('2026-01-31T12:00:00.000Z');
    await server.get('/api/v1/nothing', { ...headers, ...owner.bearer });
    expect((await agents.find('agents-8'))?.requests).toMatchObject({ total: 2, search: 1, other: 1, failed: 1 });
  },
});

export const lists: Section = section('lists', {
  'GET /api/v1/domains lists the ten domains with names in both languages and counts by status.': async ({ api }) => {
    const { domains } = (await api('/api/v1/domains')).body.data;
    expect(domains).toHaveLength(10);
    for (const { domain, name, articles } of domains) {
      expect(name).toEqual({ zh: expect.stringMatching(/\p{Script=Han}|\w/u), en: expect.stringMatching(/[A-Z]/) });
      const totalOf = async (query: string) =>
        (await api(`/api/v1/search?domain=${domain}${query}`)).body.data.pagination.total;
      expect(articles, domain).toEqual({
        total: await totalOf(''),
        verified: await totalOf('&status=verified'),
        partial: await totalOf('&status=partial'),
        unverified: await totalOf('&status=unverified'),
      });
    }
  },
  'GET /api/v1/openapi.json is an OpenAPI 3.1 document with the version and address of the server.': async ({
    get,
    server,
  }) => {
    const response = await get('/api/v1/openapi.json');
    const document = (await response.json()) as { openapi: string; info: { version: string }; servers: object };
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info.version).toBe('0.0.0-test');
    expect(document.servers).toEqual([{ url: server.origin }]);
  },
});
