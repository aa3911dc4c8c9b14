// What a long run says of the server: tables, goals, and by how much it became slower. Pure.
import { median } from '../bench/statistics.ts';
import { milliseconds } from '../eval/table.ts';
import { atMost, none } from './bars.ts';
import type { Rest } from './rest.ts';
import { faultCount, faultRows, type Lap, percentilesOf, together } from './steady-load.ts';
import { trendOf, valuesMin } from './trend.ts';

const goals = { growthMb: 10, drift: 0.2 };

export interface Measured {
  laps: readonly Lap[];
  rests: readonly Rest[];
  /** What the server answered in turns with one that had just begun, while the machine was the same for both. */
  turns: readonly Turn[];
  complaints: readonly string[];
  /** How many minutes came before those of `laps`. */
  warmUpMinutes: number;
  agents: number;
  rate: number;
}

export interface Turn {
  aged: Lap;
  fresh: Lap;
}

/** The numbers as tables and goals. Pure. */
export function reportOf({ laps, rests, turns, complaints, warmUpMinutes, agents, rate }: Measured) {
  const perMinute = laps.map(percentilesOf);
  const heaps = rests.map(({ heapBytes }) => heapBytes / 1_000_000);
  const growthMb = (heaps.at(-1) ?? Number.NaN) - (heaps[0] ?? Number.NaN);
  const trend = trendOf(heaps);
  const files = rests.map(({ descriptors }) => descriptors);
  const drift = driftOf(perMinute.map(({ p99Ms }) => p99Ms));
  const p99s = turns.map(({ aged, fresh }) => ({ aged: percentilesOf(aged).p99Ms, fresh: percentilesOf(fresh).p99Ms }));
  const beside = besideFreshOf(p99s);
  const all = together([...laps, ...turns.flatMap(({ aged, fresh }) => [aged, fresh])]);
  const rows = rests.map(({ heapBytes, rssBytes, descriptors }, minute) => {
    const lap = laps[minute - 1];
    const times = perMinute[minute - 1];
    return [
      String(minute),
      lap === undefined ? '' : String(lap.answers),
      ...(times === undefined ? ['', '', ''] : [times.p50Ms, times.p99Ms, times.maxMs].map(milliseconds)),
      ...[heapBytes, rssBytes].map((bytes) => (bytes / 1_000_000).toFixed(1)),
      String(descriptors),
    ];
  });
  return {
    tables: [
      { head: ['minute', 'answers', 'p50 ms', 'p99 ms', 'longest ms', 'heap MB', 'RSS MB', 'files'], rows },
      {
        head: ['turn', 'p99 ms', 'p99 ms of a server that just began'],
        rows: p99s.map(({ aged, fresh }, turn) => [String(turn + 1), milliseconds(aged), milliseconds(fresh)]),
      },
      ...(all.faults.size > 0 ? [{ head: ['fault', 'answers'], rows: faultRows(all) }] : []),
    ],
    bars: [
      none('requests that failed', faultCount(all)),
      atMost('growth of the heap, MB', growthMb, goals.growthMb),
      ...(trend === undefined
        ? []
        : [
            {
              name: 'slope of the heap, MB a minute',
              measured: `${trend.slope.toFixed(3)} (t = ${trend.t.toFixed(2)})`,
              goal: 'not up, or by chance',
              isMet: trend.slope <= 0 || !trend.isSignificant,
            },
          ]),
      none('more open files than at the beginning', Math.max(0, (files.at(-1) ?? 0) - (files[0] ?? 0))),
      ...(drift === undefined ? [] : [atMost('drift of p99, share', drift, goals.drift, 2)]),
      ...(beside === undefined
        ? []
        : [atMost('p99 above that of a server that just began, share', beside, goals.drift, 2)]),
      none('errors in the log', complaints.length),
    ],
    notes: [
      `${agents} agents at ${rate} requests per second; memory and files are read after each minute, with all connections closed and after a collection`,
      `minute 0 comes after ${warmUpMinutes} minutes of the same, in which every agent has called and both editions were served`,
      'answers are timed from the moment at which their request was due',
      ...(trend === undefined ? [`the slope of the heap is judged from ${valuesMin} numbers on`] : []),
      ...(drift === undefined
        ? ['the drift of p99 is judged from 4 minutes on: the later half against the earlier']
        : [
            'where the machine changes its speed the drift says more of it than of the server; the turns say of the server alone',
          ]),
      ...complaints,
    ],
    numbers: {
      agents,
      rate,
      minutes: perMinute,
      turns: p99s,
      rests,
      growthMb,
      trend,
      drift,
      beside,
      statuses: all.statuses,
      faults: Object.fromEntries(all.faults),
    },
  };
}

/** By how much the later half of the values lies above the earlier, as a share of it; undefined for fewer than four. */
export function driftOf(values: readonly number[]): number | undefined {
  if (values.length < 4) return undefined;
  const half = values.length >> 1;
  return median(values.slice(-half)) / median(values.slice(0, half)) - 1;
}

/** By how much the one lies above the other, as a share: the median of the turns; undefined for fewer than four. */
export function besideFreshOf(p99s: readonly { aged: number; fresh: number }[]): number | undefined {
  if (p99s.length < 4) return undefined;
  return median(p99s.map(({ aged, fresh }) => aged / fresh)) - 1;
}
