// What limits and statistics cost: the same application without them and with each kind of caller, in turn.
import { z } from 'zod';
import { milliseconds } from '../eval/table.ts';
import { type Caller, usualCallers } from './callers.ts';
import type { Helper } from './helper.ts';
import type { BenchSettings, Part, PartReport } from './part.ts';
import { inTurn } from './rounds.ts';
import { median, percentile } from './statistics.ts';
import { type Workplace, withWorkplace } from './workplace.ts';

interface Variant {
  name: string;
  access: 'real' | 'none';
  store: 'SQLite' | 'Redis';
  hasKey: boolean;
  hasAgent: boolean;
}

const real = { access: 'real', store: 'SQLite', hasKey: false, hasAgent: false } as const;
const reference = 'without';
/** The same as another one: how far apart they come out is how far any two may be trusted. */
const again = 'keyless, again';
const variants: readonly Variant[] = [
  { ...real, name: reference, access: 'none' },
  { ...real, name: 'keyless' },
  { ...real, name: again },
  { ...real, name: 'keyless + agent', hasAgent: true },
  { ...real, name: 'free key on SQLite', hasKey: true },
  { ...real, name: 'free key + agent on SQLite', hasKey: true, hasAgent: true },
  { ...real, name: 'keyless on Redis', store: 'Redis' },
  { ...real, name: 'key on Redis', store: 'Redis', hasKey: true },
];

const concurrency = 32;
const usualRounds = 21;
const usualRoundMs = 700;
/** Before anything is measured: answers of each server, for which its code is compiled. */
const warmUpAnswers = 6_000;

interface Opened {
  name: string;
  server: Helper;
  port: number;
  path: string;
  callers: Caller[];
}

/** One variant in one round. */
interface Sample {
  cpuMicroseconds: number;
  perSecond: number;
  p99Ms: number;
}

const opened = z.object({ port: z.int(), slug: z.string() });
const driven = z.object({ statuses: z.record(z.string(), z.int()), tookMs: z.number(), p99Ms: z.number() });

export const cost: Part = {
  summary: 'CPU time and throughput of one article, without limits and statistics and with them',
  run: (settings) => withWorkplace((place) => run(place, settings)),
};

async function run(place: Workplace, settings: BenchSettings): Promise<PartReport> {
  const { rounds = usualRounds, roundMs = usualRoundMs, say } = settings;
  const redisUrl = await place.redis();
  const measured = variants.filter(({ store }) => store === 'SQLite' || redisUrl !== undefined);
  const all: Opened[] = [];
  for (const variant of measured) all.push(await open(place, variant, redisUrl, settings));
  const load = place.helper('load');
  const samples = new Map(all.map(({ name }) => [name, [] as Sample[]]));
  for (const target of all) await warmUp(target, load, settings);
  for (let round = 0; round < rounds; round += 1) {
    say(`cost: round ${round + 1} of ${rounds}`);
    for (const target of inTurn(all, round)) samples.get(target.name)?.push(await measure(target, load, roundMs));
  }
  const notes = [
    `${rounds} rounds of ${roundMs} ms each, in turn; medians of the rounds; the ratio and its quartiles are of one round's two numbers`,
    `${concurrency} callers, each with an address, a key and an agent of its own; log lines go to /dev/null`,
    'on Redis: without the CPU time of Redis itself, which shares the core of the load',
  ];
  if (redisUrl === undefined) notes.push('Redis was not measured: there is no redis-server on this machine');
  return reportOf(samples, notes);
}

async function open(
  place: Workplace,
  { name, access, store, hasKey, hasAgent }: Variant,
  redisUrl: string | undefined,
  { edition }: BenchSettings,
): Promise<Opened> {
  const server = place.helper('server');
  const where = { edition, dataFolder: await place.folder(), ...(store === 'Redis' && { redisUrl }) };
  const { port, slug } = await server.ask('open', { ...where, access, keyless: 'brief' }, opened);
  const keys = hasKey ? await server.ask('issue', { plan: 'free', count: concurrency }, z.array(z.string())) : [];
  const callers = usualCallers(concurrency, { keys, agents: hasAgent });
  return { name, server, port, path: `/api/v1/articles/${slug}`, callers };
}

/** Short rounds are for trying things out; they are not warmed up for. */
async function warmUp(target: Opened, load: Helper, { roundMs = usualRoundMs }: BenchSettings): Promise<void> {
  const { port, path, callers } = target;
  const wanted = roundMs < usualRoundMs ? 1 : warmUpAnswers;
  for (let answers = 0; answers < wanted; ) {
    const { statuses } = await load.ask('drive', { port, path, callers, forMs: 250 }, driven);
    answers += statuses[200] ?? 0;
  }
}

async function measure({ name, server, port, path, callers }: Opened, load: Helper, forMs: number): Promise<Sample> {
  const before = await server.ask('cpu', {}, z.number());
  const { statuses, tookMs, p99Ms } = await load.ask('drive', { port, path, callers, forMs }, driven);
  const cpu = (await server.ask('cpu', {}, z.number())) - before;
  const { 200: answers = 0, ...others } = statuses;
  if (Object.keys(others).length > 0) throw new Error(`${name}: answers other than 200: ${JSON.stringify(others)}`);
  return { cpuMicroseconds: cpu / answers, perSecond: (answers / tookMs) * 1_000, p99Ms };
}

function reportOf(samples: ReadonlyMap<string, readonly Sample[]>, notes: readonly string[]): PartReport {
  const without = samples.get(reference) ?? [];
  const measured = [...samples].map(([name, own]) => {
    const ratios = own.map(({ cpuMicroseconds }, round) => cpuMicroseconds / (without[round]?.cpuMicroseconds ?? 1));
    return {
      name,
      cpuMicroseconds: median(own.map((sample) => sample.cpuMicroseconds)),
      addedMicroseconds: median(
        own.map((sample, round) => sample.cpuMicroseconds - (without[round]?.cpuMicroseconds ?? 0)),
      ),
      cpuRatio: median(ratios),
      cpuRatioQuartiles: [percentile(ratios, 0.25), percentile(ratios, 0.75)] as const,
      perSecond: median(own.map((sample) => sample.perSecond)),
      perSecondRatio: median(own.map((sample, round) => sample.perSecond / (without[round]?.perSecond ?? 1))),
      p99Ms: median(own.map((sample) => sample.p99Ms)),
    };
  });
  const ratioOf = (wanted: string): number => measured.find(({ name }) => name === wanted)?.cpuRatio ?? Number.NaN;
  const sameRatio = ratioOf(again) / ratioOf('keyless');
  const rows = measured.map((one) => [
    one.name,
    one.cpuMicroseconds.toFixed(1),
    one.addedMicroseconds.toFixed(1),
    one.cpuRatio.toFixed(2),
    `${one.cpuRatioQuartiles[0].toFixed(2)}–${one.cpuRatioQuartiles[1].toFixed(2)}`,
    one.perSecond.toFixed(0),
    one.perSecondRatio.toFixed(2),
    milliseconds(one.p99Ms),
  ]);
  const head = ['variant', 'CPU µs', 'added', 'ratio', 'quartiles', 'req/s', 'ratio', 'p99 ms'];
  return {
    tables: [{ head, rows }],
    bars: [
      {
        name: 'A/A: keyless against itself',
        measured: sameRatio.toFixed(3),
        goal: 'within 10 %',
        isMet: Math.abs(sameRatio - 1) < 0.1,
      },
    ],
    notes,
    numbers: { variants: measured, sameRatio },
  };
}
