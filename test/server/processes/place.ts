// Starts servers in separate processes that share a state, as in production.
import { onTestFinished } from 'vitest';
import { periodAt, plans } from '../../../server/access/plans.ts';
import { storeAt } from '../../../server/open-store.ts';
import type { StateStore } from '../../../server/state/store.ts';
import { type Serving, steleStart } from '../../scripts/command.ts';
import { temporaryFolder } from '../../site.ts';
import { type IssuedKey, issueKey } from '../keys.ts';
import { getText, send } from '../raw.ts';
import { smallEdition } from '../small-site.ts';

export interface Place {
  data: string;
  /** The shared state, opened by the process of the test. */
  store: StateStore;
  start(): Promise<Serving & { port: number }>;
}

export async function newPlace(redisUrl?: string): Promise<Place> {
  const [data, edition] = [await temporaryFolder(), await smallEdition()];
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

/** Issues a key of the free plan that has this many requests left today. */
export async function keyWithLeft(store: StateStore, left: number): Promise<IssuedKey> {
  const issued = await issueKey(store);
  const { limit, unit } = plans.free;
  const atMs = Date.now();
  const charge = { keyId: issued.record.id, period: periodAt(unit, atMs), limit, requests: limit - left, atMs };
  await store.quotas.charge(charge);
  return issued;
}

/**
 * Sends requests over many connections at once, the same number to each port. Resolves to the number of answers with each
 * status. Requests that an overloaded server refuses before the limiter are sent again.
 */
export async function flood(
  ports: readonly number[],
  { requests, headers = {}, from }: { requests: number; headers?: Record<string, string>; from?: string },
): Promise<Record<number, number>> {
  const perConnection = 20;
  const request = getText('/api/v1/domains', Object.entries(headers));
  const counts: Record<number, number> = {};
  let due = requests;
  while (due > 0) {
    const sizes = Array.from({ length: Math.ceil(due / perConnection) }, (_, index) =>
      Math.min(perConnection, due - index * perConnection),
    );
    const sent = await Promise.all(
      sizes.map((answers, index) =>
        send(ports[index % ports.length] ?? 0, request.repeat(answers), {
          answers,
          ...(from !== undefined && { from }),
        }),
      ),
    );
    due = 0;
    for (const { status, text } of sent.flatMap(({ answers }) => answers)) {
      if (status === 429 && text.includes('"scope":"server"')) due += 1;
      else counts[status] = (counts[status] ?? 0) + 1;
    }
  }
  return counts;
}
