// The metrics in Prometheus format, in their own registry. Labels have few values, and none of them comes from a caller.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { planNames } from '../access/plans.ts';
import { outcomes } from '../current-edition.ts';
import { boundNames } from '../http-server.ts';
import { routeName, routeNames } from '../request-context.ts';
import { decisions, type Metrics, type MetricsSources } from './metrics.ts';
import type { ScrapeSource } from './scrape-server.ts';

/** Upper bounds of the buckets, in seconds. Most answers take less than a millisecond, and few callers wait longer than the last bound. */
const durationBounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

export type PrometheusMetrics = Metrics &
  ScrapeSource & {
    registry: Registry;
  };

export function prometheusMetrics(sources: MetricsSources): PrometheusMetrics {
  const { operations, library, isStateDegraded } = sources;
  const registry = new Registry();
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: string[] = []): Counter =>
    new Counter({ name: `stele_${name}`, help, labelNames, registers });
  /**
   * Makes a gauge. In a cluster, its value is the maximum over the processes. Series with different labels are kept apart, for example
   * those of two editions.
   */
  const gauge = (name: string, help: string, collect: (this: Gauge) => void, labelNames: string[] = []): Gauge =>
    new Gauge({ name: `stele_${name}`, help, labelNames, registers, aggregator: 'max', collect });

  const requests = counter(
    'http_requests_total',
    'Requests by endpoint and status. The status is "aborted" when the caller disconnected before the answer was complete.',
    ['route', 'status'],
  );
  const durations = new Histogram({
    name: 'stele_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its answer, without requests that the parser refused.',
    labelNames: ['route'],
    buckets: durationBounds,
    registers,
  });
  const limiterDecisions = counter('limiter_decisions_total', 'Requests that the limit admitted or refused, by plan.', [
    'plan',
    'decision',
  ]);
  const refusedCredentials = counter('credentials_refused_total', 'Requests with a credential that is not valid.');
  const searchesWithoutResult = counter(
    'searches_without_result_total',
    'Searches through the API that no article matched.',
  );
  gauge(
    'state_degraded',
    '1 while the state store is unavailable and this process counts by itself, else 0.',
    function () {
      this.set(isStateDegraded() ? 1 : 0);
    },
  );
  gauge(
    'edition_info',
    'Always 1; the label names the edition that is served.',
    function () {
      this.reset();
      this.set({ build_id: library().buildId }, 1);
    },
    ['build_id'],
  );
  gauge('edition_articles', 'Articles in the edition that is served.', function () {
    this.set(library().size);
  });
  gauge(
    'edition_age_seconds',
    'Time since the served edition was published. Absent when the edition is not read from a folder.',
    function () {
      const publishedAt = library().history.served?.publishedAt;
      this.remove();
      if (publishedAt !== undefined) this.set((sources.now() - publishedAt.getTime()) / 1000);
    },
  );
  new Counter({
    name: 'stele_edition_reloads_total',
    help: 'Editions that were opened while serving, by outcome: served or refused.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const outcome of outcomes) this.inc({ outcome }, sources.reloads()[outcome]);
    },
  });
  gauge(
    'load_refused_share',
    'Share of the requests that are refused because the event loop is overloaded, from 0 to 1.',
    function () {
      this.set(sources.refusedShare());
    },
  );
  const shedRequests = counter(
    'requests_shed_total',
    'Requests that were refused because the event loop was overloaded.',
  );
  const refusedConnections = counter(
    'connections_refused_total',
    'Connections that were refused, by the bound that they exceeded: that of all callers (total) or of one address (address).',
    ['bound'],
  );
  for (const bound of boundNames) refusedConnections.inc({ bound }, 0);
  // Series start at 0. A series that first appears with its first event shows no increase, so an alert would miss that event.
  for (const plan of planNames) for (const decision of decisions) limiterDecisions.inc({ plan, decision }, 0);
  for (const route of routeNames(operations)) requests.inc({ route, status: route === 'unparsed' ? 400 : 500 }, 0);
  collectDefaultMetrics({ register: registry });

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    registry,
    requestEnded({ route: ended, status, seconds }) {
      const route = routeName(ended);
      requests.inc({ route, status });
      if (seconds !== undefined) durations.observe({ route }, seconds);
    },
    limiterDecided: (plan, decision) => limiterDecisions.inc({ plan, decision }),
    credentialRefused: () => refusedCredentials.inc(),
    searchFoundNothing: () => searchesWithoutResult.inc(),
    requestShed: () => shedRequests.inc(),
    connectionRefused: (bound) => refusedConnections.inc({ bound }),
  };
}
