// Helpers for tests of a failing state: send requests one after the other, read /readyz, and wait for log lines.
import { EventEmitter, once } from 'node:events';
import { expect } from 'vitest';
import type { Log } from '../../../server/logger.ts';
import { redisStore } from '../../../server/state/redis/store.ts';
import { movableClock, type Started, startServer, stateFor } from '../../server.ts';

type Asked = Pick<Started, 'get'>;

/** The statuses of requests sent one after the other. */
export async function statusesOf(server: Asked, requests: number, headers = {}): Promise<number[]> {
  const statuses: number[] = [];
  for (let sent = 0; sent < requests; sent += 1) {
    const response = await server.get('/api/v1/domains', headers);
    await response.arrayBuffer();
    statuses.push(response.status);
  }
  return statuses;
}

/** The state in the answer of /readyz. */
export async function stateOf(server: Asked): Promise<{ store: string; degraded: { reason: string } | null }> {
  const response = await server.get('/readyz');
  expect(response.status).toBe(200);
  const { state } = (await response.json()) as { state: { store: string; degraded: { reason: string } | null } };
  return state;
}

export interface RecordedLog extends Log {
  /** The number of lines so far that contain a text. */
  count(text: string): number;
  /** Resolves when this many lines contain a text. */
  said(text: string, times?: number): Promise<void>;
}

export function recordedLog(): RecordedLog {
  const lines: string[] = [];
  const news = new EventEmitter();
  const note = (_fields: object, text: string): void => {
    lines.push(text);
    news.emit('line');
  };
  const count = (text: string): number => lines.filter((line) => line.includes(text)).length;
  return {
    info: note,
    warn: note,
    error: note,
    count,
    async said(text, times = 1) {
      while (count(text) < times) await once(news, 'line');
    },
  };
}

export interface Instance {
  server: Started;
  log: RecordedLog;
}

/** Starts a server with its state in Redis. Its clock is fixed, so that no minute or day ends during a test. */
export async function redisInstance(edition: string, url: string, limit: number): Promise<Instance> {
  const [clock, log] = [movableClock(), recordedLog()];
  const store = redisStore({ url, now: () => clock.now() });
  const state = stateFor(clock, { store, free: { limit, unit: 'day' }, log });
  return { server: await startServer(edition, { clock, state, settings: { trustProxy: 1 } }), log };
}
