// Callers cannot add series to the metrics, and the metrics contain no data about callers.
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { operations } from '../../../server/operations/table.ts';
import { otherRoutes } from '../../../server/request-context.ts';
import { targetsAmong } from '../../fuzz/targets.ts';
import { startServer } from '../../server.ts';
import { getText, send } from '../raw.ts';
import { slugs, smallEdition } from '../small-site.ts';
import { scrape } from './scraping.ts';

const routes = [...operations.map(({ name }) => name), ...otherRoutes].sort();
const statuses = ['200', '204', '301', '304', '400', '401', '404', '429', '500', 'aborted'];

const server = await startServer(await smallEdition(), { settings: { metricsPort: 0 } });
const before = await scrape(server);
const targets = fc.sample(targetsAmong(slugs), { numRuns: 300 });
const hostile = targets.map((path, index) =>
  getText(path, [
    ['x-agent-id', `invented-agent-${index}`],
    ['Accept', index % 3 === 0 ? 'text/html' : '*/*'],
    ...(index % 5 === 0 ? [['Authorization', `Bearer stele_secret_${index}`] as [string, string]] : []),
  ]),
);
for (let first = 0; first < hostile.length; first += 50) {
  const batch = hostile.slice(first, first + 50);
  await Promise.all(
    batch.map((text, index) => send(server.port, text, { answers: 1, from: `127.9.${first / 50}.${index + 1}` })),
  );
}
const after = await scrape(server);

afterAll(() => server.close());

describe('300 hostile paths', () => {
  test('are all counted', () => {
    expect(after.sum('stele_http_requests_total')).toBe(300);
    // The random paths must have led to each of these routes and statuses.
    const seen = Object.keys(after.counts('stele_http_requests_total'));
    for (const counted of ['unknown 404', 'unknown 400', 'search 400', 'getArticle 404', 'search 401'])
      expect(seen).toContain(counted);
  });

  test('add no route: the metrics have all routes before the first request', () => {
    expect(before.valuesOf('route')).toEqual(routes);
    expect(after.valuesOf('route')).toEqual(routes);
  });

  test('add no label, and no value to a label beyond its fixed list of values', () => {
    const own = after.samples.filter(({ name }) => name.startsWith('stele_'));
    const labels = new Set(own.flatMap((sample) => Object.keys(sample.labels)));
    expect([...labels].sort()).toEqual(['bound', 'build_id', 'decision', 'le', 'outcome', 'plan', 'route', 'status']);
    expect(after.valuesOf('status').filter((status) => !statuses.includes(status))).toEqual([]);
    expect(after.valuesOf('plan')).toEqual(['free', 'keyless', 'paid']);
    expect(after.valuesOf('decision')).toEqual(['admitted', 'refused']);
    expect(after.valuesOf('bound')).toEqual(['address', 'total']);
    expect(after.valuesOf('outcome')).toEqual(['refused', 'served']);
    expect(after.valuesOf('build_id')).toEqual([server.currentEdition.library.buildId]);
    for (const label of ['kind', 'space', 'type'])
      for (const value of after.valuesOf(label)) expect(value).toMatch(/^[A-Za-z_]+$/);
  });

  test('leave no agent id, credential, address, path or query in the metrics', () => {
    expect(after.text).not.toMatch(/invented-agent|secret|Bearer|\b127\.\d+\.\d+\.\d+|\/api|kettle|teapot|%/);
  });
});

describe('every metric', () => {
  test('of the server has a name by the conventions: a prefix, a base unit, and _total only for counters', () => {
    const own = [...after.type].filter(([name]) => name.startsWith('stele_'));
    expect(own.map(([name]) => name).sort()).toEqual([
      'stele_connections_refused_total',
      'stele_credentials_refused_total',
      'stele_edition_age_seconds',
      'stele_edition_articles',
      'stele_edition_info',
      'stele_edition_reloads_total',
      'stele_http_request_duration_seconds',
      'stele_http_requests_total',
      'stele_limiter_decisions_total',
      'stele_load_refused_share',
      'stele_requests_shed_total',
      'stele_searches_without_result_total',
      'stele_state_degraded',
    ]);
    for (const [name, type] of own) {
      expect(name.endsWith('_total'), name).toBe(type === 'counter');
      expect(after.help.get(name), name).toMatch(/^[A-Z1].{20,}\.$/);
    }
  });

  test('of the process is there too', () => {
    expect(after.value('process_resident_memory_bytes')).toBeGreaterThan(0);
  });
});
