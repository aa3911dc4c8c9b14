// The only helper that starts the real server: on a free port, on an edition folder, with a clock that tests can move.
import { onTestFinished } from 'vitest';
import { type CalendarLimit, plans, type WindowLimit } from '../server/access/plans.ts';
import type { Clock } from '../server/clock.ts';
import type { Settings } from '../server/config.ts';
import { lenientGuard } from '../server/load-guard.ts';
import { type Parts, type Running, serve } from '../server/main.ts';
import type { AgentLimits } from '../server/state/agents.ts';
import type { GuardLog } from '../server/state/guard.ts';
import { passingStore } from '../server/state/sqlite/store.ts';
import { type State, stateOver } from '../server/state/state.ts';
import type { StateStore } from '../server/state/store.ts';
import { ask } from './answers.ts';

export interface MovableClock extends Clock {
  advance(milliseconds: number): void;
}

/** Starts at a fixed time and moves only on demand. */
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
  /** Every raw log line so far. */
  logLines: string[];
  /** API answers are validated against the OpenAPI document. */
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** The parsed envelope of an API path. */
  json(path: string, headers?: Record<string, string>): Promise<{ status: number; headers: Headers; body: Envelope }>;
}

/** Loosely typed on purpose: tests assert the structure themselves. */
export interface Envelope {
  success: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: answers are checked by what the tests expect of them.
  data: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
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
  /** The store of the state; in memory by default. */
  store?: StateStore;
  log?: GuardLog;
}

/** A log without lines. */
export const silent: GuardLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A state with the real limits, or with the given ones. */
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

/** A limit that only tests about limits can reach. */
export const generousState = (clock: Clock): State =>
  stateFor(clock, {
    keyless: { limit: 1_000_000, windowMs: 60_000 },
    agents: { agentsMax: 100_000, newPerAddressPerMinute: 1_000_000 },
  });

/** The number of registered agents. */
export async function registeredAgents({ agents, store }: State): Promise<number> {
  await agents.flush();
  return store.agents.count();
}

/** Starts a server; it is closed after the test, or by `close` when started in beforeAll. */
export async function startServer(editionFolder: string, options: StartOptions = {}): Promise<Started> {
  const clock = options.clock ?? movableClock();
  const logLines: string[] = [];
  const parts: Parts = {
    version: '0.0.0-test',
    clock,
    state: options.state ?? generousState(clock),
    logTo: { write: (line: string) => void logLines.push(line) },
    ...(options.watchEveryMs !== undefined && { watchEveryMs: options.watchEveryMs }),
    // Tests block the event loop that they share with their server.
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
    // Outside a test, in beforeAll: the file closes it in afterAll.
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
