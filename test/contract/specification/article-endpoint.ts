// HTTP specification, sections 4.2 and 4.3: the article endpoint and further endpoints.
import { expect } from 'vitest';
import { known } from '../samples.ts';
import { type Section, section } from '../statement.ts';

const path = `/api/v1/articles/${known.complete}`;

export const articleEndpoint: Section = section('4.2', {
  'GET /api/v1/articles/<slug> returns the article with this slug.': async ({ api }) => {
    const { status, body } = await api(path);
    expect([status, body.data.slug]).toEqual([200, known.complete]);
  },
  'format must be json or markdown.': async ({ api, get }) => {
    expect((await get(`${path}?format=json`)).status).toBe(200);
    expect((await get(`${path}?format=markdown`)).status).toBe(200);
    for (const format of ['html', 'JSON', 'md']) expect((await api(`${path}?format=${format}`)).status).toBe(400);
  },
  'The further fields of the JSON article have the values of its source (not in the specification).': async ({
    api,
  }) => {
    const { data } = (await api(`${path}?format=json`)).body;
    expect(data).toMatchObject({
      author: 'Stele editors',
      keywords: ['企鹅', '握手', 'initialize', 'capabilities', '能力协商'],
      createdAt: '2026-01-03T08:00:00Z',
      publishedAt: '2026-01-06T08:00:00Z',
      relatedArticles: [
        {
          id: 'art_pigeonpost',
          slug: 'carrier-pigeon',
          title: { zh: '信鸽传输层', en: 'The carrier pigeon transport' },
        },
        { id: 'art_teapotplans1', slug: 'teapot-that-plans' },
      ],
    });
  },
});

export const otherEndpoints: Section = section('4.3', {
  'There are also context, domains, changes, agents/me and openapi.json (not in the specification).': async ({
    get,
  }) => {
    const document = (await (await get('/api/v1/openapi.json')).json()) as { paths: object };
    expect(Object.keys(document.paths)).toEqual([
      '/api/v1/search',
      '/api/v1/context',
      '/api/v1/articles/{slug}',
      '/api/v1/domains',
      '/api/v1/changes',
      '/api/v1/agents/me',
    ]);
  },
});
