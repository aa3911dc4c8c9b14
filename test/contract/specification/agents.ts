// HTTP specification, sections 2.6, 2.7 and 3: agents, the JSON article, states.
import { expect } from 'vitest';
import { everyItem } from '../contract.ts';
import { everyArticle, known } from '../samples.ts';
import { type Section, section } from '../statement.ts';

export const agents: Section = section('2.6', {
  'An agent is identified by the value of x-agent-id.': async ({ api }) => {
    for (const id of ['resources-1', 'Resources-1', 'urn:agent/1@example.org+x.y_z']) {
      expect((await api('/api/v1/agents/me', { 'x-agent-id': id })).body.data.agentId).toBe(id);
    }
  },
  'An agent record has its id, first and last call, counts and recentDays (not in the specification).': async ({
    api,
  }) => {
    const { body } = await api('/api/v1/agents/me', { 'x-agent-id': 'resources-4' });
    expect(body.data).toEqual({
      agentId: 'resources-4',
      firstSeenAt: '2026-01-31T12:00:00.000Z',
      lastSeenAt: '2026-01-31T12:00:00.000Z',
      requests: { total: 1, search: 0, article: 0, other: 1, failed: 0, rateLimited: 0 },
      recentDays: [{ date: '2026-01-31', total: 1 }],
    });
  },
});

export const articleJson: Section = section('2.7', {
  'The JSON article has the fields of its search item and twelve others (not in the specification).': async (
    contract,
  ) => {
    const items = await everyItem(contract);
    for (const article of await everyArticle(contract)) {
      const item = items.find(({ id }) => id === article.id) ?? {};
      expect(article).toMatchObject(item);
      const beyond = Object.keys(article).filter((name) => !(name in item));
      expect(beyond.sort(), article.slug).toEqual([
        'author', 'confidenceFactors', 'content', 'createdAt', 'digest', 'evidence', 'keywords', 'links', 'publishedAt', 'qa',
        'relatedArticles', 'verificationRecords',
      ]); // biome-ignore format: as a list
    }
  },
});

export const states: Section = section('3', {
  'Each verification record has its own result, such as passed or partial.': async (contract) => {
    const records = (await everyArticle(contract)).flatMap(({ verificationRecords }) => verificationRecords);
    const results = new Set(records.map(({ result }: { result: string }) => result));
    expect(results).toEqual(new Set(['passed', 'partial', 'failed']));
  },
  'A record of an earlier text is stale and never makes an article verified (not in the specification).': async (
    contract,
  ) => {
    const { verificationStatus, verificationRecords } = (await contract.api(`/api/v1/articles/${known.complete}`)).body
      .data;
    expect(verificationRecords.map(({ stale }: { stale: boolean }) => stale)).toEqual([false, true]);
    expect(verificationStatus).toBe('partial');
    for (const article of await everyArticle(contract)) {
      if (article.verificationStatus !== 'verified') continue;
      expect(
        article.verificationRecords.some(({ stale }: { stale: boolean }) => !stale),
        article.slug,
      ).toBe(true);
    }
  },
});
