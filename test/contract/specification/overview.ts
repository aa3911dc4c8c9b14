// HTTP specification, section 1: the purpose of the service.
import { expect } from 'vitest';
import { type IssuedKey, issueKey } from '../../server/keys.ts';
import { everyArticle, goodPaths, known } from '../samples.ts';
import { type Section, section } from '../statement.ts';

export const overview: Section = section('1', {
  'Every article has content in zh and en.': async (contract) => {
    const articles = await everyArticle(contract);
    expect(articles.length).toBeGreaterThan(5);
    for (const { content, slug } of articles) {
      expect(content, slug).toEqual({ zh: expect.stringMatching(/\S/), en: expect.stringMatching(/\S/) });
    }
  },
  'All endpoints return JSON; only the article endpoint can also return Markdown.': async (contract) => {
    for (const path of goodPaths.filter((good) => !good.startsWith('/api/v1/articles/'))) {
      const { headers } = await contract.get(path, { accept: 'text/markdown' });
      expect(headers.get('content-type')).toContain('application/json');
    }
    const markdown = await contract.get(`/api/v1/articles/${known.bare}?format=markdown`);
    expect(markdown.headers.get('content-type')).toContain('text/markdown');
  },
  'Requests with a key are counted against a quota of that key.': async (contract) => {
    const { server, api } = await contract.another();
    const [one, two] = [await issueKey(server.state.store), await issueKey(server.state.store)];
    const remaining = async ({ bearer }: IssuedKey) =>
      (await api('/api/v1/domains', bearer)).body.meta.quota?.remaining;
    expect([await remaining(one), await remaining(one), await remaining(two)]).toEqual([999, 998, 999]);
  },
});
