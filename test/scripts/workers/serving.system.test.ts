// Several workers on one port are one service: they count together, exactly, and their metrics are one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { redisIsHere, startRedis } from '../../redis.ts';
import { scrape } from '../../server/metrics/scraping.ts';
import { flood, keyWithLeft } from '../../server/processes/place.ts';
import { getFrom } from '../../server/raw.ts';
import { smallEdition } from '../../server/small-site.ts';
import { type Service, startWorkers } from './service.ts';

const requests = 1_000;
const limit = 100;
const exactly = { 200: limit, 429: requests - limit };

let edition: string;
let service: Service;
beforeAll(async () => {
  edition = await smallEdition();
  service = await startWorkers(4, { edition, given: ['--metrics-port', '0'] });
});
afterAll(async () => {
  service.process.kill('SIGKILL');
  await service.exited;
  await service.store.close();
});

const metricsOf = (output: string): { metricsAddress: string } => ({
  metricsAddress: /"metricsAddress":"([^"]+)"/.exec(output)?.[1] ?? '',
});

describe('four workers', () => {
  test('say once that they serve', () => {
    const lines = service.output().split('\n');
    expect(lines.filter((line) => line.includes('"origin"'))).toEqual([
      expect.stringMatching(/"workers":4,"msg":"serving 4 articles at http:\/\/127\.0\.0\.1:\d+ with 4 workers"/),
    ]);
    expect(lines.filter((line) => line.includes('"metricsAddress"'))).toHaveLength(1);
    expect(service.workers()).toHaveLength(4);
  });

  test('answer of 1,000 requests at once from one address exactly 100, and lose no call of an agent', async () => {
    const headers = { 'x-agent-id': 'ada' };
    expect(await flood([service.port], { requests, from: '127.4.0.1', headers })).toEqual(exactly);
    // On a busy machine some are refused before anybody looks at them.
    const shed = (await scrape(metricsOf(service.output()))).value('stele_requests_shed_total');
    const rateLimited = requests - limit - shed;
    const counted = async () => (await service.store.agents.find('ada'))?.requests;
    await expect.poll(counted, { timeout: 60_000 }).toMatchObject({ total: limit, rateLimited });
  });

  test('answer of 1,000 requests at once with a key exactly as many as it has left', async () => {
    const { bearer, record } = await keyWithLeft(service.store, limit);
    expect(await flood([service.port], { requests, headers: bearer })).toEqual(exactly);
    expect((await service.store.quotas.usage()).get(record.id)?.used).toBe(1_000);
  });

  test('register twenty new agents of one address in a minute, over all of them', async () => {
    const call = (number: number) =>
      getFrom(service.port, '127.4.0.2', '/api/v1/domains', [['x-agent-id', `new-${number}`]]);
    await Promise.all(Array.from({ length: 60 }, (_, number) => call(number)));
    const registered = async (): Promise<number> =>
      (await service.store.agents.list({ offset: 0, limit: 100 })).filter(({ agentId }) => agentId.startsWith('new-'))
        .length;
    await expect.poll(registered, { timeout: 60_000 }).toBe(20);
    // A later call of one that was refused would bring it in, were there room.
    await Promise.all(Array.from({ length: 30 }, (_, number) => call(60 + number)));
    expect(await registered()).toBe(20);
  });

  test('are one in the metrics', async () => {
    const before = await scrape(metricsOf(service.output()));
    await Promise.all(Array.from({ length: 40 }, () => getFrom(service.port, '127.0.0.1', '/healthz')));
    const health = { route: 'health', status: '200' };
    const after = async () => scrape(metricsOf(service.output()));
    const counted = async (): Promise<number> => (await after()).value('stele_http_requests_total', health);
    await expect.poll(counted, { timeout: 60_000 }).toBe(before.value('stele_http_requests_total', health) + 40);
    const decided = { plan: 'keyless', decision: 'admitted' };
    expect(before.value('stele_limiter_decisions_total', decided)).toBeGreaterThanOrEqual(limit);
    expect(before.value('stele_workers')).toBe(4);
    expect(before.value('stele_edition_articles')).toBe(4);
    expect(before.value('stele_state_degraded')).toBe(0);
  });
});

describe.skipIf(!redisIsHere())('two workers on a Redis', () => {
  test('count there with other instances, exactly', async () => {
    const { url } = await startRedis();
    const [one, other] = [
      await startWorkers(2, { edition, redisUrl: url }),
      await startWorkers(2, { edition, redisUrl: url }),
    ];
    expect(await flood([one.port, other.port], { requests, from: '127.4.0.4' })).toEqual(exactly);
  });
});
