// Metrics whose values are read from other parts of the server at each scrape.
import { describe, expect, test } from 'vitest';
import { type History, noHistory } from '../../../server/history/history.ts';
import type { MetricsSources } from '../../../server/metrics/metrics.ts';
import { prometheusMetrics } from '../../../server/metrics/prometheus.ts';
import { Scrape } from './scraping.ts';

/** The sources of the metrics of a server on which nothing has happened yet. */
const quiet: MetricsSources = {
  operations: [],
  library: () => ({ buildId: 'abc', size: 7, history: noHistory }),
  reloads: () => ({ served: 0, refused: 0 }),
  now: () => 0,
  refusedShare: () => 0,
  isStateDegraded: () => false,
};

describe('the metrics', () => {
  test('show the age of a published edition', async () => {
    const publishedAt = new Date('2026-01-31T12:00:00Z');
    let history: History = noHistory;
    const metrics = prometheusMetrics({
      ...quiet,
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
    const metrics = prometheusMetrics({ ...quiet, reloads: () => reloads });
    const counts = async () => new Scrape(await metrics.text()).counts('stele_edition_reloads_total');
    expect(await counts()).toEqual({});
    reloads = { served: 2, refused: 1 };
    await counts();
    expect(await counts()).toEqual({ served: 2, refused: 1 });
  });
});
