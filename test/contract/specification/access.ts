// HTTP specification, sections 5 and 6: authentication, agent identification, events.
import { expect } from 'vitest';
import { movableClock, stateFor } from '../../server.ts';
import { answersTo, goodPaths, known } from '../samples.ts';
import type { Section } from '../statement.ts';

export const authentication: Section = [
  {
    id: '5.1',
    text: 'Keyless mode needs no credential.',
    async check(contract) {
      for (const { status } of await answersTo(contract, goodPaths)) expect(status).toBe(200);
    },
  },
  {
    id: '5.2',
    text: 'Keyless mode is subject to the per-IP limit.',
    async check(contract) {
      const clock = movableClock();
      const { get } = await contract.another({ clock, state: stateFor(clock) });
      const statuses = await Promise.all(
        Array.from({ length: 102 }, async () => (await get('/api/v1/domains')).status),
      );
      expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    },
  },
  { id: '5.3', text: 'An API key is sent as Authorization: Bearer <API_KEY>.', check: 'keys' },
  { id: '5.4', text: 'API key mode has higher quotas.', check: 'keys' },
  {
    id: '5.5',
    text: 'x-agent-id is optional.',
    async check({ api }) {
      expect((await api('/api/v1/search')).status).toBe(200);
      expect((await api('/api/v1/search', { 'x-agent-id': 'access-1' })).status).toBe(200);
    },
  },
  {
    id: '5.6',
    text: 'The first call to any path under /api/v1/ registers an agent that is not yet known.',
    async check(contract) {
      const { server, get } = await contract.another();
      const paths = [
        '/api/v1/search',
        `/api/v1/articles/${known.bare}?format=markdown`,
        '/api/v1/articles/no-such-article',
        '/api/v1/domains',
        '/api/v1/openapi.json',
        '/api/v1/agents/me',
        '/api/v1/nothing/at/all',
        '/api/v1/search?pageSize=bad',
        '/api/v1/',
      ];
      for (const [index, path] of paths.entries()) {
        await get(path, { 'x-agent-id': `access-path-${index}` });
        expect((await server.state.agents.find(`access-path-${index}`))?.requests.total, path).toBe(1);
      }
      await get('/', { 'x-agent-id': 'access-page' });
      expect(await server.state.agents.find('access-page')).toBeUndefined();
    },
  },
  {
    id: '5.7',
    text: 'Usage of the agent is counted on every later call.',
    async check({ api, get }) {
      const headers = { 'x-agent-id': 'access-2' };
      await api('/api/v1/search', headers);
      await api('/api/v1/search?pageSize=0', headers);
      await get(`/api/v1/articles/${known.bare}?format=markdown`, headers);
      await api('/api/v1/articles/no-such-article', headers);
      const { requests } = (await api('/api/v1/agents/me', headers)).body.data;
      expect(requests).toEqual({ total: 5, search: 2, article: 2, other: 1, failed: 2, rateLimited: 0 });
    },
  },
  { id: '5.8', text: 'How an API key is obtained.', notShown: 'DESIGN: npm run keys', check: 'keys' },
];

export const events: Section = [
  {
    id: '6.1',
    text: 'Events.',
    notShown: 'DESIGN names none, so there are none: no webhooks, no callbacks, no path',
    async check({ api, get }) {
      const document = await (await get('/api/v1/openapi.json')).text();
      expect(/"(?:webhooks|callbacks)":\{"/.test(document)).toBe(false);
      expect((await api('/api/v1/events')).status).toBe(404);
    },
  },
];
