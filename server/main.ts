// The composition root: builds everything, passes it in, and listens.
import { createServer, type Server } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { type DestinationStream, type Logger, pino } from 'pino';
import { createApp } from './app.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Settings } from './config.ts';
import { answerParserErrors } from './faces/http/parser-errors.ts';
import { openShelf, type Shelf } from './shelf.ts';
import { memoryState, type State } from './state/state.ts';

export interface Running {
  origin: string;
  port: number;
  shelf: Shelf;
  state: State;
  log: Logger;
  /** Stops listening, lets running requests finish, and closes. */
  close(): Promise<void>;
}

export interface Parts {
  version: string;
  clock?: Clock;
  state?: State;
  /** Where log lines go; standard output without it. */
  logTo?: DestinationStream;
  /** How often the edition folder's pointer is looked at. */
  watchEveryMs?: number;
}

/** Milliseconds. A slow sender is closed after these; a proxy in front keeps connections longer than an agent would. */
const timeouts = {
  headers: 10_000,
  request: 15_000,
  idle: 30_000,
  keepAlive: 10_000,
  keepAliveBehindProxy: 75_000,
  checkEvery: 1_000,
};
const headersMax = 100;
const drainMs = 5_000;

/** Opens the edition, then listens. Throws an EditionError or the listening error; nothing keeps running then. */
export async function serve(settings: Settings, parts: Parts): Promise<Running> {
  const clock = parts.clock ?? systemClock;
  const log = loggerFor(settings, parts.logTo);
  const shelf = await openShelf(settings.editionFolder, log);
  const state = parts.state ?? memoryState(clock);
  let origin = settings.publicUrl ?? '';
  const app = createApp({
    shelf,
    state,
    clock,
    log,
    origin: () => origin,
    trustProxy: settings.trustProxy,
    version: parts.version,
  });
  const server = createServer(
    {
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.request,
      keepAliveTimeout: settings.trustProxy === 0 ? timeouts.keepAlive : timeouts.keepAliveBehindProxy,
      connectionsCheckingInterval: timeouts.checkEvery,
      // The check for exactly one Host line is ours, so that its answer has the envelope.
      requireHostHeader: false,
    },
    app,
  );
  server.timeout = timeouts.idle;
  server.maxHeadersCount = headersMax;
  answerParserErrors(server, { clock, origin: () => origin });
  const port = await listen(server, settings);
  origin ||= originOf(settings.host, port, log);
  const watching = shelf.watch(parts.watchEveryMs ?? 1_000);
  log.info(
    { origin, articles: shelf.library.size, buildId: shelf.library.buildId },
    `serving ${shelf.library.size} articles at ${origin}`,
  );
  return {
    origin,
    port,
    shelf,
    state,
    log,
    async close() {
      watching.stop();
      await closeServer(server);
    },
  };
}

function loggerFor({ logLevel }: Settings, logTo: DestinationStream | undefined): Logger {
  if (logTo !== undefined) return pino({ level: logLevel }, logTo);
  // On a terminal a person reads the log; everywhere else a program does.
  return process.stdout.isTTY
    ? pino({ level: logLevel, transport: { target: 'pino-pretty' } })
    : pino({ level: logLevel });
}

function listen(server: Server, { host, port }: Settings): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** The address that is advertised when none is set. A wildcard is nowhere to go to, so it becomes localhost. */
function originOf(host: string, port: number, log: Logger): string {
  const isWildcard = host === '0.0.0.0' || host === '::';
  if (isWildcard) log.warn({ host }, 'the address given to agents is localhost; set PUBLIC_URL to the one they reach');
  const name = isWildcard ? 'localhost' : isIPv6(host) ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const hardStop = setTimeout(() => server.closeAllConnections(), drainMs);
  hardStop.unref();
  await closed;
  clearTimeout(hardStop);
}
