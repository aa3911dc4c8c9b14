// Puts the metrics together: kept and read by Prometheus' rules when there is a port to read them on, else not at all.
import cluster from 'node:cluster';
import { type Metrics, type MetricsSources, noMetrics } from './metrics.ts';
import { type ScrapeSettings, serveScrapes } from './scrape-server.ts';

export interface OpenedMetrics {
  metrics: Metrics;
  /** Where they are read; undefined when nobody reads them. */
  address: string | undefined;
  close(): Promise<void>;
}

/**
 * Opens the metrics on a port of the loopback address; without a port nothing is counted. In a worker of a cluster the primary
 * process has the port, and asks for the metrics. Throws a ScrapeListeningError.
 */
export async function openMetrics(
  port: number | undefined,
  { log, hostNames, ...sources }: MetricsSources & Pick<ScrapeSettings, 'log' | 'hostNames'>,
): Promise<OpenedMetrics> {
  if (port === undefined) return { metrics: noMetrics, address: undefined, close: async () => undefined };
  // Only now: loading it takes as long as a good part of the start.
  const { prometheusMetrics } = await import('./prometheus.ts');
  if (cluster.isWorker) {
    const metrics = prometheusMetrics(sources);
    const { AggregatorRegistry } = await import('prom-client');
    AggregatorRegistry.setRegistries(metrics.registry);
    // Listens to what the primary asks.
    new AggregatorRegistry();
    return { metrics, address: undefined, close: async () => undefined };
  }
  const { source, address, close } = await serveScrapes({ port, hostNames, log }, () => prometheusMetrics(sources));
  return { metrics: source, address, close };
}
