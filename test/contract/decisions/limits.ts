// Rate limits and quotas. test/server/processes tests them with several processes and with Redis.
import { parseList } from 'structured-headers';
import { expect } from 'vitest';
import { newApiKey, newKeyId } from '../../../server/access/api-keys.ts';
import { contentTypes } from '../../../server/faces/http/send.ts';
import { passingStore, sqliteStore } from '../../../server/state/sqlite/store.ts';
import { callTool, sendBody } from '../../server/faces/mcp/exchange.ts';
import { issueKey } from '../../server/keys.ts';
import { send } from '../../server/raw.ts';
import { movableClock, registeredAgents, stateFor } from '../../server.ts';
import { temporaryFolder } from '../../site.ts';
import { answered, exhausted, from, limited } from '../limited.ts';
import { badPaths, known } from '../samples.ts';
import { type Section, section } from '../statement.ts';

export const limits: Section = section('limits', {
  'Without a key, at most 100 requests of an IP address are answered in any 60 seconds.': async (contract) => {
    const server = await limited(contract);
    expect(await answered(server, 50)).toBe(50);
    server.clock.advance(30_000);
    expect(await answered(server, 60)).toBe(50);
    server.clock.advance(29_999);
    expect(await answered(server, 5)).toBe(0);
    // The first fifty requests leave the sliding window. A counter per calendar minute would now allow a hundred.
    server.clock.advance(1);
    expect(await answered(server, 110)).toBe(50);
  },
  'All IPv6 addresses of a /64 share one limit.': async (contract) => {
    const server = await limited(contract);
    expect(await answered(server, 60, from('2001:db8:1:2::1'))).toBe(60);
    expect(await answered(server, 60, from('2001:db8:1:2:ffff::9'))).toBe(40);
    expect(await answered(server, 60, from('2001:db8:1:3::1'))).toBe(60);
  },
  'A free key has 1,000 requests per UTC day, and a paid key 30,000 per UTC month.': async (contract) => {
    const { server, api } = await contract.another();
    const quotas = [];
    for (const plan of ['free', 'paid'] as const) {
      const { bearer } = await issueKey(server.state.store, { plan });
      quotas.push((await api('/api/v1/domains', bearer)).body.meta.quota);
    }
    const resetAt = '2026-02-01T00:00:00.000Z';
    expect(quotas).toEqual([
      { plan: 'free', limit: 1_000, remaining: 999, resetAt },
      { plan: 'paid', limit: 30_000, remaining: 29_999, resetAt },
    ]);
  },
  'Requests with a key do not count against the limit of the IP address.': async (contract) => {
    const server = await limited(contract);
    const { bearer } = await issueKey(server.server.state.store);
    expect(await answered(server, 101, { ...from('192.0.2.7'), ...bearer })).toBe(101);
    expect(await answered(server, 101)).toBe(100);
    expect(await answered(server, 101, { ...from('192.0.2.7'), ...bearer })).toBe(101);
  },
  'Of 250 concurrent requests without a key exactly 100 are answered.': async (contract) => {
    expect(await answered(await limited(contract), 250)).toBe(100);
  },
  'Every request to /api/v1 counts, including errors, except OPTIONS and requests that get 429.': async (contract) => {
    const server = await limited(contract);
    const headers = from('192.0.2.7');
    for (const [path] of badPaths.filter(([path]) => path.startsWith('/api/v1/'))) await server.get(path, headers);
    await server.get('/api/v1/search', { ...headers, 'if-none-match': '*' });
    const counted = badPaths.filter(([path]) => path.startsWith('/api/v1/')).length + 1;
    for (let call = 0; call < 20; call += 1) {
      await server.exchange({ path: '/api/v1/search', method: 'OPTIONS', headers });
    }
    expect(await answered(server, 120)).toBe(100 - counted);
    // Refused requests do not count, so the whole limit is available after a minute.
    server.clock.advance(59_000);
    expect(await answered(server, 10)).toBe(0);
    server.clock.advance(1_000);
    expect(await answered(server, 101)).toBe(100);
  },
  'Requests to /mcp count against the same limit as API requests.': async (contract) => {
    const server = await limited(contract);
    const headers = from('192.0.2.7');
    for (let call = 0; call < 10; call += 1) await callTool(server.server, 'search', {}, headers);
    await sendBody(server.server, { body: 'no message', headers });
    expect(await answered(server, 101, headers)).toBe(89);
    expect((await callTool(server.server, 'search', {}, headers)).status).toBe(429);
  },
  'A restart resets the limit of IP addresses, but not the quota of a key.': async (contract) => {
    const folder = await temporaryFolder();
    const clock = movableClock();
    const once = () =>
      contract.another({
        clock,
        state: stateFor(clock, {
          store: sqliteStore(folder),
          keyless: { limit: 5, windowMs: 60_000 },
          free: { limit: 50, unit: 'day' },
        }),
        settings: { trustProxy: 1 },
      });
    const before = await once();
    const { bearer } = await issueKey(before.server.state.store);
    expect(await answered(before, 30, { ...from('192.0.2.7'), ...bearer })).toBe(30);
    expect(await answered(before, 6)).toBe(5);
    await before.server.close();
    const after = await once();
    expect(await answered(after, 30, { ...from('192.0.2.7'), ...bearer })).toBe(20);
    expect(await answered(after, 6)).toBe(5);
  },
  'Requests from the loopback address have the same limit as all others.': async (contract) => {
    const clock = movableClock();
    const server = await contract.another({ clock, state: stateFor(clock) });
    expect(await answered(server, 101, {})).toBe(100);
  },
  'Every API answer has the headers RateLimit and RateLimit-Policy (draft 8).': async ({ get }) => {
    const paths = badPaths.map(([path]) => path).filter((path) => path.startsWith('/api/v1/'));
    for (const path of [
      ...paths,
      '/api/v1/search',
      '/api/v1/%FF',
      `/api/v1/articles/${known.completeId}`,
      '/api/v1/openapi.json',
    ]) {
      const { headers } = await get(path);
      const [left, ...moreLeft] = parseList(headers.get('ratelimit') ?? '');
      const [policy, ...morePolicies] = parseList(headers.get('ratelimit-policy') ?? '');
      expect([moreLeft, morePolicies], path).toEqual([[], []]);
      expect([left?.[0], policy?.[0]], path).toEqual(['keyless', 'keyless']);
      expect([left?.[1].get('r'), left?.[1].get('t')], path).toEqual([expect.any(Number), expect.any(Number)]);
      expect([policy?.[1].get('q'), policy?.[1].get('w')], path).toEqual([1_000_000, 60]);
    }
    expect((await get('/api/v1/search', { 'if-none-match': '*' })).headers.get('ratelimit')).not.toBeNull();
  },
  'A 429 has Retry-After, and a request after this time succeeds.': async (contract) => {
    const server = await limited(contract);
    await answered(server, 100);
    server.clock.advance(12_345);
    const refused = await server.get('/api/v1/search', from('192.0.2.7'));
    const seconds = Number(refused.headers.get('retry-after'));
    expect([refused.status, seconds]).toEqual([429, 48]);
    server.clock.advance(seconds * 1000);
    expect(await answered(server, 1)).toBe(1);
  },
  'Requests for health, guides and pages without q do not count.': async (contract) => {
    const server = await limited(contract);
    const pages = ['/', '/docs', `/articles/${known.bare}`, `/articles/${known.bare}.md`, '/?domain=mcp', '/en/?q='];
    for (const path of [...pages, '/healthz', '/readyz', '/llms.txt']) {
      for (let call = 0; call < 3; call += 1) {
        const { status, headers } = await server.get(path, from('192.0.2.7'));
        expect([status, headers.get('ratelimit')], path).toEqual([200, null]);
      }
    }
    expect(await answered(server, 110)).toBe(100);
  },
  'From an address over its limit, unknown keys get 429 without a look-up; known keys are served.': async (
    contract,
  ) => {
    const clock = movableClock();
    const kept = passingStore();
    let lookUps = 0;
    const findByHash = (hash: string) => {
      lookUps += 1;
      return kept.keys.findByHash(hash);
    };
    const state = stateFor(clock, { store: { ...kept, keys: { ...kept.keys, findByHash } } });
    const server = await contract.another({ clock, state, settings: { trustProxy: 1 } });
    const { bearer } = await issueKey(kept);
    const unknown = () => ({ authorization: `Bearer ${newApiKey(newKeyId())}` });
    expect((await server.get('/api/v1/domains', bearer)).status).toBe(200);
    expect(await answered(server, 60)).toBe(60);
    for (let call = 0; call < 40; call += 1)
      expect((await server.get('/api/v1/domains', { ...from('192.0.2.7'), ...unknown() })).status).toBe(401);
    const before = lookUps;
    for (let call = 0; call < 3; call += 1) {
      const { status, headers, body } = await server.api('/api/v1/search', { ...from('192.0.2.7'), ...unknown() });
      expect([status, body.error.scope, headers.get('retry-after')]).toEqual([429, 'ip', '60']);
      expect(headers.get('ratelimit')).toBe('"keyless"; r=0; t=60');
    }
    expect((await callTool(server.server, 'search', {}, { ...from('192.0.2.7'), ...unknown() })).status).toBe(429);
    expect(lookUps).toBe(before);
    expect((await server.get('/api/v1/domains', { ...from('192.0.2.7'), ...bearer })).status).toBe(200);
    expect((await server.get('/api/v1/domains', { ...from('192.0.2.8'), ...unknown() })).status).toBe(401);
    clock.advance(60_000);
    expect((await server.get('/api/v1/domains', { ...from('192.0.2.7'), ...unknown() })).status).toBe(401);
    expect(lookUps).toBe(before + 2);
  },
  'A request to /mcp over the limit gets 429 before its body is read.': async (contract) => {
    const { server } = await exhausted(contract);
    const head = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
    // The client sends only the headers and no body.
    for (const waiting of ['Content-Length: 60000\r\n', 'Content-Length: 60000\r\nExpect: 100-continue\r\n']) {
      const { answers, rest } = await send(server.port, `${head}${waiting}\r\n`, { answers: 1 });
      expect([answers[0]?.status, rest.toString()], waiting).toEqual([429, '']);
    }
  },
  'Requests for pages with q count like API requests, for the address or the key.': async (contract) => {
    const server = await limited(contract);
    const { bearer } = await issueKey(server.server.state.store);
    // After this request the server knows the key.
    expect((await server.get('/api/v1/domains', bearer)).status).toBe(200);
    const pages = ['/?q=kettle', '/en/?q=kettle&page=2', '/zh/?domain=mcp&%71=x', '/docs?q=x', '/nowhere?q=x'];
    for (const [index, path] of pages.entries()) {
      const { headers } = await server.get(path, { ...from('192.0.2.7'), accept: 'text/html' });
      expect(headers.get('ratelimit'), path).toBe(`"keyless"; r=${99 - index}; t=60`);
      expect(headers.get('ratelimit-policy'), path).toMatch(/^"keyless"; q=100; w=60; pk=:/);
    }
    expect(await answered(server, 110)).toBe(95);
    expect((await server.get('/?q=kettle', from('192.0.2.7'))).status).toBe(429);
    const withKey = await server.get('/?q=kettle', { ...from('192.0.2.7'), ...bearer });
    expect([withKey.status, withKey.headers.get('ratelimit')]).toEqual([200, expect.stringMatching(/^"free"; r=998;/)]);
    expect(await registeredAgents(server.server.state)).toBe(0);
  },
  'Over the limit, a browser gets an HTML page and other callers get the JSON envelope.': async (contract) => {
    const server = await exhausted(contract);
    const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'x-agent-id': 'reader' };
    for (const [path, words] of [
      ['/en/?q=tea%3Cpot&domain=mcp', 'Try again in 60 seconds'],
      ['/zh/?q=tea%3Cpot', '请在 60 秒后再试'],
      ['/docs?q=x', 'Try again'],
    ] as const) {
      const response = await server.get(path, html);
      const page = await response.text();
      expect([response.status, response.headers.get('content-type')], path).toEqual([429, contentTypes.html]);
      expect([response.headers.get('retry-after'), response.headers.get('cache-control')]).toEqual(['60', 'no-store']);
      expect(response.headers.get('ratelimit'), path).toBe('"keyless"; r=0; t=60');
      expect(page, path).toContain(words);
      expect(page, path).toMatch(/^<!doctype html>.*<h1>.*<input[^>]*name="q"/is);
      expect(page.includes('tea<pot'), path).toBe(false);
    }
    for (const [path, accept] of [
      ['/?q=kettle', 'application/json'],
      ['/?q=kettle', '*/*'],
      ['/api/v1?q=kettle', 'text/html'],
      ['/api/v1/search?q=kettle', 'text/html'],
    ] as const) {
      const response = await server.get(path, { accept });
      expect([response.status, (await response.json()).error.code]).toEqual([429, 'RATE_LIMITED']);
    }
    for (const target of ['/api/v1#', 'http://localhost/api/v1#']) {
      const request = `GET ${target} HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\r\n`;
      const { answers } = await send(server.server.port, request, { answers: 1 });
      expect([answers[0]?.status, JSON.parse(answers[0]?.text ?? '').error.code], target).toEqual([
        429,
        'RATE_LIMITED',
      ]);
    }
    expect((await server.get('/en/', html)).status).toBe(200);
    expect(await registeredAgents(server.server.state)).toBe(0);
  },
});
