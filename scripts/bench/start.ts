// How long a server takes from its start to its first answer, and how much memory it has then, verification included: beside a
// server made of the same packages that does nothing.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { processIo } from '../command-io.ts';
import { readContentFolder } from '../content-option.ts';
import { keptEdition } from '../eval/editions.ts';
import type { Bar } from '../eval/table.ts';
import { onCore } from './cores.ts';
import type { BenchSettings, Part, PartReport } from './part.ts';
import { replicated } from './replicas.ts';
import { median } from './statistics.ts';
import { type Workplace, withWorkplace } from './workplace.ts';

const usualArticles = [1_580, 10_000];
const usualRounds = 7;
/** The number of articles that the goals are about, and what they allow in parts of the empty server. */
const judgedAt = 10_000;
const ratioMax = 4;

const reference = 'empty Express';
const again = 'empty Express, again';

interface Target {
  name: string;
  articles: number | undefined;
  command: readonly string[];
}

interface Sample {
  ms: number;
  rssBytes: number;
  /** Until /readyz says that every byte is verified, those too that nobody asked for. */
  readyMs: number;
  /** Some time after that. */
  readyRssBytes: number;
}

/** What verified has ended by then. */
const settledMs = 300;

export const start: Part = {
  summary: 'from the start of the process to the first answer to a search, and the memory at that moment',
  run: (settings) => withWorkplace((place) => run(place, settings)),
};

/** Compiled or not, as this file is. */
const programOf = (...path: string[]): string =>
  join(import.meta.dirname, ...path.slice(0, -1), `${path.at(-1)}${extname(import.meta.filename)}`);

async function run(place: Workplace, settings: BenchSettings): Promise<PartReport> {
  const { edition, corpus, articles = usualArticles, rounds = usualRounds, say } = settings;
  const empty = [programOf('children', 'empty-express')];
  const serving = async (folder: string): Promise<string[]> => {
    const data = await place.folder();
    return [
      programOf('..', 'stele'),
      'start',
      '--edition',
      folder,
      '--data',
      data,
      '--port',
      '0',
      '--host',
      '127.0.0.1',
    ];
  };
  const targets: Target[] = [
    { name: reference, articles: undefined, command: empty },
    { name: again, articles: undefined, command: empty },
    { name: 'own content', articles: undefined, command: await serving(edition) },
  ];
  for (const count of corpus === undefined ? [] : articles) {
    say(`start: an edition of ${count} articles, which is made once`);
    const originals = await readContentFolder(processIo(), join(corpus ?? '', 'articles'));
    const folder = await keptEdition(String(count), replicated(originals, count));
    targets.push({ name: `${count} articles`, articles: count, command: await serving(folder) });
  }
  const samples = new Map(targets.map(({ name }) => [name, [] as Sample[]]));
  for (let round = -1; round < rounds; round += 1) {
    say(round < 0 ? 'start: once to warm the disk' : `start: round ${round + 1} of ${rounds}`);
    for (const { name, command } of targets) {
      const sample = await startOnce(command);
      if (round >= 0) samples.get(name)?.push(sample);
    }
  }
  const notes = [
    `${rounds} rounds in turn after one that warms the disk; medians, and medians of one round’s ratios`,
    'the empty server is express, helmet and express-rate-limit; ours is the command start with the state in a new folder',
    'the memory is the resident set of the process when the first answer has come (Linux alone)',
    'every byte of that answer is verified; ready means that every byte of the edition is, which a thread sees to',
    ...(corpus === undefined
      ? ['larger editions were not measured: there is no corpus; --corpus names its folder']
      : []),
  ];
  return reportOf(targets, samples, notes);
}

/** Starts a server, asks it as soon as it says where it is, and ends it. */
async function startOnce(command: readonly string[]): Promise<Sample> {
  const [program = '', ...given] = onCore('server', [process.execPath, ...command]);
  const began = performance.now();
  const child = spawn(program, given, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const origin = await originTold(child);
    const answer = await fetch(`${origin}/api/v1/search?q=mcp`);
    await answer.arrayBuffer();
    const ms = performance.now() - began;
    if (answer.status !== 200) throw new Error(`the first answer is ${answer.status}`);
    const rssBytes = await residentBytes(child);
    await untilReady(origin);
    const readyMs = performance.now() - began;
    await setTimeout(settledMs);
    return { ms, rssBytes, readyMs, readyRssBytes: await residentBytes(child) };
  } finally {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}

/** The empty server knows no such address, and is ready as soon as it answers. */
async function untilReady(origin: string): Promise<void> {
  for (;;) {
    const { status } = await fetch(`${origin}/readyz`);
    if (status !== 503) return;
    await setTimeout(10);
  }
}

async function originTold(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('a server that says nothing');
  for await (const line of createInterface({ input: child.stdout })) {
    const origin = /"origin":"([^"]+)"/.exec(line)?.[1];
    if (origin !== undefined) return origin;
  }
  throw new Error('a server ended before it said where it is');
}

/** NaN where the system does not tell. */
async function residentBytes({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) * 1024;
}

const nothing: Sample = { ms: Number.NaN, rssBytes: Number.NaN, readyMs: Number.NaN, readyRssBytes: Number.NaN };

function reportOf(
  targets: readonly Target[],
  samples: ReadonlyMap<string, readonly Sample[]>,
  notes: readonly string[],
): PartReport {
  const empty = samples.get(reference) ?? [];
  const servers = targets.map(({ name, articles }) => {
    const own = samples.get(name) ?? [];
    const ratioOf = (of: (sample: Sample) => number): number =>
      median(own.map((sample, round) => of(sample) / of(empty[round] ?? nothing)));
    return {
      name,
      articles,
      ms: median(own.map(({ ms }) => ms)),
      msRatio: ratioOf(({ ms }) => ms),
      rssBytes: median(own.map(({ rssBytes }) => rssBytes)),
      rssRatio: ratioOf(({ rssBytes }) => rssBytes),
      readyMs: median(own.map(({ readyMs }) => readyMs)),
      readyRssBytes: median(own.map(({ readyRssBytes }) => readyRssBytes)),
    };
  });
  const rows = servers.map(({ name, ms, msRatio, rssBytes, rssRatio, readyMs, readyRssBytes }) => [
    name,
    ms.toFixed(0),
    msRatio.toFixed(2),
    (rssBytes / 1e6).toFixed(0),
    rssRatio.toFixed(2),
    readyMs.toFixed(0),
    (readyRssBytes / 1e6).toFixed(0),
  ]);
  const bars = servers
    .filter(({ articles }) => articles === judgedAt)
    .flatMap(({ name, msRatio, rssRatio }): Bar[] =>
      [
        { name: `time / empty, ${name}`, ratio: msRatio },
        { name: `memory / empty, ${name}`, ratio: rssRatio },
      ].map(({ name, ratio }) => ({
        name,
        measured: ratio.toFixed(2),
        goal: `≤ ${ratioMax}`,
        isMet: ratio <= ratioMax,
      })),
    );
  return {
    tables: [{ head: ['server', 'ms', 'ratio', 'RSS MB', 'ratio', 'ready ms', 'RSS MB then'], rows }],
    bars,
    notes,
    numbers: { servers },
  };
}
