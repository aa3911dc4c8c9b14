// HTTP specification, sections 5 and 6: authentication, agent identification, events.
import { expect } from 'vitest';
import { sqliteStore } from '../../../server/state/sqlite/store.ts';
import { stele } from '../../scripts/command.ts';
import { issueKey } from '../../server/keys.ts';
import { movableClock, stateFor } from '../../server.ts';
import { temporaryFolder } from '../../site.ts';
import { answered, limited } from '../limited.ts';
import { answersTo, goodPaths, known } from '../samples.ts';
import { type Section, section } from '../statement.ts';

export const authentication: Section = section('5', {
  'Requests without a key need no credential.': async (contract) => {
    for (const { status } of await answersTo(contract, goodPaths)) expect(status).toBe(200);
  },
  'A request with Authorization: Bearer <API_KEY> uses the plan of the key.': async (contract) => {
    const { server, api } = await contract.another();
    const { key } = await issueKey(server.state.store);
    const { status, headers } = await api('/api/v1/domains', { authorization: `Bearer ${key}` });
    expect([status, headers.get('ratelimit-policy')]).toEqual([200, expect.stringMatching(/^"free";/)]);
  },
  'Requests with a key have a higher limit than requests without one.': async (contract) => {
    const server = await limited(contract);
    const { bearer } = await issueKey(server.server.state.store);
    expect(await answered(server, 120, bearer)).toBe(120);
  },
  'x-agent-id is optional.': async ({ api }) => {
    expect((await api('/api/v1/search')).status).toBe(200);
    expect((await api('/api/v1/search', { 'x-agent-id': 'access-1' })).status).toBe(200);
  },
  'The first call to any path under /api/v1/ registers an agent that is not yet known.': async (contract) => {
    const { server, get } = await contract.another();
    const articles = [`articles/${known.bare}?format=markdown`, 'articles/no-such-article'];
    const others = ['search', 'search?pageSize=bad', 'domains', 'openapi.json', 'agents/me', 'nothing/at/all', ''];
    for (const [index, path] of [...articles, ...others].entries()) {
      await get(`/api/v1/${path}`, { 'x-agent-id': `access-path-${index}` });
      expect((await server.state.agents.find(`access-path-${index}`))?.requests.total, path).toBe(1);
    }
    await get('/', { 'x-agent-id': 'access-page' });
    expect(await server.state.agents.find('access-page')).toBeUndefined();
  },
  'Servers accept a key that stele keys create --json printed (not in the specification).': async (contract) => {
    const folder = await temporaryFolder();
    const clock = movableClock();
    const { api } = await contract.another({ clock, state: stateFor(clock, { store: sqliteStore(folder) }) });
    const { stdout } = await stele(['keys', 'create', '--plan', 'paid', '--label', 'L', '--data', folder, '--json']);
    const made = JSON.parse(stdout);
    expect(Object.keys(made)).toEqual(['key', 'id', 'plan', 'label', 'createdAt']);
    const { status, body } = await api('/api/v1/domains', { authorization: `Bearer ${made.key}` });
    expect([status, body.meta.quota?.plan]).toEqual([200, 'paid']);
  },
});

export const events: Section = section('6', {
  'There are no events: no webhooks, no callbacks and no path for them (not in the specification).': async ({
    api,
    get,
  }) => {
    const document = await (await get('/api/v1/openapi.json')).text();
    expect(/"(?:webhooks|callbacks)":\{"/.test(document)).toBe(false);
    expect((await api('/api/v1/events')).status).toBe(404);
  },
});
