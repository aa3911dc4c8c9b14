// Puts the metrics together: kept and read by Prometheus' rules when there is a port to read them on, else not at all.
import type { Peers } from '../workers/peers.ts';
import { type Metrics, type MetricsSources, noMetrics } from './metrics.ts';
import { type ScrapeSettings, serveScrapes } from './scrape-server.ts';

export interface OpenedMetrics {
  metrics: Metrics;
  /** Where they are read; undefined when nobody reads them. */
  address: string | undefined;
  close(): Promise<void>;
}

/**
 * Opens the metrics on a port of the loopback address; without a port nothing is counted. Where several processes serve, this
 * one takes no port: its metrics are read with those of the others. Throws a ScrapeListeningError.
 */
export async function openMetrics(
  port: number | undefined,
  {
    log,
    hostNames,
    peers,
    ...sources
  }: MetricsSources & Pick<ScrapeSettings, 'log' | 'hostNames'> & { peers?: Pick<Peers, 'onMetricsAsked'> | undefined },
): Promise<OpenedMetrics> {
  if (port === undefined) return { metrics: noMetrics, address: undefined, close: async () => undefined };
  // Only now: loading it takes as long as a good part of the start.
  const { prometheusMetrics } = await import('./prometheus.ts');
  if (peers !== undefined) {
    const metrics = prometheusMetrics(sources);
    peers.onMetricsAsked(() => metrics.values());
    return { metrics, address: undefined, close: async () => metrics.stop() };
  }
  const { source, address, close } = await serveScrapes({ port, hostNames, log }, () => prometheusMetrics(sources));
  return { metrics: source, address, close };
}
