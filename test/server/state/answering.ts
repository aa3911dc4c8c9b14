// Requests that are timed while something is wrong with the state.
import { expect } from 'vitest';
import type { Started } from '../../server.ts';

/** Every request is answered within so many milliseconds, whatever the state does. */
export const answeredWithinMs = 250;

export interface Timed {
  statuses: number[];
  slowestMs: number;
}

/** Sends requests one after the other, `each` on every turn, for as long as `while` says so. */
export async function timed(
  server: Pick<Started, 'get'>,
  headers: Record<string, string>,
  goesOn: (sent: number) => boolean | Promise<boolean>,
): Promise<Timed> {
  const statuses: number[] = [];
  let slowestMs = 0;
  while (await goesOn(statuses.length)) {
    const begun = performance.now();
    const response = await server.get('/api/v1/domains', headers);
    await response.arrayBuffer();
    slowestMs = Math.max(slowestMs, performance.now() - begun);
    statuses.push(response.status);
  }
  return { statuses, slowestMs };
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
