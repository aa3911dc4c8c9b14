// Serves the metrics to Prometheus from a separate server on the loopback address.
import cluster from 'node:cluster';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { problemText } from '../envelope.ts';
import { hostFault } from '../hosts.ts';
import { newRequestId } from '../request-context.ts';
import { type Metrics, type MetricsSources, noMetrics } from './metrics.ts';

/** The loopback address, because the metrics are only for the operator. */
const host = '127.0.0.1';
const path = '/metrics';

export interface ScrapeSource {
  readonly contentType: string;
  text(): Promise<string>;
}

export interface ScrapeServer {
  address: string;
  close(): Promise<void>;
}

/** The port for the metrics could not be opened; see the cause. */
export class ScrapeListeningError extends Error {
  readonly host = host;
  readonly port: number;

  constructor(port: number, cause: unknown) {
    super(`cannot listen on ${host}:${port} for metrics`, { cause });
    this.port = port;
  }
}

export interface ScrapeSettings {
  port: number;
  /** Host names accepted by the metrics server, besides addresses and localhost. */
  hostNames: () => readonly string[];
  log: Logger;
}

/** Throws a ScrapeListeningError when the port cannot be opened. */
export async function serveScrapes(
  { port, hostNames, log }: ScrapeSettings,
  source: ScrapeSource,
): Promise<ScrapeServer> {
  const server = createServer((request, response) => void answer(request, response));
  const taken = await listen(server, port);
  return {
    address: `http://${host}:${taken}${path}`,
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Prometheus keeps its connection open, which would delay the end of the process.
      server.closeAllConnections();
      return closed;
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = hostFault(request, hostNames());
    if (fault !== undefined) {
      const about = { requestId: newRequestId(), timestamp: new Date().toISOString() };
      return end(response, 400, problemText(fault, about), 'application/json; charset=utf-8');
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || request.url?.split('?', 1)[0] !== path)
      return end(response, 404, `Not found. The metrics are at GET ${path}.\n`);
    try {
      end(response, 200, await source.text(), source.contentType);
    } catch (error) {
      log.error({ err: error }, 'a bug: the metrics cannot be read');
      end(response, 500, 'The metrics cannot be read; the log says why.\n');
    }
  }
}

function end(response: ServerResponse, status: number, text: string, contentType = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, {
    'Content-Type': contentType,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
  });
  // Node omits the body when the method is HEAD.
  response.end(text);
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new ScrapeListeningError(port, error)));
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

export interface OpenedMetrics {
  metrics: Metrics;
  /** The address of the metrics; undefined without METRICS_PORT. */
  address: string | undefined;
  close(): Promise<void>;
}

/**
 * Serves the metrics on a port of the loopback address; without a port nothing is counted. In a cluster the primary
 * process opens the port and collects the metrics from its workers. Throws a ScrapeListeningError when the port cannot be opened.
 */
export async function openMetrics(
  port: number | undefined,
  { log, hostNames, ...sources }: MetricsSources & Pick<ScrapeSettings, 'log' | 'hostNames'>,
): Promise<OpenedMetrics> {
  if (port === undefined) return { metrics: noMetrics, address: undefined, close: async () => undefined };
  // The module is imported only when it is needed, because loading it takes a large part of the start time.
  const { prometheusMetrics } = await import('./prometheus.ts');
  const metrics = prometheusMetrics(sources);
  if (cluster.isWorker) {
    const { AggregatorRegistry } = await import('prom-client');
    AggregatorRegistry.setRegistries(metrics.registry);
    // Answers the primary's requests for metrics.
    new AggregatorRegistry();
    return { metrics, address: undefined, close: async () => undefined };
  }
  return { metrics, ...(await serveScrapes({ port, hostNames, log }, metrics)) };
}
