// Requests that are timed while something is wrong with the state.
import { expect } from 'vitest';
import type { Started } from '../../server.ts';

/** Every request is answered within so many milliseconds, whatever the state does. */
export const answeredWithinMs = 250;

export interface Timed {
  statuses: number[];
  /**
   * The slowest, less what the machine was slow by meanwhile: the slowest of as many requests in between that have nothing to
   * do with the state, or what short waits took too long right after a slow answer.
   */
  slowestMs: number;
}

/** Sends requests one after the other for as long as `goesOn` says so. */
export async function timed(
  server: Pick<Started, 'get'>,
  headers: Record<string, string>,
  goesOn: (sent: number) => boolean | Promise<boolean>,
): Promise<Timed> {
  const statuses: number[] = [];
  let [slowestMs, machineMs] = [0, 0];
  while (await goesOn(statuses.length)) {
    machineMs = Math.max(machineMs, (await once(server, '/healthz')).tookMs);
    const { status, tookMs } = await once(server, '/api/v1/domains', headers);
    if (tookMs > answeredWithinMs) machineMs = Math.max(machineMs, oversleptMs());
    slowestMs = Math.max(slowestMs, tookMs);
    statuses.push(status);
  }
  return { statuses, slowestMs: slowestMs - machineMs };
}

/**
 * By how much as many short waits as SQLite and its connection make for another's lock took longer than they should. A machine that
 * is one of many on its host wakes late from each of them.
 */
function oversleptMs(): number {
  const [waits, waitMs] = [80, 2];
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const begun = performance.now();
  for (let wait = 0; wait < waits; wait += 1) Atomics.wait(cell, 0, 0, waitMs);
  return performance.now() - begun - waits * waitMs;
}

async function once(server: Pick<Started, 'get'>, path: string, headers?: Record<string, string>) {
  const begun = performance.now();
  const response = await server.get(path, headers);
  await response.arrayBuffer();
  return { status: response.status, tookMs: performance.now() - begun };
}

/** Waits until something holds, and fails when it takes longer. */
export async function within(milliseconds: number, what: string, holds: () => Promise<boolean>): Promise<void> {
  const begun = performance.now();
  while (!(await holds())) {
    expect(performance.now() - begun, `${what} within ${milliseconds} ms`).toBeLessThan(milliseconds);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** What /readyz says of the state. */
export async function stateOf(
  server: Pick<Started, 'get'>,
): Promise<{ store: string; degraded: { reason: string } | null }> {
  const response = await server.get('/readyz');
  expect(response.status).toBe(200);
  const { state } = (await response.json()) as { state: { store: string; degraded: { reason: string } | null } };
  return state;
}
