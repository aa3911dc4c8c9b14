// Metrics whose values are read from other parts of the server at each scrape.
import { register } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { type History, noHistory } from '../../../server/history/history.ts';
import type { MetricsSources } from '../../../server/metrics/metrics.ts';
import { type PrometheusMetrics, prometheusMetrics } from '../../../server/metrics/prometheus.ts';
import { Scrape } from './scraping.ts';
import { quietSources } from './sources.ts';

describe('the metrics', () => {
  function open(isStateDegraded: () => boolean, more: Partial<MetricsSources> = {}): PrometheusMetrics {
    return prometheusMetrics({ ...quietSources, isStateDegraded, ...more });
  }

  test('show the age of a published edition', async () => {
    const publishedAt = new Date('2026-01-31T12:00:00Z');
    let history: History = noHistory;
    const metrics = open(() => false, {
      library: () => ({ buildId: 'abc', size: 7, history }),
      now: () => publishedAt.getTime() + 90_500,
    });
    const ages = async (): Promise<number[]> =>
      new Scrape(await metrics.text()).samples
        .filter(({ name }) => name === 'stele_edition_age_seconds')
        .map(({ value }) => value);
    expect(await ages()).toEqual([]);
    history = { ...noHistory, served: { publishedAt, since: publishedAt } };
    expect(await ages()).toEqual([90.5]);
  });

  test('count each served or refused edition once, however often the metrics are scraped', async () => {
    let reloads = { served: 0, refused: 0 };
    const metrics = open(() => false, { reloads: () => reloads });
    const counts = async () => new Scrape(await metrics.text()).counts('stele_edition_reloads_total');
    expect(await counts()).toEqual({});
    reloads = { served: 2, refused: 1 };
    await counts();
    expect(await counts()).toEqual({ served: 2, refused: 1 });
  });

  test('of two servers in one process are separate, and are not in the global registry of prom-client', async () => {
    const [one, other] = [open(() => false), open(() => false)];
    one.credentialRefused();
    one.limiterDecided('paid', 'refused');
    const [seen, unseen] = [new Scrape(await one.text()), new Scrape(await other.text())];
    expect(seen.value('stele_credentials_refused_total')).toBe(1);
    expect(seen.counts('stele_limiter_decisions_total')).toEqual({ 'paid refused': 1 });
    expect(unseen.value('stele_credentials_refused_total')).toBe(0);
    expect(register.getMetricsAsArray()).toEqual([]);
  });
});
