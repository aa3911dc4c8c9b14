// Workers share exact counts with all other processes that use the same Redis, and their metrics are combined per service.
import { describe, expect, test } from 'vitest';
import { redisIsHere, startRedis } from '../../redis.ts';
import { scrape } from '../../server/metrics/scraping.ts';
import { flood } from '../../server/processes/place.ts';
import { smallEdition } from '../../server/small-site.ts';
import { startWorkers } from './service.ts';

describe.skipIf(!redisIsHere())('two services of two workers on one Redis', () => {
  test('together answer exactly 100 of 1,000 concurrent requests from one address', async () => {
    const { url } = await startRedis();
    const edition = await smallEdition();
    const services = [
      await startWorkers(edition, '--redis-url', url),
      await startWorkers(edition, '--redis-url', url),
    ] as const;
    const ports = services.map(({ port }) => port);
    expect(await flood(ports, { requests: 1_000, from: '127.4.0.4' })).toEqual({ 200: 100, 429: 900 });

    const scrapes = await Promise.all(services.map(scrape));
    const decided = { plan: 'keyless', decision: 'admitted' };
    const admitted = scrapes.map((scraped) => scraped.value('stele_limiter_decisions_total', decided));
    expect(admitted.reduce((sum, count) => sum + count, 0)).toBe(100);
    expect(scrapes.map((scraped) => scraped.value('stele_workers'))).toEqual([2, 2]);
    expect(scrapes.map((scraped) => scraped.value('stele_edition_articles'))).toEqual([4, 4]);
  });
});
