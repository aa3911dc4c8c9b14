// HTTP specification, sections 4 and 4.1: endpoints in general, and search.
import { expect } from 'vitest';
import { ask } from '../../answers.ts';
import { everyItem, slugsOf } from '../contract.ts';
import { answersTo, goodPaths, known } from '../samples.ts';
import type { Section } from '../statement.ts';
import { domainValues } from './search-items.ts';

const statuses = ['verified', 'partial', 'unverified'];

export const endpoints: Section = [
  {
    id: '4.0.1',
    text: 'All endpoints use GET.',
    async check({ server, get }) {
      const { paths } = (await (await get('/api/v1/openapi.json')).json()) as { paths: Record<string, object> };
      expect(Object.values(paths).length).toBeGreaterThan(3);
      for (const [path, methods] of Object.entries(paths)) {
        expect(Object.keys(methods), path).toEqual(['get']);
        const post = await ask(`${server.origin}${path.replace('{slug}', known.bare)}`, { method: 'POST' });
        expect(post.status, path).toBe(404);
      }
    },
  },
  {
    id: '4.0.2',
    text: 'Every success response is JSON in the common envelope, except where stated.',
    async check(contract) {
      for (const { status, body } of await answersTo(contract, goodPaths)) {
        expect(status).toBe(200);
        expect(body).toMatchObject({ success: true, error: null, meta: { requestId: expect.any(String) } });
      }
    },
  },
];

export const searchEndpoint: Section = [
  {
    id: '4.1.1',
    text: 'Search is GET /api/v1/search.',
    async check({ api }) {
      expect((await api('/api/v1/search')).status).toBe(200);
    },
  },
  {
    id: '4.1.2',
    text: 'q is the search keyword.',
    async check({ api }) {
      const { body } = await api('/api/v1/search?q=piano');
      expect(body.data.items[0].slug).toBe('moving-a-piano');
      expect(body.data.pagination.total).toBeLessThan((await api('/api/v1/search')).body.data.pagination.total);
    },
  },
  {
    id: '4.1.3',
    text: 'domain filters by a domain value, with underscores.',
    async check(contract) {
      const all = await everyItem(contract);
      for (const domain of domainValues) {
        const own = all.filter((item) => item.domain === domain);
        expect(await everyItem(contract, `domain=${domain}`), domain).toEqual(own);
      }
    },
  },
  {
    id: '4.1.4',
    text: 'status filters by the verification status.',
    async check(contract) {
      const all = await everyItem(contract);
      for (const status of statuses) {
        const own = all.filter(({ verificationStatus }) => verificationStatus === status);
        expect(own.length, status).toBeGreaterThan(0);
        expect(await everyItem(contract, `status=${status}`), status).toEqual(own);
      }
    },
  },
  {
    id: '4.1.5',
    text: 'page is the page number.',
    async check(contract) {
      const all = slugsOf(await everyItem(contract));
      const second = await contract.api('/api/v1/search?page=2&pageSize=3');
      expect(slugsOf(second.body.data.items)).toEqual(all.slice(3, 6));
    },
  },
  {
    id: '4.1.6',
    text: 'pageSize is how many items a page has; 100 is allowed.',
    async check({ api }) {
      for (const size of [1, 2, 5]) {
        expect((await api(`/api/v1/search?pageSize=${size}`)).body.data.items).toHaveLength(size);
      }
      expect((await api('/api/v1/search?pageSize=100')).body.data.pagination.pageSize).toBe(100);
    },
  },
  {
    id: '4.1.7',
    text: 'data is exactly items and pagination.',
    async check({ api }) {
      const { body } = await api('/api/v1/search?q=teapot');
      expect(Object.keys(body.data)).toEqual(['items', 'pagination']);
      expect(Object.keys(body.data.pagination)).toEqual(['page', 'pageSize', 'total', 'totalPages']);
      expect(body.data.items).toEqual(expect.any(Array));
    },
  },
  {
    id: '4.1.8',
    text: 'meta carries requestId and timestamp.',
    async check({ api }) {
      const { body } = await api('/api/v1/search');
      expect(body.meta).toMatchObject({ requestId: expect.any(String), timestamp: expect.any(String) });
    },
  },
  {
    id: '4.1.9',
    text: 'Rule 1: without page, page 1; without pageSize, 20 items per page.',
    async check({ api }) {
      const { body } = await api('/api/v1/search');
      expect(body.data.pagination).toMatchObject({ page: 1, pageSize: 20 });
      const explicit = await api('/api/v1/search?page=1&pageSize=20');
      expect(body.data).toEqual(explicit.body.data);
    },
  },
  {
    id: '4.1.10',
    text: 'Rule 2: a pageSize above 100.',
    notShown: 'DESIGN: 400 VALIDATION_ERROR',
    async check({ api }) {
      const { status, body } = await api('/api/v1/search?pageSize=101');
      expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    },
  },
  {
    id: '4.1.11',
    text: 'Rule 3: whether q is required.',
    notShown: 'DESIGN: optional; without it all articles that pass the filters',
    async check(contract) {
      const { body } = await contract.api('/api/v1/domains');
      const counts = body.data.domains.map(({ articles }: { articles: { total: number } }) => articles.total);
      const sum = counts.reduce((left: number, right: number) => left + right, 0);
      expect((await everyItem(contract)).length).toBe(sum);
    },
  },
  {
    id: '4.1.12',
    text: 'Rule 4: allowed values of status.',
    notShown: 'DESIGN: verified, partial, unverified',
    async check({ api }) {
      for (const status of statuses) expect((await api(`/api/v1/search?status=${status}`)).status).toBe(200);
      for (const status of ['passed', 'Verified', 'any']) {
        expect((await api(`/api/v1/search?status=${status}`)).status, status).toBe(400);
      }
    },
  },
  {
    id: '4.1.13',
    text: 'Rule 5: ordering of results.',
    notShown: 'DESIGN: by relevance; without q newest first, then id',
    async check(contract) {
      const all = await everyItem(contract);
      const sorted = [...all].sort(
        (left, right) => Date.parse(right.updatedAt) - Date.parse(left.updatedAt) || (left.id < right.id ? -1 : 1),
      );
      expect(all).toEqual(sorted);
      const found = await everyItem(contract, 'q=teapot%20refuses%20coffee');
      expect(found[0]?.slug).toBe('teapot-refuses-coffee');
    },
  },
  {
    id: '4.1.14',
    text: 'Rule 6: every filter given narrows the result to items that match it.',
    async check(contract) {
      const found = await everyItem(contract, 'q=penguin');
      expect(found.length).toBeGreaterThan(1);
      for (const domain of domainValues) {
        for (const status of statuses) {
          const expected = found.filter((item) => item.domain === domain && item.verificationStatus === status);
          expect(await everyItem(contract, `q=penguin&domain=${domain}&status=${status}`)).toEqual(expected);
        }
      }
    },
  },
];
