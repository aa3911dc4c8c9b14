// One caller who sends a request every few milliseconds, whether or not the last one was answered: what somebody else's flood
// does to him. His connections are open before it begins. Latency counts from the moment at which a request is due.
import { z } from 'zod';
import { caller } from '../callers.ts';
import { percentile } from '../statistics.ts';
import { answerParent, answerTo } from './answering.ts';
import { Connection, getText } from './connection.ts';

const beginning = z.object({ port: z.int(), path: z.string(), caller, everyMs: z.number() });

interface Calling {
  /** Waits for the last answers. */
  end(): Promise<object>;
}

/** More requests than these at once wait until one of them is answered. */
const connectionsAtOnce = 64;

let calling: Calling | undefined;

async function begin({ port, path, caller: { headers, from }, everyMs }: z.infer<typeof beginning>): Promise<Calling> {
  const text = getText(path, headers);
  const statuses: Record<string, number> = {};
  const times: number[] = [];
  const lateness: number[] = [];
  let failure: Error | undefined;
  const fail = (error: Error): void => {
    failure ??= error;
  };
  // In turn, so that the server closes none of them for being idle.
  const idle = await Promise.all(Array.from({ length: connectionsAtOnce }, () => Connection.open(port, from, fail)));
  const all = [...idle];
  /** When those requests were due that wait for a connection. */
  const waiting: number[] = [];
  const send = (connection: Connection, dueAt: number): void =>
    connection.send(text, (status) => {
      times.push(performance.now() - dueAt);
      statuses[status] = (statuses[status] ?? 0) + 1;
      const next = waiting.shift();
      if (next === undefined) idle.push(connection);
      else send(connection, next);
    });
  let next = performance.now() + everyMs;
  const timer = setInterval(() => {
    const now = performance.now();
    for (; next <= now; next += everyMs) {
      // This process may have been held up itself; that is told apart.
      lateness.push(now - next);
      const connection = idle.shift();
      if (connection === undefined) waiting.push(now);
      else send(connection, now);
    }
  }, 1);
  return {
    async end() {
      clearInterval(timer);
      while (idle.length < all.length && failure === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
      for (const connection of all) connection.close();
      if (failure !== undefined) throw failure;
      return { requests: times.length, statuses, ...summaryOf(times), lateness: summaryOf(lateness) };
    },
  };
}

const summaryOf = (values: readonly number[]) => ({
  p50Ms: percentile(values, 0.5),
  p99Ms: percentile(values, 0.99),
  p999Ms: percentile(values, 0.999),
  maxMs: percentile(values, 1),
});

answerParent([
  answerTo('begin', beginning, async (given) => {
    calling = await begin(given);
    return null;
  }),
  answerTo('end', z.object({}), () => calling?.end()),
]);
