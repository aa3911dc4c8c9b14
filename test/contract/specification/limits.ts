// HTTP specification, sections 8 and 9: limits, headers of pages, versioning.
import { expect } from 'vitest';
import { periodAt } from '../../../server/access/periods.ts';
import { ask } from '../../answers.ts';
import { issueKey } from '../../server/keys.ts';
import { movableClock, stateFor } from '../../server.ts';
import { known } from '../samples.ts';
import type { Section } from '../statement.ts';

const pages = ['/', '/?q=penguin', '/zh/', '/en/docs', '/docs', `/articles/${known.verified}`, '/zh/domains/mcp'];

export const limits: Section = [
  {
    id: '8.1',
    text: 'Keyless mode: 100 requests per minute per IP address.',
    async check(contract) {
      const clock = movableClock();
      const { get } = await contract.another({ clock, state: stateFor(clock) });
      const statuses = async (requests: number) => {
        const answers = await Promise.all(Array.from({ length: requests }, () => get('/api/v1/search?pageSize=1')));
        return answers.map(({ status }) => status);
      };
      expect(new Set(await statuses(100))).toEqual(new Set([200]));
      expect(await statuses(2)).toEqual([429, 429]);
      clock.advance(59_999);
      expect(await statuses(1)).toEqual([429]);
      clock.advance(1);
      expect(new Set(await statuses(100))).toEqual(new Set([200]));
    },
  },
  {
    id: '8.2',
    text: 'API key mode, free: 1,000 requests per day.',
    async check(contract) {
      const clock = movableClock();
      const { server, get } = await contract.another({ clock, state: stateFor(clock) });
      const { bearer } = await issueKey(server.state.store);
      const answered = async (requests: number): Promise<number> => {
        const answers = await Promise.all(Array.from({ length: requests }, () => get('/api/v1/domains', bearer)));
        return answers.filter(({ status }) => status === 200).length;
      };
      expect(await answered(1_100)).toBe(1_000);
      clock.advance(12 * 3_600_000);
      expect(await answered(10)).toBe(10);
    },
  },
  {
    id: '8.3',
    text: 'API key mode, paid: 30,000 requests per month.',
    async check(contract) {
      const clock = movableClock();
      const { server, api } = await contract.another({ clock, state: stateFor(clock) });
      const { bearer, record } = await issueKey(server.state.store, { plan: 'paid' });
      const period = periodAt('month', clock.now());
      const charge = { keyId: record.id, period, limit: 30_000, requests: 29_998, atMs: clock.now() };
      await server.state.store.quotas.charge([charge]);
      const statuses = [];
      for (let call = 0; call < 4; call += 1) statuses.push((await api('/api/v1/domains', bearer)).status);
      expect(statuses).toEqual([200, 200, 429, 429]);
      clock.advance(12 * 3_600_000);
      expect((await api('/api/v1/domains', bearer)).body.meta.quota?.remaining).toBe(29_999);
    },
  },
  {
    id: '8.4',
    text: 'Search page size: default 20, maximum 100.',
    async check({ api }) {
      expect((await api('/api/v1/search')).body.data.pagination.pageSize).toBe(20);
      expect((await api('/api/v1/search?pageSize=100')).status).toBe(200);
      expect((await api('/api/v1/search?pageSize=101')).status).toBe(400);
    },
  },
  {
    id: '8.5',
    text: 'Search page number: default 1.',
    async check({ api }) {
      expect((await api('/api/v1/search')).body.data.pagination.page).toBe(1);
    },
  },
  {
    id: '8.6',
    text: 'The OpenAPI document names the defaults and the maximum.',
    async check({ get }) {
      const document = (await (await get('/api/v1/openapi.json')).json()) as {
        paths: Record<string, { get: { parameters: { name: string; schema: object }[] } }>;
      };
      const parameters = document.paths['/api/v1/search']?.get.parameters ?? [];
      const schemaOf = (name: string) => parameters.find((parameter) => parameter.name === name)?.schema;
      expect(schemaOf('page')).toMatchObject({ type: 'integer', default: 1, minimum: 1 });
      expect(schemaOf('pageSize')).toMatchObject({ type: 'integer', default: 20, minimum: 1, maximum: 100 });
    },
  },
  {
    id: '8.7',
    text: 'Keyless mode is meant for low-frequency access: every answer says how much is allowed.',
    async check(contract) {
      const clock = movableClock();
      const { get } = await contract.another({ clock, state: stateFor(clock) });
      for (const path of ['/api/v1/search', '/api/v1/nothing', '/api/v1/openapi.json']) {
        expect((await get(path)).headers.get('ratelimit-policy'), path).toMatch(/^"keyless"; q=100; w=60\b/);
      }
    },
  },
  {
    id: '8.8',
    text: 'API key mode supports higher concurrency.',
    async check(contract) {
      const { server, get } = await contract.another();
      const { bearer } = await issueKey(server.state.store);
      const answers = await Promise.all(Array.from({ length: 500 }, () => get('/api/v1/search?q=penguin', bearer)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    },
  },
  {
    id: '8.9',
    text: 'Exceeding a limit yields RATE_LIMITED, status 429.',
    async check(contract) {
      const clock = movableClock();
      const state = stateFor(clock, { keyless: { limit: 1, windowMs: 60_000 } });
      const limited = await contract.another({ clock, state });
      expect((await limited.api('/api/v1/domains')).status).toBe(200);
      const { status, body } = await limited.api('/api/v1/domains');
      expect([status, body.error.code]).toEqual([429, 'RATE_LIMITED']);
    },
  },
  {
    id: '8.10',
    text: 'Every page response carries X-Agent-API-Endpoint: the URL of the API, which answers.',
    async check({ get }) {
      for (const path of pages) {
        const endpoint = (await get(path)).headers.get('x-agent-api-endpoint') ?? '';
        expect((await ask(`${endpoint}/search`)).status, path).toBe(200);
      }
    },
  },
  {
    id: '8.11',
    text: 'Every page response carries X-Agent-API-Docs: the URL of the API documentation, which answers.',
    async check({ get }) {
      for (const path of pages) {
        const docs = await fetch((await get(path)).headers.get('x-agent-api-docs') ?? '');
        expect(docs.status, path).toBe(200);
        expect(await docs.text(), path).toContain('GET /api/v1/search');
      }
    },
  },
  {
    id: '8.12',
    text: 'Rate-limit headers that report what is left.',
    notShown: 'DESIGN: RateLimit and RateLimit-Policy, draft 8',
    async check(contract) {
      const clock = movableClock();
      const { get } = await contract.another({ clock, state: stateFor(clock) });
      const left = [];
      for (let call = 0; call < 3; call += 1) left.push((await get('/api/v1/domains')).headers.get('ratelimit'));
      expect(left).toEqual(['"keyless"; r=99; t=60', '"keyless"; r=98; t=60', '"keyless"; r=97; t=60']);
    },
  },
];

export const versioning: Section = [
  {
    id: '9.1',
    text: 'The version is part of the path prefix /api/v1.',
    async check({ api, server }) {
      expect(server.origin).not.toContain('/api');
      for (const path of ['/search', '/api/search', '/api/v2/search', '/api/v01/search', '/API/v1/search']) {
        expect((await api(path)).status, path).toBe(404);
      }
    },
  },
  {
    id: '9.2',
    text: 'Deprecation policy and other versions.',
    notShown: 'DESIGN names none: version 1 is the only one, and nothing is announced as deprecated',
    async check({ get }) {
      const document = await get('/api/v1/openapi.json');
      const { paths } = (await document.json()) as { paths: object };
      for (const path of Object.keys(paths)) expect(path.startsWith('/api/v1/'), path).toBe(true);
      for (const name of ['deprecation', 'sunset']) expect(document.headers.get(name)).toBeNull();
    },
  },
];
