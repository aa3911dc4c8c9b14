// The metrics as Prometheus reads them, in a registry of their own. Labels have few values, and none of them comes from a caller.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { planNames } from '../access/plans.ts';
import { boundNames } from '../http-server.ts';
import { routeName, routeNames } from '../request-context.ts';
import { outcomes } from '../shelf.ts';
import { decisions, type Metrics, type MetricsSources } from './metrics.ts';
import type { ScrapeSource } from './scrape-server.ts';

/** Seconds. Most answers take less than a millisecond, and one that takes longer than the last bound is lost to its caller. */
const durationBounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

export type PrometheusMetrics = Metrics &
  ScrapeSource & {
    registry: Registry;
  };

export function prometheusMetrics(sources: MetricsSources): PrometheusMetrics {
  const { operations, library, isStateDegraded } = sources;
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'stele_http_requests_total',
    help: 'Requests by what answered them and the status they got; status "aborted" when the caller went away before the answer was sent whole.',
    labelNames: ['route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'stele_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its answer. Requests that the parser refused are not in it.',
    labelNames: ['route'],
    buckets: durationBounds,
    registers,
  });
  const limiterDecisions = new Counter({
    name: 'stele_limiter_decisions_total',
    help: 'Requests that the limit admitted or refused, by plan.',
    labelNames: ['plan', 'decision'],
    registers,
  });
  const refusedCredentials = new Counter({
    name: 'stele_credentials_refused_total',
    help: 'Requests with a credential that is not valid.',
    registers,
  });
  const searchesWithoutResult = new Counter({
    name: 'stele_searches_without_result_total',
    help: 'Searches through the API that no article matched.',
    registers,
  });
  // Of several processes, what most concerns an operator: the highest value, and every edition that one of them serves.
  const aggregator = 'max';
  new Gauge({
    name: 'stele_state_degraded',
    help: '1 while the server does without some of what it should remember between requests, else 0.',
    registers,
    aggregator,
    collect() {
      this.set(isStateDegraded() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'stele_edition_info',
    help: 'Always 1; the label names the edition that is served.',
    labelNames: ['build_id'],
    registers,
    aggregator,
    collect() {
      this.reset();
      this.set({ build_id: library().buildId }, 1);
    },
  });
  new Gauge({
    name: 'stele_edition_articles',
    help: 'Articles in the edition that is served.',
    registers,
    aggregator,
    collect() {
      this.set(library().size);
    },
  });
  new Gauge({
    name: 'stele_edition_age_seconds',
    help: 'Time since the edition that is served was published; absent for one that lies in no folder.',
    registers,
    aggregator: 'max',
    collect() {
      const publishedAt = library().history.served?.publishedAt;
      this.remove();
      if (publishedAt !== undefined) this.set((sources.now() - publishedAt.getTime()) / 1000);
    },
  });
  new Counter({
    name: 'stele_edition_reloads_total',
    help: 'Editions that were opened while serving, by what came of it: served, or refused.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const outcome of outcomes) this.inc({ outcome }, sources.reloads()[outcome]);
    },
  });
  new Gauge({
    name: 'stele_load_refused_share',
    help: 'Share of the requests that are refused because the event loop does not keep up, from 0 to 1.',
    registers,
    // Of several processes, that of the busiest.
    aggregator: 'max',
    collect() {
      this.set(sources.refusedShare());
    },
  });
  const shedRequests = new Counter({
    name: 'stele_requests_shed_total',
    help: 'Requests that were refused because the event loop did not keep up.',
    registers,
  });
  const refusedConnections = new Counter({
    name: 'stele_connections_refused_total',
    help: 'Connections beyond a bound: of all together (total), or of one address.',
    labelNames: ['bound'],
    registers,
  });
  for (const bound of boundNames) refusedConnections.inc({ bound }, 0);
  // A series that is born with its first event shows no increase, so that an alert would miss that event.
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
