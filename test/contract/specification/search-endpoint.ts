// HTTP specification, sections 4 and 4.1: endpoints in general, and search.
import { expect } from 'vitest';
import { ask } from '../../answers.ts';
import { everyItem } from '../contract.ts';
import { known } from '../samples.ts';
import { type Section, section } from '../statement.ts';
import { domainValues } from './search-items.ts';

const statuses = ['verified', 'partial', 'unverified'];

export const endpoints: Section = section('4.0', {
  'All endpoints accept GET and refuse POST.': async ({ server, get }) => {
    const { paths } = (await (await get('/api/v1/openapi.json')).json()) as { paths: Record<string, object> };
    expect(Object.values(paths).length).toBeGreaterThan(3);
    for (const [path, methods] of Object.entries(paths)) {
      expect(Object.keys(methods), path).toEqual(['get']);
      const post = await ask(`${server.origin}${path.replace('{slug}', known.bare)}`, { method: 'POST' });
      expect(post.status, path).toBe(404);
    }
  },
});

export const searchEndpoint: Section = section('4.1', {
  'q restricts the results to articles that match the keyword.': async ({ api }) => {
    const { body } = await api('/api/v1/search?q=piano');
    expect(body.data.items[0].slug).toBe('moving-a-piano');
    expect(body.data.pagination.total).toBeLessThan((await api('/api/v1/search')).body.data.pagination.total);
  },
  'domain restricts the results to one domain, written with underscores.': async (contract) => {
    const all = await everyItem(contract);
    for (const domain of domainValues) {
      const own = all.filter((item) => item.domain === domain);
      expect(await everyItem(contract, `domain=${domain}`), domain).toEqual(own);
    }
  },
  'status restricts the results to one verification status.': async (contract) => {
    const all = await everyItem(contract);
    for (const status of statuses) {
      const own = all.filter(({ verificationStatus }) => verificationStatus === status);
      expect(own.length, status).toBeGreaterThan(0);
      expect(await everyItem(contract, `status=${status}`), status).toEqual(own);
    }
  },
  'data has items and pagination, and with q also match.': async ({ api }) => {
    const { body } = await api('/api/v1/search');
    expect(Object.keys(body.data)).toEqual(['items', 'pagination']);
    expect(Object.keys((await api('/api/v1/search?q=teapot')).body.data)).toEqual(['items', 'match', 'pagination']);
    expect(Object.keys(body.data.pagination)).toEqual(['page', 'pageSize', 'total', 'totalPages']);
    expect(body.data.items).toEqual(expect.any(Array));
  },
  'Rule 1: page is 1 and pageSize is 20 by default.': async ({ api }) => {
    const { body } = await api('/api/v1/search');
    expect(body.data.pagination).toMatchObject({ page: 1, pageSize: 20 });
    const explicit = await api('/api/v1/search?page=1&pageSize=20');
    expect(body.data).toEqual(explicit.body.data);
  },
  'Rule 2: a pageSize above 100 gets 400 VALIDATION_ERROR (not in the specification).': async ({ api }) => {
    const { status, body } = await api('/api/v1/search?pageSize=101');
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  },
  'Rule 3: q is optional; without q a search returns all articles (not in the specification).': async (contract) => {
    const { body } = await contract.api('/api/v1/domains');
    const counts = body.data.domains.map(({ articles }: { articles: { total: number } }) => articles.total);
    const sum = counts.reduce((left: number, right: number) => left + right, 0);
    expect((await everyItem(contract)).length).toBe(sum);
  },
  'Rule 5: results are sorted by relevance, without q by updatedAt and id (not in the specification).': async (
    contract,
  ) => {
    const all = await everyItem(contract);
    const sorted = [...all].sort(
      (left, right) => Date.parse(right.updatedAt) - Date.parse(left.updatedAt) || (left.id < right.id ? -1 : 1),
    );
    expect(all).toEqual(sorted);
    const found = await everyItem(contract, 'q=teapot%20refuses%20coffee');
    expect(found[0]?.slug).toBe('teapot-refuses-coffee');
  },
});
