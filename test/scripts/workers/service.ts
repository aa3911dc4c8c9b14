// A service of several workers, in processes of their own, as operators start it.
import { existsSync, readFileSync } from 'node:fs';
import { expect, onTestFinished } from 'vitest';
import { storeAt } from '../../../server/state/open-store.ts';
import type { StateStore } from '../../../server/state/store.ts';
import { temporaryFolder } from '../../site.ts';
import { type Serving, steleStart } from '../command.ts';

export interface Service extends Serving {
  port: number;
  /** This process's own view of the state. */
  store: StateStore;
  /** The process ids of the workers that are there now. */
  workers(): number[];
  /** Resolves when the output holds a text so many times. */
  told(text: string, times?: number): Promise<void>;
}

/** Starts a service; in a test it ends with it. */
export async function startWorkers(
  workers: number,
  { edition, redisUrl, given = [] }: { edition: string; redisUrl?: string; given?: string[] },
): Promise<Service> {
  const data = await temporaryFolder();
  const store = await storeAt({ dataFolder: data, redisUrl });
  try {
    onTestFinished(() => store.close());
  } catch {
    // Outside a test, in beforeAll: the file closes it.
  }
  await store.probe();
  const shared = redisUrl === undefined ? [] : ['--redis-url', redisUrl];
  const settings = ['--edition', edition, '--data', data, '--workers', String(workers), ...shared, ...given];
  const serving = await steleStart(settings);
  return {
    ...serving,
    port: Number(new URL(serving.origin).port),
    store,
    workers: () => childrenOf(serving.process.pid ?? 0),
    told: (text, times = 1) =>
      expect.poll(() => serving.output().split(text).length - 1, { timeout: 60_000 }).toBeGreaterThanOrEqual(times),
  };
}

/** As Linux lists them. */
function childrenOf(pid: number): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return listed === '' ? [] : listed.split(' ').map(Number);
}

/** Whether there is such a process, one that nobody has collected yet not among them. */
export function isThere(pid: number): boolean {
  if (!existsSync(`/proc/${pid}/stat`)) return false;
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
