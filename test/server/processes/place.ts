// Servers in processes of their own that share a state, as operators run them.
import { onTestFinished } from 'vitest';
import { periodAt } from '../../../server/access/periods.ts';
import { plans } from '../../../server/access/plans.ts';
import { storeAt } from '../../../server/state/open-store.ts';
import type { StateStore } from '../../../server/state/store.ts';
import { type Serving, steleStart } from '../../scripts/command.ts';
import { temporaryFolder } from '../../site.ts';
import { type IssuedKey, issueKey } from '../keys.ts';
import { getText, send } from '../raw.ts';

export interface Place {
  data: string;
  /** This process's own view of the state. */
  store: StateStore;
  start(): Promise<Serving & { port: number }>;
}

export async function placeOf(edition: string, redisUrl?: string): Promise<Place> {
  const data = await temporaryFolder();
  const store = await storeAt({ dataFolder: data, redisUrl });
  onTestFinished(() => store.close());
  await store.probe();
  const shared = redisUrl === undefined ? [] : ['--redis-url', redisUrl];
  return {
    data,
    store,
    async start() {
      const settings = ['--edition', edition, '--data', data, '--log-level', 'info', ...shared];
      const serving = await steleStart(settings);
      return { ...serving, port: Number(new URL(serving.origin).port) };
    },
  };
}

/** A key of the free plan with so many requests left today. */
export async function keyWithLeft(store: StateStore, left: number): Promise<IssuedKey> {
  const issued = await issueKey(store);
  const { limit, unit } = plans.free;
  const atMs = Date.now();
  const charge = { keyId: issued.record.id, period: periodAt(unit, atMs), limit, requests: limit - left, atMs };
  await store.quotas.charge([charge]);
  return issued;
}

/** Sends requests over many connections at once, the same number to each port. Resolves to how many got each status. */
export async function flood(
  ports: readonly number[],
  { requests, headers = {}, from }: { requests: number; headers?: Record<string, string>; from?: string },
): Promise<Record<number, number>> {
  const perConnection = 20;
  const lines = Object.entries(headers).map(([name, value]): [string, string] => [name, value]);
  const text = getText('/api/v1/domains', lines).repeat(perConnection);
  const connections = Array.from({ length: requests / perConnection }, (_, index) =>
    send(ports[index % ports.length] ?? 0, text, { answers: perConnection, ...(from !== undefined && { from }) }),
  );
  const counts: Record<number, number> = {};
  for (const { answers } of await Promise.all(connections))
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
