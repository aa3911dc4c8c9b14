// HTTP specification, section 1: the purpose of the service.
import { expect } from 'vitest';
import { type IssuedKey, issueKey } from '../../server/keys.ts';
import { answered, from, limited } from '../limited.ts';
import { answersTo, everyArticle, goodPaths, known } from '../samples.ts';
import { type Section, section } from '../statement.ts';

export const overview: Section = section('1', {
  'Articles can be searched and retrieved over HTTP.': async ({ api }) => {
    const found = await api('/api/v1/search?q=penguin');
    const { slug, id } = found.body.data.items[0];
    expect((await api(`/api/v1/articles/${slug}`)).body.data).toMatchObject({ slug, id });
  },
  'Every article has content in zh and en, a domain, tags, a status and a confidence score.': async (contract) => {
    const articles = await everyArticle(contract);
    expect(articles.length).toBeGreaterThan(5);
    for (const article of articles) {
      expect(article.content, article.slug).toEqual({
        zh: expect.stringMatching(/\S/),
        en: expect.stringMatching(/\S/),
      });
      expect(article.domain, article.slug).toMatch(/^[a-z_]+$/);
      expect(article.tags.length, article.slug).toBeGreaterThan(0);
      expect(article.verificationStatus, article.slug).toMatch(/^[a-z]+$/);
      expect(article.confidenceScore, article.slug).toEqual(expect.any(Number));
    }
  },
  'All endpoints return JSON; only the article endpoint can also return Markdown.': async (contract) => {
    for (const { status, headers } of await answersTo(contract, goodPaths)) {
      expect(status).toBe(200);
      expect(headers.get('content-type')).toContain('application/json');
    }
    for (const path of ['/api/v1/search', '/api/v1/domains']) {
      const { headers } = await contract.get(path, { accept: 'text/markdown' });
      expect(headers.get('content-type')).toContain('application/json');
    }
    const markdown = await contract.get(`/api/v1/articles/${known.bare}?format=markdown`);
    expect(markdown.headers.get('content-type')).toContain('text/markdown');
  },
  'An agent may identify itself by the header x-agent-id.': async ({ api }) => {
    const { body } = await api('/api/v1/agents/me', { 'x-agent-id': 'overview-1' });
    expect(body.data.agentId).toBe('overview-1');
  },
  'An agent is registered automatically on its first call.': async ({ api }) => {
    await api('/api/v1/domains', { 'x-agent-id': 'overview-2' });
    const { status, body } = await api('/api/v1/agents/me', { 'x-agent-id': 'overview-2' });
    expect([status, body.data.requests.total]).toEqual([200, 2]);
  },
  'Requests are counted separately for each agent.': async ({ api }) => {
    await api('/api/v1/search', { 'x-agent-id': 'overview-3' });
    await api('/api/v1/search', { 'x-agent-id': 'overview-3' });
    await api('/api/v1/search', { 'x-agent-id': 'overview-4' });
    const searches = async (agent: string) =>
      (await api('/api/v1/agents/me', { 'x-agent-id': agent })).body.data.requests.search;
    expect([await searches('overview-3'), await searches('overview-4')]).toEqual([2, 1]);
  },
  'Requests without a key are answered.': async (contract) => {
    for (const { status } of await answersTo(contract, goodPaths)) expect(status).toBe(200);
  },
  'Requests without a key are limited per IP address.': async (contract) => {
    const server = await limited(contract);
    expect(await answered(server, 101, from('192.0.2.1'))).toBe(100);
    expect(await answered(server, 101, from('192.0.2.2'))).toBe(100);
  },
  'Requests with a key are counted against a quota of that key.': async (contract) => {
    const { server, api } = await contract.another();
    const [one, two] = [await issueKey(server.state.store), await issueKey(server.state.store)];
    const remaining = async ({ bearer }: IssuedKey) =>
      (await api('/api/v1/domains', bearer)).body.meta.quota?.remaining;
    expect([await remaining(one), await remaining(one), await remaining(two)]).toEqual([999, 998, 999]);
  },
  'Every page has two headers with the addresses of the API and of the documentation.': async ({ get, server }) => {
    for (const path of ['/', '/zh/', `/en/articles/${known.verified}`, '/docs', '/domains/mcp']) {
      const { status, headers } = await get(path);
      expect(status, path).toBe(200);
      expect(headers.get('x-agent-api-endpoint'), path).toBe(`${server.origin}/api/v1`);
      expect(headers.get('x-agent-api-docs'), path).toBe(`${server.origin}/docs`);
    }
  },
});
