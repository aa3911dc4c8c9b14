// The metrics of several workers as those of one service.
import { Counter, Gauge, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import type { MetricValues } from '../../../server/workers/messages.ts';
import { ServiceMetrics } from '../../../server/workers/service-metrics.ts';
import { Scrape } from '../../server/metrics/scraping.ts';

/** What a worker says that counted so much, as it comes through the channel. */
async function valuesOf(counted: number, gauge: number): Promise<MetricValues> {
  const registry = new Registry();
  const registers = [registry];
  new Counter({ name: 'requests_total', help: 'r', labelNames: ['route'], registers }).inc({ route: 'a' }, counted);
  new Gauge({ name: 'memory_bytes', help: 'm', registers }).set(gauge);
  new Gauge({ name: 'degraded', help: 'd', aggregator: 'max', registers }).set(gauge > 0 ? 1 : 0);
  return JSON.parse(JSON.stringify(await registry.getMetricsAsJSON())) as MetricValues;
}

test('counters add up and never go back when a worker ends; gauges tell of those that are there', async () => {
  const workers = new Map([
    [1, await valuesOf(5, 10)],
    [2, await valuesOf(7, 0)],
  ]);
  const metrics: ServiceMetrics = new ServiceMetrics({
    ask({ number }) {
      for (const [worker, values] of workers)
        queueMicrotask(() => metrics.workerAnswered(worker, { kind: 'metrics-answer', number, values }));
      return [...workers.keys()];
    },
  });
  const read = async (): Promise<Scrape> => new Scrape(await metrics.text());
  const route = { route: 'a' };
  metrics.workerServes();
  metrics.workerServes();
  const first = await read();
  expect(first.value('requests_total', route)).toBe(12);
  expect(first.value('memory_bytes')).toBe(10);
  expect(first.value('degraded')).toBe(1);
  expect(first.value('stele_workers')).toBe(2);

  workers.delete(1);
  metrics.workerEnded(1, { served: true, isReplaced: true });
  const second = await read();
  expect(second.value('requests_total', route)).toBe(12);
  expect(second.value('memory_bytes')).toBe(0);
  expect(second.value('degraded')).toBe(0);
  expect(second.value('stele_workers')).toBe(1);
  expect(second.value('stele_worker_restarts_total')).toBe(1);

  workers.delete(2);
  metrics.workerEnded(2, { served: true, isReplaced: true });
  workers.set(3, await valuesOf(1, 3));
  metrics.workerServes();
  expect((await read()).value('requests_total', route)).toBe(13);
});

test('a worker that does not answer is shown as it was last known, and one that ends is not waited for', async () => {
  let answers = true;
  const values = await valuesOf(5, 1);
  const metrics: ServiceMetrics = new ServiceMetrics({
    answerMs: 1,
    ask({ number }) {
      if (answers) queueMicrotask(() => metrics.workerAnswered(1, { kind: 'metrics-answer', number, values }));
      return [1];
    },
  });
  await metrics.text();
  answers = false;
  expect(new Scrape(await metrics.text()).value('requests_total', { route: 'a' })).toBe(5);

  const patient: ServiceMetrics = new ServiceMetrics({
    answerMs: 600_000,
    ask() {
      queueMicrotask(() => patient.workerEnded(1, { served: true, isReplaced: true }));
      return [1];
    },
  });
  expect(new Scrape(await patient.text()).value('stele_worker_restarts_total')).toBe(1);
});
