// Facets of a search, and suggestions for a search without results.
import { expect } from 'vitest';
import { known } from '../samples.ts';
import { domainValues } from '../specification/search-items.ts';
import { type Section, section } from '../statement.ts';

export const facets: Section = section('facets', {
  'facets=true returns a count for every domain and status; otherwise there are no counts.': async ({ api }) => {
    const { data } = (await api('/api/v1/search?facets=true')).body;
    expect(Object.keys(data.facets.domain)).toEqual(domainValues);
    expect(Object.keys(data.facets.status)).toEqual(['verified', 'partial', 'unverified']);
    expect(data.facets.domain[known.emptyDomain]).toBe(0);
    for (const query of ['', '?facets=false']) {
      expect((await api(`/api/v1/search${query}`)).body.data, query).not.toHaveProperty('facets');
    }
  },
  'The items and their order are the same with facets.': async ({ api }) => {
    for (const query of ['q=penguin', 'q=penguin&status=unverified', 'domain=agent', 'maxRisk=low', 'q=xyzzy']) {
      const plain = (await api(`/api/v1/search?${query}`)).body.data;
      const { facets: _, ...data } = (await api(`/api/v1/search?${query}&facets=true`)).body.data;
      expect({ ...data, suggestions: undefined }, query).toEqual({ ...plain, suggestions: undefined });
    }
  },
});

export const suggestions: Section = section('suggestions', {
  'A search without results suggests up to five requests with results; the first is nextStep.': async ({ api }) => {
    const queries = [
      'q=xyzzyplugh', 'q=piano&domain=mcp&status=verified', `domain=${known.emptyDomain}`, 'q=%3F',
      'minConfidence=100', 'q=piano&minConfidence=81&maxRisk=low', 'maxRisk=low&status=verified&minConfidence=100',
    ]; // biome-ignore format: as a list
    for (const query of queries) {
      const { status, body } = await api(`/api/v1/search?${query}`);
      expect([status, body.error, body.data.pagination.total], query).toEqual([200, null, 0]);
      const given: string[] = body.data.suggestions;
      expect(given.length, query).toBeLessThanOrEqual(5);
      expect(body.meta.nextStep, query).toBe(given[0]);
      for (const suggestion of given) {
        expect(suggestion).toMatch(/^GET \/api\/v1\/search(?:\?|$)/);
        const found = await api(suggestion.slice('GET '.length));
        expect(found.body.data.pagination.total, suggestion).toBeGreaterThan(0);
      }
    }
  },
  'Suggestions with the same words and fewer filters come first; other parameters are kept.': async ({ api }) => {
    const { data } = (await api('/api/v1/search?q=piano&domain=mcp&status=unverified&lang=zh&snippet=true')).body;
    const queries = ['q=piano&status=unverified&', 'q=piano&', 'domain=mcp&', 'status=unverified&', ''];
    expect(data.suggestions).toEqual(queries.map((query) => `GET /api/v1/search?${query}lang=zh&snippet=true`));
  },
  'Suggestions drop the filter that is too strict, and maxRisk only as the last one.': async ({ api }) => {
    const asked = 'q=piano&minConfidence=81&maxRisk=low&pageSize=5';
    const { body } = await api(`/api/v1/search?${asked}`);
    // The only article on pianos is high-risk and unverified, so the suggestion must drop both filters.
    expect(body.meta.nextStep).toBe('GET /api/v1/search?q=piano&pageSize=5');
    const trusting = (await api('/api/v1/search?q=piano&minConfidence=81&maxRisk=high')).body;
    expect(trusting.meta.nextStep).toBe('GET /api/v1/search?q=piano&maxRisk=high');
    const daring = (await api('/api/v1/search?q=piano&minConfidence=10&maxRisk=medium')).body;
    expect(daring.meta.nextStep).toBe('GET /api/v1/search?q=piano&minConfidence=10');
    const listing = (await api('/api/v1/search?minConfidence=100&maxRisk=low')).body;
    expect(listing.meta.nextStep).toBe('GET /api/v1/search?maxRisk=low');
  },
  'A search with results has no suggestions, even on a page after the last one.': async ({ api }) => {
    for (const query of ['', 'q=piano', 'q=piano&page=9', 'page=9&facets=true']) {
      expect((await api(`/api/v1/search?${query}`)).body.data, query).not.toHaveProperty('suggestions');
    }
  },
});
