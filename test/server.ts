// The one helper that starts: the real server on a free port, on an edition folder, with a clock that tests can move.
import { onTestFinished } from 'vitest';
import type { Clock } from '../server/clock.ts';
import type { Settings } from '../server/config.ts';
import { type Parts, type Running, serve } from '../server/main.ts';
import { memoryState, type State } from '../server/state/state.ts';

export interface MovableClock extends Clock {
  advance(milliseconds: number): void;
}

/** Starts at a fixed moment of the real calendar and only moves when told to. */
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
  parts?: Pick<Parts, 'shelf' | 'around'>;
}

export interface Started extends Running {
  /** Every log line so far, as it was written. */
  logLines: string[];
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** The parsed envelope of an API path. */
  json(path: string, headers?: Record<string, string>): Promise<{ status: number; headers: Headers; body: Envelope }>;
}

/** Loosely typed on purpose: tests say themselves what must be in it. */
export interface Envelope {
  success: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: answers are checked by what the tests expect of them.
  data: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  error: any;
  meta: { requestId: string; timestamp: string; nextStep?: string };
}

/** A limit that no test but those about limits can reach. */
export const generousState = (clock: Clock): State =>
  memoryState(clock, {
    keyless: { limit: 1_000_000, windowMs: 60_000 },
    agents: { agentsMax: 100_000, newPerAddressPerMinute: 1_000_000 },
  });

/** Starts a server; it is closed when the test is over, or by `close` when started in beforeAll. */
export async function startServer(editionFolder: string, options: StartOptions = {}): Promise<Started> {
  const clock = options.clock ?? movableClock();
  const logLines: string[] = [];
  const parts: Parts = {
    version: '0.0.0-test',
    clock,
    state: options.state ?? generousState(clock),
    logTo: { write: (line: string) => void logLines.push(line) },
    ...(options.watchEveryMs !== undefined && { watchEveryMs: options.watchEveryMs }),
    ...options.parts,
  };
  const settings: Settings = {
    port: 0,
    host: '127.0.0.1',
    editionFolder,
    dataFolder: editionFolder,
    publicUrl: undefined,
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
  const get: Started['get'] = (path, headers = {}) => fetch(`${base}${path}`, { headers, redirect: 'manual' });
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
