// Whether the time of a refusal tells how near a guess at a key was: near misses against random keys, by Welch's t-test.
import { z } from 'zod';
import { randomFrom } from '../eval/random.ts';
import { nearMiss, randomKey } from './keys.ts';
import type { BenchSettings, Part, PartReport } from './part.ts';
import { cropped, median, type Welch, welch } from './statistics.ts';
import { type Workplace, withWorkplace } from './workplace.ts';

const usualGuesses = 10_000;
const keysIssued = 1_000;
const warmUp = 2_000;
/** Beyond it two samples differ (ISO 17825; Goodwill et al. 2011). */
const tMax = 4.5;
const keptShare = 0.95;

const kinds = ['near', 'random', 'other random'] as const;
type Kind = (typeof kinds)[number];
type Times = Record<Kind, number[]>;

/** Sends guesses in this order and resolves to how long each took, in microseconds. */
type Check = (guesses: readonly string[]) => Promise<number[]>;

export const timing: Part = {
  summary: 'whether a key that is right but for its last character is refused in another time than a random one',
  run: (settings) => withWorkplace((place) => run(place, settings)),
};

async function run(place: Workplace, settings: BenchSettings): Promise<PartReport> {
  const { requests = usualGuesses, say } = settings;
  const compared: Comparison[] = [];
  for (const [where, make] of [
    ['check', inProcess],
    ['HTTP', overHttp],
  ] as const) {
    for (const access of ['real', 'leaky'] as const) {
      say(`timing: ${where}, ${access}`);
      const { keys, check } = await make(place, access, settings);
      const times = await timesOf(keys, check, requests);
      const wanted = access === 'real' ? 'same' : 'different';
      const name = access === 'real' ? '' : ', leaky';
      compared.push(comparison(`${where}${name}: near miss − random`, times.near, times.random, wanted));
      if (access === 'real')
        compared.push(comparison(`${where}: random − random`, times['other random'], times.random, wanted));
    }
  }
  return reportOf(compared, requests);
}

async function inProcess(place: Workplace, access: 'real' | 'leaky'): Promise<{ keys: string[]; check: Check }> {
  const helper = place.helper('key-ring');
  const keys = await helper.ask('open', { dataFolder: await place.folder(), keys: keysIssued }, z.array(z.string()));
  return { keys, check: (guesses) => helper.ask('run', { check: access, guesses }, z.array(z.number())) };
}

const timed = z.object({ microseconds: z.array(z.number()), statuses: z.record(z.string(), z.int()) });

async function overHttp(place: Workplace, access: 'real' | 'leaky', { edition }: BenchSettings) {
  const server = place.helper('server');
  const { port, slug } = await server.ask(
    'open',
    { edition, dataFolder: await place.folder(), access, keyless: 'brief' },
    z.object({ port: z.int(), slug: z.string() }),
  );
  const keys = await server.ask('issue', { plan: 'free', count: keysIssued }, z.array(z.string()));
  const stopwatch = place.helper('stopwatch');
  const check: Check = async (guesses) => {
    const authorizations = guesses.map((guess) => `Bearer ${guess}`);
    const asked = { port, path: `/api/v1/articles/${slug}`, authorizations };
    const { microseconds, statuses } = await stopwatch.ask('run', asked, timed);
    if (statuses[401] !== guesses.length) throw new Error(`not every guess was refused: ${JSON.stringify(statuses)}`);
    return microseconds;
  };
  return { keys, check };
}

/** A guess of every kind in a random order, then the next three. */
async function timesOf(keys: readonly string[], check: Check, count: number): Promise<Times> {
  const random = randomFrom('timing');
  const guessOf = (kind: Kind): string => (kind === 'near' ? nearMiss(keys, random) : randomKey());
  await check(Array.from({ length: Math.min(warmUp, count) }, (_, index) => guessOf(kinds[index % 2] ?? 'near')));
  const order = Array.from({ length: count }, () =>
    kinds
      .map((kind) => ({ kind, place: random() }))
      .sort((left, right) => left.place - right.place)
      .map(({ kind }) => kind),
  ).flat();
  const taken = await check(order.map(guessOf));
  const times: Times = { near: [], random: [], 'other random': [] };
  order.forEach((kind, index) => {
    times[kind].push(taken[index] ?? Number.NaN);
  });
  return times;
}

interface Comparison {
  name: string;
  wanted: 'same' | 'different';
  medians: readonly [left: number, right: number];
  all: Welch;
  /** Without the slowest. */
  kept: Welch;
}

const comparison = (name: string, left: number[], right: number[], wanted: Comparison['wanted']): Comparison => ({
  name,
  wanted,
  medians: [median(left), median(right)],
  all: welch(left, right),
  kept: welch(...cropped(left, right, keptShare)),
});

function reportOf(compared: readonly Comparison[], guesses: number): PartReport {
  const nanoseconds = (microseconds: number): string => (microseconds * 1_000).toFixed(0);
  const rows = compared.map(({ name, medians, all, kept }) => [
    name,
    ...medians.map((value) => value.toFixed(2)),
    nanoseconds(all.difference),
    all.t.toFixed(2),
    nanoseconds(kept.difference),
    kept.t.toFixed(2),
    nanoseconds(tMax * kept.standardError),
  ]);
  const head = ['µs and ns', 'left µs', 'right µs', 'diff ns', 't', '95 %: diff ns', 't', 'seen from ns'];
  return {
    tables: [{ head, rows }],
    bars: compared.map(({ name, wanted, all, kept }) => {
      const largest = Math.max(Math.abs(all.t), Math.abs(kept.t));
      return {
        name,
        measured: `|t| ${largest.toFixed(2)}`,
        goal: wanted === 'same' ? `< ${tMax}` : `> ${tMax}`,
        isMet: wanted === 'same' ? largest < tMax : largest > tMax,
      };
    }),
    notes: [
      `${guesses} guesses of each kind, in random order, at ${keysIssued} keys; medians; differences of means`,
      'the second t leaves out the slowest 5 % of both samples together; «seen from» is the smallest difference that would have given it |t| = 4.5',
      '«leaky» is the same with a check in front that refuses an unknown id at once and stretches (PBKDF2) and compares only for a known one: what the method must see',
    ],
    numbers: { guesses, compared },
  };
}
