// HTTP specification, sections 8 and 9: limits, headers of pages, versioning.
import { expect } from 'vitest';
import { periodAt } from '../../../server/access/plans.ts';
import { ask } from '../../answers.ts';
import { issueKey } from '../../server/keys.ts';
import { movableClock, type Started } from '../../server.ts';
import { answered, limited } from '../limited.ts';
import { known } from '../samples.ts';
import { type Section, section } from '../statement.ts';

const pages = ['/', '/?q=penguin', '/zh/', '/en/docs', '/docs', `/articles/${known.verified}`, '/zh/domains/mcp'];

/** Adds requests to the usage of a key, as if they had just been answered. */
async function used({ state }: Started, keyId: string, unit: 'day' | 'month', requests: number): Promise<void> {
  const atMs = movableClock().now();
  await state.store.quotas.charge({ keyId, period: periodAt(unit, atMs), limit: 1_000_000, requests, atMs });
}

export const limits: Section = section('8', {
  'Without a key, an IP address has 100 requests per minute.': async (contract) => {
    const server = await limited(contract);
    expect([await answered(server, 100), await answered(server, 2)]).toEqual([100, 0]);
    server.clock.advance(59_999);
    expect(await answered(server, 1)).toBe(0);
    server.clock.advance(1);
    expect(await answered(server, 101)).toBe(100);
  },
  'A free key has 1,000 requests per day.': async (contract) => {
    const server = await limited(contract);
    const { bearer, record } = await issueKey(server.server.state.store);
    await used(server.server, record.id, 'day', 900);
    expect(await answered(server, 150, bearer)).toBe(100);
    server.clock.advance(12 * 3_600_000);
    expect(await answered(server, 10, bearer)).toBe(10);
  },
  'A paid key has 30,000 requests per month.': async (contract) => {
    const { clock, server, api } = await limited(contract);
    const { bearer, record } = await issueKey(server.state.store, { plan: 'paid' });
    await used(server, record.id, 'month', 29_998);
    const statuses = [];
    for (let call = 0; call < 4; call += 1) statuses.push((await api('/api/v1/domains', bearer)).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
    clock.advance(12 * 3_600_000);
    expect((await api('/api/v1/domains', bearer)).body.meta.quota?.remaining).toBe(29_999);
  },
  'The OpenAPI document states the defaults of page and pageSize and the maximum of pageSize.': async ({ get }) => {
    const document = (await (await get('/api/v1/openapi.json')).json()) as {
      paths: Record<string, { get: { parameters: { name: string; schema: object }[] } }>;
    };
    const parameters = document.paths['/api/v1/search']?.get.parameters ?? [];
    const schemaOf = (name: string) => parameters.find((parameter) => parameter.name === name)?.schema;
    expect(schemaOf('page')).toMatchObject({ type: 'integer', default: 1, minimum: 1 });
    expect(schemaOf('pageSize')).toMatchObject({ type: 'integer', default: 20, minimum: 1, maximum: 100 });
  },
  'With a key, 150 concurrent requests are answered.': async (contract) => {
    const server = await limited(contract);
    const { bearer } = await issueKey(server.server.state.store);
    expect(await answered(server, 150, bearer)).toBe(150);
  },
  'Every page has X-Agent-API-Endpoint and X-Agent-API-Docs with the working URLs of both.': async ({ get }) => {
    for (const path of pages) {
      const { headers } = await get(path);
      expect((await ask(`${headers.get('x-agent-api-endpoint')}/search`)).status, path).toBe(200);
      const docs = await fetch(headers.get('x-agent-api-docs') ?? '');
      expect(docs.status, path).toBe(200);
      expect(await docs.text(), path).toContain('/api/v1/openapi.json');
    }
  },
  'The header RateLimit (draft 8) reports the remaining requests (not in the specification).': async (contract) => {
    const { get } = await limited(contract);
    const left = [];
    for (let call = 0; call < 3; call += 1) left.push((await get('/api/v1/domains')).headers.get('ratelimit'));
    expect(left).toEqual(['"keyless"; r=99; t=60', '"keyless"; r=98; t=60', '"keyless"; r=97; t=60']);
  },
});

export const versioning: Section = section('9', {
  'The version is part of the path prefix /api/v1.': async ({ api, server }) => {
    expect(server.origin).not.toContain('/api');
    for (const path of ['/search', '/api/search', '/api/v2/search', '/api/v01/search', '/API/v1/search']) {
      expect((await api(path)).status, path).toBe(404);
    }
  },
  'Version 1 is the only version, and nothing is announced as deprecated (not in the specification).': async ({
    get,
  }) => {
    const document = await get('/api/v1/openapi.json');
    const { paths } = (await document.json()) as { paths: object };
    for (const path of Object.keys(paths)) expect(path.startsWith('/api/v1/'), path).toBe(true);
    for (const name of ['deprecation', 'sunset']) expect(document.headers.get(name)).toBeNull();
  },
});
