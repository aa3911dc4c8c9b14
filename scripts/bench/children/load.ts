// Callers who ask again as soon as they are answered: for some time, or so many requests in all.
import { z } from 'zod';
import { type Caller, caller, distinctCaller } from '../callers.ts';
import { percentile } from '../statistics.ts';
import { answerParent, answerTo } from './answering.ts';
import { Connection, getText } from './connection.ts';

const drive = z.object({
  port: z.int(),
  path: z.string(),
  /** A connection each. */
  callers: z.array(caller),
  forMs: z.number(),
});

const flood = z.object({ port: z.int(), path: z.string(), connections: z.int(), requests: z.int(), first: z.int() });

interface Work {
  port: number;
  from: readonly (string | undefined)[];
  /** What a connection sends next; undefined: it is done. */
  next(connection: number): string | undefined;
}

async function run({ port, from, next }: Work) {
  const statuses: Record<string, number> = {};
  const times: number[] = [];
  let failed: (error: Error) => void = () => undefined;
  const failure = new Promise<never>((_, reject) => {
    failed = reject;
  });
  const connections = await Promise.all(from.map((address) => Connection.open(port, address, failed)));
  const began = performance.now();
  const ask = (connection: Connection, index: number): Promise<void> =>
    new Promise((resolve) => {
      const send = (): void => {
        const text = next(index);
        if (text === undefined) {
          resolve();
          return;
        }
        const sent = performance.now();
        connection.send(text, (status) => {
          times.push(performance.now() - sent);
          statuses[status] = (statuses[status] ?? 0) + 1;
          send();
        });
      };
      send();
    });
  await Promise.race([Promise.all(connections.map(ask)), failure]);
  const tookMs = performance.now() - began;
  for (const connection of connections) connection.close();
  return { statuses, tookMs, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) };
}

answerParent([
  answerTo('drive', drive, ({ port, path, callers, forMs }) => {
    const texts = callers.map(({ headers }) => getText(path, headers));
    // From the first request on: opening the connections takes its own time.
    let end: number | undefined;
    return run({
      port,
      from: callers.map(({ from }) => from),
      next(connection) {
        const now = performance.now();
        end ??= now + forMs;
        return now <= end ? texts[connection] : undefined;
      },
    });
  }),
  answerTo('flood', flood, ({ port, path, connections, requests, first }) => {
    let sent = 0;
    return run({
      port,
      from: Array.from({ length: connections }, () => undefined),
      next() {
        if (sent === requests) return undefined;
        const { headers }: Caller = distinctCaller(first + sent);
        sent += 1;
        return getText(path, headers);
      },
    });
  }),
]);
