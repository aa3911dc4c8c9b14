// Starts the server in the process of the test: on a free port, on an edition folder, with a clock that tests can set.
import { onTestFinished } from 'vitest';
import { type CalendarLimit, plans, type WindowLimit } from '../server/access/plans.ts';
import type { Clock } from '../server/clock.ts';
import type { Settings } from '../server/config.ts';
import { lenientGuard } from '../server/load-guard.ts';
import type { Log } from '../server/logger.ts';
import { type Parts, type Running, serve } from '../server/main.ts';
import type { AgentLimits } from '../server/state/agents.ts';
import { passingStore } from '../server/state/sqlite/store.ts';
import { type State, stateOver } from '../server/state/state.ts';
import type { StateStore } from '../server/state/store.ts';
import { ask } from './answers.ts';

export interface MovableClock extends Clock {
  advance(milliseconds: number): void;
}

/** A clock that starts at a fixed time and changes only by `advance`. */
export function movableClock(startMs = Date.UTC(2026, 0, 31, 12)): MovableClock {
  let elapsed = 0;
  return {
    now: () => startMs + elapsed,
    monotonic: () => 1000 + elapsed,
    advance(milliseconds) {
      elapsed += milliseconds;
    },
  };
}

export interface StartOptions {
  settings?: Partial<Settings>;
  clock?: Clock;
  state?: State;
  watchEveryMs?: number;
  parts?: Pick<Parts, 'currentEdition' | 'around' | 'guard' | 'bounds'>;
}

export interface Started extends Running {
  /** All log lines so far, as JSON text. */
  logLines: string[];
  /** Requests a path. Answers of the API are validated against the OpenAPI document. */
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Requests an API path and parses the envelope. */
  json(path: string, headers?: Record<string, string>): Promise<{ status: number; headers: Headers; body: Envelope }>;
}

/** An API answer. The type is loose, because tests check the structure themselves. */
export interface Envelope {
  success: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: tests check the fields that they expect.
  data: any;
  // biome-ignore lint/suspicious/noExplicitAny: tests check the fields that they expect.
  error: any;
  meta: {
    requestId: string;
    timestamp: string;
    nextStep?: string;
    quota?: { plan: string; limit: number; remaining: number; resetAt: string };
  };
}

export interface StateLimits {
  keyless?: WindowLimit;
  free?: CalendarLimit;
  paid?: CalendarLimit;
  agents?: AgentLimits;
  keepsQueries?: boolean;
  /** The store of the state. The default store is in memory. */
  store?: StateStore;
  log?: Log;
}

/** A log that discards all lines. */
export const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A state with the given limits; all others are those of the product. */
export function stateFor(
  clock: Clock,
  { agents, keepsQueries = true, store = passingStore(), log = silent, ...limits }: StateLimits = {},
): State {
  return stateOver({
    store,
    clock,
    log,
    keepsQueries,
    plans: { ...plans, ...limits },
    ...(agents && { agentLimits: agents }),
  });
}

/** A state with limits so high that tests never reach them. */
export const generousState = (clock: Clock): State =>
  stateFor(clock, {
    keyless: { limit: 1_000_000, windowMs: 60_000 },
    agents: { agentsMax: 100_000, newPerAddressPerMinute: 1_000_000 },
  });

/** The number of agents in the store, after pending writes. */
export async function registeredAgents({ agents, store }: State): Promise<number> {
  await agents.flush();
  return store.agents.count();
}

/** Starts a server. It is closed after the test; a server started in beforeAll must be closed by `close`. */
export async function startServer(editionFolder: string, options: StartOptions = {}): Promise<Started> {
  const clock = options.clock ?? movableClock();
  const logLines: string[] = [];
  const parts: Parts = {
    version: '0.0.0-test',
    clock,
    state: options.state ?? generousState(clock),
    logTo: { write: (line: string) => void logLines.push(line) },
    ...(options.watchEveryMs !== undefined && { watchEveryMs: options.watchEveryMs }),
    // Tests share the event loop with the server and may block it, so the usual overload guard would refuse requests.
    guard: lenientGuard,
    ...options.parts,
  };
  const settings: Settings = {
    port: 0,
    host: '127.0.0.1',
    editionFolder,
    dataFolder: editionFolder,
    redisUrl: undefined,
    keepsQueries: true,
    publicUrl: undefined,
    allowedHosts: [],
    corsOrigins: '*',
    trustProxy: 0,
    logLevel: 'info',
    metricsPort: undefined,
    ...options.settings,
  };
  const running = await serve(settings, parts);
  try {
    onTestFinished(() => running.close());
  } catch {
    // onTestFinished throws in beforeAll. A test file that starts a server there must close it in afterAll.
  }
  const base = `http://127.0.0.1:${running.port}`;
  const get: Started['get'] = (path, headers = {}) => ask(`${base}${path}`, { headers, redirect: 'manual' });
  return {
    ...running,
    logLines,
    get,
    async json(path, headers) {
      const response = await get(path, headers);
      return { status: response.status, headers: response.headers, body: (await response.json()) as Envelope };
    },
  };
}
