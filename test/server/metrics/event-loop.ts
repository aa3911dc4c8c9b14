// Blocks the event loop for a moment, so that whoever watches it has something to see.
import { setImmediate } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Scrape } from './scraping.ts';

export const lagMax = 'nodejs_eventloop_lag_max_seconds';

/** Keeps the event loop from turning for a while, then lets it turn once whole, timers and all. */
async function blockEventLoop(): Promise<void> {
  const untilMs = performance.now() + 80;
  while (performance.now() < untilMs);
  await setImmediate();
  await setImmediate();
}

/** Blocks until a reading shows it: the first turn after a reading is not measured, so one block may be missed. */
export async function blockUntilSeen(read: () => Promise<Scrape>): Promise<void> {
  const blockAndRead = async (): Promise<number> => {
    await blockEventLoop();
    return (await read()).value(lagMax);
  };
  await expect.poll(blockAndRead).toBeGreaterThan(0.05);
}
