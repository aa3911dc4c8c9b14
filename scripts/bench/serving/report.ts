// The table of a comparison of servers, and the goals. Pure.
import { type Bar, milliseconds, type Table } from '../../eval/table.ts';
import type { PartReport } from '../part.ts';
import { median, percentile } from '../statistics.ts';
import type { Load } from './load.ts';
import type { Scenario } from './scenarios.ts';

/** The same as `raw`: how far apart the two come out is how far any two may be trusted. */
export const again = 'raw, again';
export type VariantName = 'raw' | typeof again | 'stele' | 'stele: key, agent' | 'fastify' | 'express';
const order: readonly VariantName[] = ['raw', again, 'stele', 'stele: key, agent', 'fastify', 'express'];

/** One server in one scenario and round. */
export interface Sample {
  name: VariantName;
  scenario: string;
  round: number;
  cpuMicroseconds: number;
  perSecond: number;
  p99Ms: number;
}

export interface Measured {
  scenarios: readonly Scenario[];
  samples: readonly Sample[];
  rounds: number;
  roundMs: number;
  load: Load['name'];
  /** Packages that are not installed. */
  missing: readonly string[];
}

/** Medians of the rounds; ratios are medians of the ratios of each round's two numbers. */
interface Row {
  name: VariantName;
  cpuMicroseconds: number;
  perSecond: number;
  ofRaw: number;
  ofRawQuartiles: readonly [number, number];
  p99Ms: number;
  p99OfRaw: number;
}

const goals = { ofRaw: 0.25, p99OfRaw: 1.5, ofFastify: 1.8, ofExpressGzip: 8, sameWithin: 0.1 } as const;

export function servingReport({ scenarios, samples, rounds, roundMs, load, missing }: Measured): PartReport {
  const byScenario = scenarios.map((scenario) => {
    const own = samples.filter((sample) => sample.scenario === scenario.name);
    return { scenario, own, rows: order.flatMap((name) => rowOf(name, own) ?? []) };
  });
  const samplesOf = (scenario: string): readonly Sample[] =>
    byScenario.find((one) => one.scenario.name === scenario)?.own ?? [];
  const notes = [
    `${rounds} rounds of ${roundMs} ms each after one (of a second at most) that is not counted, in turn, each server after every other one; medians of the rounds, quartiles of the ratio`,
    `load: ${load}, 32 connections`,
    '`stele` has everything on, as in production: limits, request ids, log lines (to /dev/null), statistics, entity tags, discovery and security headers; limits are decided as always, with more room than is used',
    '`raw` writes the same bytes with four headers, and nothing else; in gzip the very same answer each time',
    '`fastify` (helmet, rate-limit, compress) and `express` (helmet, rate limit, compression) serialise an object for each answer, search nothing, and keep no log and no statistics',
  ];
  if (load !== 'wrk')
    notes.push(
      'wrk is not installed, or rounds are shorter than a second: our own callers asked, who are slower than `raw` and flatter the rest',
    );
  if (missing.length > 0)
    notes.push(`not compared: ${missing.join(', ')} missing; npm ci --prefix scripts/bench installs them`);
  return {
    tables: byScenario.map(({ scenario, rows }) => tableOf(scenario, rows)),
    bars: barsOf(samplesOf),
    notes,
    numbers: { load, scenarios: byScenario.map(({ scenario, rows }) => ({ ...scenario, variants: rows })) },
  };
}

function rowOf(name: VariantName, samples: readonly Sample[]): Row | undefined {
  const own = samples.filter((sample) => sample.name === name);
  if (own.length === 0) return undefined;
  const ratios = ratiosOf(samples, name, 'raw', 'perSecond');
  return {
    name,
    cpuMicroseconds: median(own.map(({ cpuMicroseconds }) => cpuMicroseconds)),
    perSecond: median(own.map(({ perSecond }) => perSecond)),
    ofRaw: median(ratios),
    ofRawQuartiles: [percentile(ratios, 0.25), percentile(ratios, 0.75)],
    p99Ms: median(own.map(({ p99Ms }) => p99Ms)),
    p99OfRaw: median(ratiosOf(samples, name, 'raw', 'p99Ms')),
  };
}

/** For each round, one server's number by the other's. */
function ratiosOf(
  samples: readonly Sample[],
  name: VariantName,
  other: VariantName,
  value: 'perSecond' | 'cpuMicroseconds' | 'p99Ms',
): number[] {
  const others = new Map(samples.flatMap((sample) => (sample.name === other ? [[sample.round, sample[value]]] : [])));
  return samples.flatMap((sample) => {
    const reference = others.get(sample.round);
    return sample.name === name && reference !== undefined ? [sample[value] / reference] : [];
  });
}

const tableOf = ({ name, bytes }: Scenario, rows: readonly Row[]): Table => ({
  head: [`${name} (${bytes} bytes)`, 'CPU µs', 'req/s', 'of raw', 'quartiles', 'p99 ms', '× raw'],
  rows: rows.map((row) => [
    row.name,
    row.cpuMicroseconds.toFixed(1),
    row.perSecond.toFixed(0),
    row.ofRaw.toFixed(3),
    row.ofRawQuartiles.map((value) => value.toFixed(2)).join('–'),
    milliseconds(row.p99Ms),
    row.p99OfRaw.toFixed(2),
  ]),
});

function barsOf(samplesOf: (scenario: string) => readonly Sample[]): Bar[] {
  const article = samplesOf('article, identity');
  const zipped = samplesOf('article, gzip');
  const ratio = (name: VariantName, other: VariantName, samples = article): number =>
    median(ratiosOf(samples, name, other, 'perSecond'));
  const same = ratio(again, 'raw');
  const p99 = median(ratiosOf(article, 'stele', 'raw', 'p99Ms'));
  const atLeast = (name: string, measured: number, goal: number): Bar[] =>
    Number.isNaN(measured) ? [] : [{ name, measured: measured.toFixed(2), goal: `≥ ${goal}`, isMet: measured >= goal }];
  return [
    {
      name: 'A/A: raw against itself',
      measured: same.toFixed(3),
      goal: 'within 10 %; else compare nothing',
      isMet: Math.abs(same - 1) < goals.sameWithin,
    },
    ...atLeast('an article: req/s by raw', ratio('stele', 'raw'), goals.ofRaw),
    {
      name: 'an article: p99 by raw',
      measured: p99.toFixed(2),
      goal: `≤ ${goals.p99OfRaw}`,
      isMet: p99 <= goals.p99OfRaw,
    },
    ...atLeast('an article: req/s by fastify', ratio('stele', 'fastify'), goals.ofFastify),
    ...atLeast('an article in gzip: req/s by express', ratio('stele', 'express', zipped), goals.ofExpressGzip),
  ];
}
