// The composition root: builds everything, passes it in, and listens.
import type { RequestListener } from 'node:http';
import type { DestinationStream, Logger } from 'pino';
import { createApp } from './app.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Settings } from './config.ts';
import { type CurrentEdition, openCurrentEdition } from './current-edition.ts';
import { addressAt, isWildcard } from './discovery.ts';
import { type HostRules, isLoopback, plainHostname } from './hosts.ts';
import {
  boundConnections,
  boundsFor,
  type ConnectionBounds,
  Connections,
  createHttpServer,
  listen,
  type Timeouts,
  timeoutsFor,
} from './http-server.ts';
import { type LoadGuard, watchLoad } from './load-guard.ts';
import { loggerFor, written } from './logger.ts';
import { openMetrics } from './metrics/scrape-server.ts';
import { storeAt } from './open-store.ts';
import { operations } from './operations/table.ts';
import { answerParserErrors } from './parser-errors.ts';
import { type State, stateOver } from './state/state.ts';

export interface Running {
  origin: string;
  port: number;
  /** The address of the metrics; undefined without METRICS_PORT. */
  metricsAddress: string | undefined;
  currentEdition: CurrentEdition;
  state: State;
  log: Logger;
  /**
   * Stops listening and lets running requests finish. Before that, for `graceMs` (default 0), requests are still accepted and
   * their answers close the connection, so that callers reconnect elsewhere without losing a request.
   */
  close(options?: { graceMs: number }): Promise<void>;
}

export interface Parts {
  version: string;
  clock?: Clock;
  state?: State;
  /** The destination of log lines; standard output by default. */
  logTo?: DestinationStream;
  /** The source of the edition; by default the edition folder. */
  currentEdition?: CurrentEdition;
  /** Wraps the application, to handle requests that do not belong to it. */
  around?: (app: RequestListener, hosts: HostRules) => RequestListener;
  /** The interval at which the edition folder's pointer is read. */
  watchEveryMs?: number;
  timeouts?: Partial<Timeouts>;
  bounds?: Partial<ConnectionBounds>;
  /** Chooses the requests to refuse under overload; by default a share that depends on event-loop delay. */
  guard?: LoadGuard;
}

/** Opens the edition and the state, then listens. Throws an EditionError, a StateFileError or a listening error after closing everything. */
export async function serve(settings: Settings, parts: Parts): Promise<Running> {
  const clock = parts.clock ?? systemClock;
  const log = loggerFor(settings, parts.logTo);
  const closers: (() => unknown)[] = [];
  const closeAll = async (): Promise<void> => {
    for (const close of closers.toReversed()) await close();
  };
  try {
    const currentEdition = parts.currentEdition ?? (await openCurrentEdition(settings.editionFolder, log));
    closers.push(() => currentEdition.close());
    const { keepsQueries } = settings;
    const state = parts.state ?? stateOver({ store: await storeAt(settings), clock, log, keepsQueries });
    await state.open();
    closers.push(() => state.close());
    let origin = settings.publicUrl ?? '';
    let isDraining = false;
    let isOnLoopback = true;
    const hosts: HostRules = {
      names: () => [...settings.allowedHosts, ...(origin === '' ? [] : [plainHostname(new URL(origin))])],
      isForAllPaths: () => isOnLoopback || settings.allowedHosts.length > 0 || settings.corsOrigins !== '*',
    };
    const guard = parts.guard ?? watchLoad((isRefusing) => tellOfLoad(log, isRefusing));
    closers.push(() => guard.stop());
    const opened = await openMetrics(settings.metricsPort, {
      operations,
      library: () => currentEdition.library,
      reloads: () => currentEdition.reloads,
      now: () => clock.now(),
      refusedShare: () => guard.share,
      isStateDegraded: () => state.degradation !== undefined,
      hostNames: hosts.names,
      log,
    });
    closers.push(() => opened.close());
    const { metrics, address: metricsAddress } = opened;
    const timeouts = { ...timeoutsFor(settings), ...parts.timeouts };
    const server = createHttpServer(timeouts);
    const bounds = { ...boundsFor(settings), ...parts.bounds };
    const app = createApp({
      currentEdition,
      state,
      clock,
      log,
      metrics,
      origin: () => origin,
      hosts,
      corsOrigins: settings.corsOrigins,
      trustProxy: settings.trustProxy,
      version: parts.version,
      guard,
      connections: boundConnections(server, bounds, (bound) => metrics.connectionRefused(bound)),
      isDraining: () => isDraining,
    });
    const connections = new Connections(server, parts.around?.(app, hosts) ?? app);
    answerParserErrors(server, { clock, log, connections, metrics, origin: () => origin });
    const { port, address } = await listen(server, settings);
    origin ||= addressAt(settings.host, port);
    isOnLoopback = isLoopback(address);
    currentEdition.watch(parts.watchEveryMs ?? 1_000);
    announce(log, settings, { origin, metricsAddress, ...currentEdition.library });
    return {
      origin,
      port,
      metricsAddress,
      currentEdition,
      state,
      log,
      async close({ graceMs } = { graceMs: 0 }) {
        isDraining = true;
        currentEdition.close();
        await connections.close({ graceMs, drainMs: timeouts.drainMs });
        await closeAll();
        await written(log);
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

function tellOfLoad(log: Logger, isRefusing: boolean): void {
  if (isRefusing) log.warn('the event loop is overloaded; some requests are refused');
  else log.info('the event loop is no longer overloaded; all requests are admitted');
}

interface Announced {
  origin: string;
  /** The address of the metrics; undefined without METRICS_PORT. */
  metricsAddress: string | undefined;
  /** The number of served articles. */
  size: number;
  buildId: string;
}

/** Logs that the service is up. */
function announce(
  log: Logger,
  { host, publicUrl }: Pick<Settings, 'host' | 'publicUrl'>,
  { origin, metricsAddress, size, buildId }: Announced,
): void {
  if (publicUrl === undefined && isWildcard(host))
    log.warn(
      { host },
      'answers contain the address localhost; set PUBLIC_URL to the address at which agents reach this server',
    );
  if (metricsAddress !== undefined) log.info({ metricsAddress }, `metrics at ${metricsAddress}`);
  log.info({ origin, articles: size, buildId }, `serving ${size} articles at ${origin}`);
  // Programs that start the server wait for this line.
  log.flush();
}
