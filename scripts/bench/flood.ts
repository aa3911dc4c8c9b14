// What a flood of made-up callers does: to memory and disk, and to somebody who calls meanwhile.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { milliseconds } from '../eval/table.ts';
import type { Helper } from './helper.ts';
import type { BenchSettings, Part, PartReport } from './part.ts';
import { type Workplace, withWorkplace } from './workplace.ts';

const usualRequests = 1_000_000;
/** With a request on each at any time, whoever else calls waits for as many: twice as many make him wait twice as long. */
const connections = 16;
/** How often the one caller who is no part of the flood calls. */
const everyMs = 5;
const quietMs = 5_000;
/** Requests of the one caller before the flood, as a share of those in it, and at most. */
const warmUp = { share: 0.2, max: 40_000 };
const lookEveryMs = 500;

const goals = { rssMb: 80, databaseMb: 64, p99Ms: 50 };
const agentId = 'somebody-else';

const memory = z.object({
  rssBytes: z.number(),
  heapBytes: z.number(),
  heapTotalBytes: z.number(),
  externalBytes: z.number(),
});
type Memory = z.infer<typeof memory>;
const times = z.object({ p50Ms: z.number(), p99Ms: z.number(), p999Ms: z.number(), maxMs: z.number() });
const statuses = z.record(z.string(), z.int());
const called = times.extend({ requests: z.int(), statuses, lateness: times });
const flooded = z.object({ statuses, tookMs: z.number(), p50Ms: z.number(), p99Ms: z.number() });
const counted = z.object({ registered: z.int(), counted: z.int(), callers: z.int() });

export const flood: Part = {
  summary:
    'a million requests, each by another agent from another address, and one caller who has nothing to do with them',
  run: (settings) => withWorkplace((place) => run(place, settings)),
};

async function run(place: Workplace, { edition, requests = usualRequests, say }: BenchSettings): Promise<PartReport> {
  const server = place.helper('server');
  const dataFolder = await place.folder();
  const { port, slug } = await server.ask(
    'open',
    { edition, dataFolder, access: 'real', keyless: 'real', trustProxy: ['127.0.0.1/32'] },
    z.object({ port: z.int(), slug: z.string() }),
  );
  const path = `/api/v1/articles/${slug}`;
  const [key = ''] = await server.ask('issue', { plan: 'paid', count: 1 }, z.array(z.string()));
  const headers = { Authorization: `Bearer ${key}`, 'x-agent-id': agentId, 'X-Forwarded-For': '203.0.113.7' };
  const [load, somebody] = [place.helper('load'), place.helper('caller')];
  // A server that has worked for a while: what it needs for that is no growth.
  const warm = Array.from({ length: connections }, () => ({ headers }));
  for (let answers = 0; answers < Math.min(warmUp.max, warmUp.share * requests); ) {
    const { statuses: warmed } = await load.ask('drive', { port, path, callers: warm, forMs: 250 }, flooded);
    answers += warmed[200] ?? 0;
  }
  const before = { plain: await server.ask('memory', {}, memory), collected: await collected(server) };
  const calling = { port, path, caller: { headers }, everyMs };
  const quiet = await callWhile(somebody, calling, () => new Promise((resolve) => setTimeout(resolve, quietMs)));
  const watching = watch(server);
  const began = { port, path, connections, requests, first: 0 };
  let answers: z.infer<typeof flooded> | undefined;
  say(`flood: sending ${requests} requests`);
  const busy = await callWhile(somebody, calling, async () => {
    answers = await load.ask('flood', began, flooded);
  });
  if (answers === undefined) throw new Error('there was no flood');
  const after = { plain: await server.ask('memory', {}, memory), collected: await collected(server) };
  const sent = await server.ask('agents', { agentId }, counted);
  return reportOf({
    requests,
    flood: answers,
    quiet,
    busy,
    before,
    after,
    meanwhile: await watching.end(),
    files: await sizesIn(dataFolder),
    agents: sent,
  });
}

const collected = (server: Helper) => server.ask('collected memory', {}, memory);

async function callWhile(somebody: Helper, calling: object, work: () => Promise<void>) {
  await somebody.ask('begin', calling, z.null());
  await work();
  return somebody.ask('end', {}, called);
}

/** Looks at the memory of the server again and again. */
function watch(server: Helper): { end(): Promise<Memory[]> } {
  const seen: Memory[] = [];
  let looking = Promise.resolve();
  const look = async (): Promise<void> => {
    seen.push(await server.ask('memory', {}, memory));
  };
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, lookEveryMs);
  return {
    async end() {
      clearInterval(timer);
      await looking;
      return seen;
    },
  };
}

async function sizesIn(folder: string): Promise<Record<string, number>> {
  const names = await readdir(folder);
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, (await stat(join(folder, name))).size])),
  );
}

interface Measured {
  requests: number;
  flood: z.infer<typeof flooded>;
  quiet: z.infer<typeof called>;
  busy: z.infer<typeof called>;
  before: Record<'plain' | 'collected', Memory>;
  after: Record<'plain' | 'collected', Memory>;
  meanwhile: Memory[];
  files: Record<string, number>;
  agents: z.infer<typeof counted>;
}

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

function reportOf(measured: Measured): PartReport {
  const { flood: answers, quiet, busy, before, after, meanwhile, files, agents } = measured;
  const databaseBytes = Object.values(files).reduce((sum, bytes) => sum + bytes, 0);
  const peakRssBytes = Math.max(after.plain.rssBytes, ...meanwhile.map(({ rssBytes }) => rssBytes));
  const growthBytes = peakRssBytes - before.plain.rssBytes;
  const rowOf = (name: string, { requests, p50Ms, p99Ms, p999Ms, maxMs, lateness }: z.infer<typeof called>) => [
    name,
    String(requests),
    ...[p50Ms, p99Ms, p999Ms, maxMs, lateness.p99Ms, lateness.maxMs].map(milliseconds),
  ];
  const numberRows = [
    ['flood: requests per second', ((measured.requests / answers.tookMs) * 1_000).toFixed(0)],
    ...Object.entries(answers.statuses).map(([status, count]) => [`flood: answers ${status}`, String(count)]),
    ...Object.entries(busy.statuses).map(([status, count]) => [`caller: answers ${status}`, String(count)]),
    ['RSS before, MB', megabytes(before.plain.rssBytes)],
    ['RSS at most, MB', megabytes(peakRssBytes)],
    ['RSS after, MB', megabytes(after.plain.rssBytes)],
    ['RSS after a collection, MB', megabytes(after.collected.rssBytes)],
    ['heap with its free places before, MB', megabytes(before.plain.heapTotalBytes)],
    ['heap with its free places after, MB', megabytes(after.plain.heapTotalBytes)],
    ['heap before, after a collection, MB', megabytes(before.collected.heapBytes)],
    ['heap after, after a collection, MB', megabytes(after.collected.heapBytes)],
    ...Object.entries(files).map(([name, bytes]) => [`${name}, MB`, megabytes(bytes)]),
    ['agents registered', String(agents.registered)],
    ['callers remembered', String(agents.callers)],
  ];
  return {
    tables: [
      {
        head: ['caller', 'requests', 'p50 ms', 'p99 ms', 'p99.9 ms', 'max ms', 'own p99', 'own max'],
        rows: [rowOf('alone', quiet), rowOf('in the flood', busy)],
      },
      { head: ['number', ''], rows: numberRows },
    ],
    bars: [
      bar('growth of RSS, at most, MB', growthBytes / 1_000_000, goals.rssMb),
      bar('state folder, MB', databaseBytes / 1_000_000, goals.databaseMb),
      bar('p99 of the caller, ms', busy.p99Ms, goals.p99Ms),
    ],
    notes: [
      `the flood comes over ${connections} connections, each with its next request as soon as it is answered; the caller calls every ${everyMs} ms whatever happens`,
      '«own» is how late the caller’s process was itself: it is not in the latencies, and above a millisecond or two the machine was busy',
      'the limit of callers without a key is the real one; that of the key is not reached',
    ],
    numbers: { ...measured, databaseBytes, growthBytes },
  };
}

const bar = (name: string, value: number, goal: number) => ({
  name,
  measured: value.toFixed(1),
  goal: `< ${goal}`,
  isMet: value < goal,
});
