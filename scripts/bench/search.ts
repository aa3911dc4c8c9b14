// The search in process: our ranking beside MiniSearch and SQLite FTS5, each in a process of its own, on the same terms.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readQueryFiles } from '../eval/query-files.ts';
import { oneOf, randomFrom } from '../eval/random.ts';
import { type Bar, milliseconds } from '../eval/table.ts';
import type { Helper } from './helper.ts';
import type { BenchSettings, Part, PartReport } from './part.ts';
import { type EngineName, miniSearchMax, searchFolder } from './search-files.ts';
import { median, percentile } from './statistics.ts';
import { type Workplace, withWorkplace } from './workplace.ts';

const usualArticles = [1_580, 10_000];
const usualQueries = 400;
const usualRounds = 5;
/** Of so many queries one has a typing error. */
const misspeltEvery = 10;
/** The number of articles that the goals are about. */
const judgedAt = 10_000;
const goals = { FTS5: 3, MiniSearch: 10, p99Ms: 8 } as const;

const own = 'stele';
/** The same as our own: how far apart they come out is how far any two may be trusted. */
const again = 'stele, again';

interface Engine {
  name: string;
  helper: Helper;
  openMs: number;
  rssBytes: number;
  /** How long every query took, in milliseconds, of every round. */
  rounds: number[][];
}

export const search: Part = {
  summary: 'searches in process, beside MiniSearch and SQLite FTS5 with the same terms',
  run: (settings) => withWorkplace((place) => run(place, settings)),
};

async function run(place: Workplace, settings: BenchSettings): Promise<PartReport> {
  const { corpus, articles = usualArticles, requests = usualQueries, rounds = usualRounds } = settings;
  const report = { tables: [], bars: [], numbers: {} } as const;
  if (corpus === undefined)
    return { ...report, notes: ['not measured: there is no corpus; --corpus names its folder'] };
  const queries = await queriesIn(join(corpus, 'queries'), requests);
  const sizes: Size[] = [];
  for (const count of articles) {
    const folder = await searchFolder(join(corpus, 'articles'), count, settings.say);
    settings.say(`search: ${count} articles`);
    const names = ['stele', 'FTS5', ...(count > miniSearchMax ? [] : ['MiniSearch' as const])] as const;
    sizes.push(sizeOf(count, await measured(place, { folder, count, names, queries, rounds })));
  }
  const isLeftOut = articles.some((count) => count > miniSearchMax);
  return reportOf(sizes, [
    `${queries.length} judged queries, every ${misspeltEvery}th with a typing error; ${rounds} rounds in turn after one to warm up, a process each`,
    'times of all queries of all rounds, 10 results; the ratio of medians is the median of one round’s ratios',
    'timed is a query’s text to its first 10 articles; ours counts all that match, the peers need not; no excerpts, facets, JSON',
    'the peers get our terms and fields, with the boosts tuned for them; they correct no typing errors and translate nothing, ours does',
    'more articles than the corpus has are made: the beginning of one, sections of others, invented words',
    'opening is from files on disk to the first answer; RSS after that, collected, the text analysis of some 100 MB in each',
    ...(isLeftOut
      ? [`MiniSearch is measured with up to ${miniSearchMax} articles: its memory grows with them, see RSS`]
      : []),
  ]);
}

/** As many queries as are asked for, from all files evenly; every tenth with a typing error. */
async function queriesIn(folder: string, count: number): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort();
  const sets = await readQueryFiles(files.map((name) => join(folder, name)));
  const right = sets.flatMap(({ queries }) => queries.map(({ q }) => q));
  const misspelt = right.map(withTypo).filter((q, at) => q !== right[at]);
  return Array.from({ length: count }, (_, at) => {
    const from = at % misspeltEvery === misspeltEvery - 1 ? misspelt : right;
    return from[Math.floor((at * from.length) / count)] ?? '';
  });
}

const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/** One of the Latin words of four letters or more with a letter swapped, dropped, doubled or replaced, never the first. */
function withTypo(query: string): string {
  const random = randomFrom(`typo ${query}`);
  const words = [...query.matchAll(/[A-Za-z]{4,}/g)];
  if (words.length === 0) return query;
  const { 0: word, index } = oneOf(words, random);
  const at = 1 + Math.floor(random() * (word.length - 1));
  const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
  const slips = [
    `${before}${after.charAt(0)}${letter}${after.slice(1)}`,
    `${before}${after}`,
    `${before}${letter}${letter}${after}`,
    `${before}${oneOf(letters, random)}${after}`,
  ];
  return `${query.slice(0, index)}${oneOf(slips, random)}${query.slice(index + word.length)}`;
}

const opened = z.object({ openMs: z.number(), rssBytes: z.number() });

async function measured(
  place: Workplace,
  asked: { folder: string; count: number; names: readonly EngineName[]; queries: readonly string[]; rounds: number },
): Promise<Engine[]> {
  const { folder, count, names, queries, rounds } = asked;
  const engines: Engine[] = [];
  for (const name of [...names, again]) {
    const helper = place.helper('engine');
    const engine = name === again ? own : name;
    const opening = { engine, folder, articles: count, first: queries[0] ?? '' };
    engines.push({ name, helper, rounds: [], ...(await helper.ask('open', opening, opened)) });
  }
  for (let round = -1; round < rounds; round += 1) {
    for (let step = 0; step < engines.length; step += 1) {
      const { helper, rounds: done } = engines[(Math.max(0, round) + step) % engines.length] as Engine;
      const times = await helper.ask('run', { queries }, z.array(z.number()));
      if (round >= 0) done.push(times);
    }
  }
  for (const { helper } of engines) await helper.end();
  return engines;
}

interface Measured {
  name: string;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  meanMs: number;
  /** Its median against ours. */
  p50Ratio: number;
  meanRatio: number;
  openMs: number;
  rssBytes: number;
}

interface Size {
  articles: number;
  engines: Measured[];
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function sizeOf(articles: number, engines: readonly Engine[]): Size {
  const ours = engines.find(({ name }) => name === own)?.rounds ?? [];
  return {
    articles,
    engines: engines.map(({ name, openMs, rssBytes, rounds }) => {
      const times = rounds.flat();
      const ratioOf = (of: (times: readonly number[]) => number): number =>
        median(rounds.map((round, at) => of(round) / of(ours[at] ?? [])));
      return {
        name,
        p50Ms: median(times),
        p95Ms: percentile(times, 0.95),
        p99Ms: percentile(times, 0.99),
        meanMs: mean(times),
        p50Ratio: ratioOf(median),
        meanRatio: ratioOf(mean),
        openMs,
        rssBytes,
      };
    }),
  };
}

function reportOf(sizes: readonly Size[], notes: readonly string[]): PartReport {
  const rows = sizes.flatMap(({ articles, engines }) =>
    engines.map((engine) => [
      `${engine.name}, ${articles}`,
      ...[engine.p50Ms, engine.p95Ms, engine.p99Ms, engine.meanMs].map((value) => value.toFixed(3)),
      engine.p50Ratio.toFixed(2),
      engine.meanRatio.toFixed(2),
      engine.openMs.toFixed(0),
      (engine.rssBytes / 1e6).toFixed(0),
    ]),
  );
  const head = ['engine, articles', 'p50 ms', 'p95', 'p99', 'mean', '/ ours p50', 'mean', 'open ms', 'RSS MB'];
  return { tables: [{ head, rows }], bars: sizes.flatMap(barsOf), notes, numbers: { sizes } };
}

function barsOf({ articles, engines }: Size): Bar[] {
  if (articles !== judgedAt) return [];
  const named = (wanted: string): Measured | undefined => engines.find(({ name }) => name === wanted);
  const ratios = (['FTS5', 'MiniSearch'] as const).map((name): Bar => {
    const ratio = named(name)?.p50Ratio ?? Number.NaN;
    return {
      name: `median of ${name} / ours, ${articles}`,
      measured: ratio.toFixed(1),
      goal: `≥ ${goals[name]}`,
      isMet: ratio >= goals[name],
    };
  });
  const p99Ms = named(own)?.p99Ms ?? Number.NaN;
  return [
    ...ratios,
    {
      name: `p99, ${articles}`,
      measured: `${milliseconds(p99Ms)} ms`,
      goal: `≤ ${goals.p99Ms} ms`,
      isMet: p99Ms <= goals.p99Ms,
    },
  ];
}
