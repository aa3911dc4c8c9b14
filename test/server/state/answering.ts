// Requests that are timed while something is wrong with the state.
import { expect } from 'vitest';
import type { Started } from '../../server.ts';

/** Every request is answered within so many milliseconds, whatever the state does. */
export const answeredWithinMs = 250;

export interface Timed {
  statuses: number[];
  /**
   * The slowest, less the slowest of as many requests in between that have nothing to do with the state: those say how slow
   * the machine was meanwhile.
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
  let [slowestMs, slowestOtherMs] = [0, 0];
  while (await goesOn(statuses.length)) {
    slowestOtherMs = Math.max(slowestOtherMs, (await once(server, '/healthz')).tookMs);
    const { status, tookMs } = await once(server, '/api/v1/domains', headers);
    slowestMs = Math.max(slowestMs, tookMs);
    statuses.push(status);
  }
  return { statuses, slowestMs: slowestMs - slowestOtherMs };
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
