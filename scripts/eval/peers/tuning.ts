// Finds the boosts that suit each peer best: on the dev half of the queries, one step of one
// parameter after the other, until none helps.
import type { Library } from '../../../server/library.ts';
import { judge } from '../metrics.ts';
import type { JudgedQuery } from '../queries.ts';
import type { System } from '../systems.ts';
import { tableText } from '../table.ts';
import { type Boosts, chosenBoosts, type Layout, layouts, type PeerName } from './boosts.ts';
import { filled, type PeerIndex } from './filling.ts';
import { flexSearch } from './flexsearch.ts';
import { fts5 } from './fts5.ts';
import { miniSearch } from './minisearch.ts';
import { fieldNames } from './texts.ts';

const boostGrid: readonly number[] = [0, 0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 8, 12];
const parameterGrids = {
  k: [0.6, 0.9, 1.2, 1.6, 2, 2.5],
  b: [0.3, 0.5, 0.7, 0.85, 0.95],
  d: [0, 0.2, 0.5, 1],
} as const;
/** What MiniSearch uses when nothing is said. */
const parameterDefaults = { k: 1.2, b: 0.7, d: 0.5 } as const;
/** Where the climb begins besides the boosts chosen so far: a hill has more than one top. */
const otherStarts: readonly Boosts[] = [
  { fields: { title: 3, summary: 0.5, headings: 1, body: 8, keywords: 0, phrases: 1, tags: 0 }, singleHan: 'keep' },
  { fields: { title: 8, summary: 0.25, headings: 3, body: 1, keywords: 0.1, phrases: 1, tags: 0 }, singleHan: 'drop' },
];
/** Gains of less are none. */
const noise = 0.0002;
/** Queries of one kind and language at most; beyond this a grid takes long and says nothing more. */
const queriesPerCell = 120;

export interface Tuned {
  name: PeerName;
  layout: Layout | undefined;
  boosts: Boosts;
  /** The mean of MRR@10 over the cells (kind and language). */
  reached: number;
  cells: Record<string, number>;
}

/** Tunes every peer on the dev half of some queries; `say` is told of every improvement. */
export function tunePeers(
  names: readonly PeerName[],
  library: Library,
  queries: readonly JudgedQuery[],
  say: (line: string) => void,
): Tuned[] {
  const cells = cellsOf(queries);
  const candidates = names.flatMap((name): { name: PeerName; layout: Layout | undefined; index: PeerIndex }[] =>
    name === 'FlexSearch'
      ? layouts.map((layout) => ({ name, layout, index: flexSearch(layout) }))
      : [{ name, layout: undefined, index: name === 'FTS5' ? fts5() : miniSearch() }],
  );
  filled(
    candidates.map(({ index }) => index),
    library,
  );
  return candidates.map(({ name, layout, index }) => {
    const score = (boosts: Boosts): Pick<Tuned, 'reached' | 'cells'> => scoreOf(index.system(boosts), cells);
    const climbs = [chosenBoosts[name], ...otherStarts].map((start) => {
      let best = { boosts: start, ...score(start) };
      say(`${name} ${layout ?? ''} begins at ${best.reached.toFixed(4)}`);
      for (let improved = true; improved; ) {
        improved = false;
        for (const boosts of neighboursOf(name, layout, () => best.boosts)) {
          const tried = score(boosts);
          if (tried.reached <= best.reached + noise) continue;
          best = { boosts, ...tried };
          improved = true;
          say(`${name} ${layout ?? ''} ${tried.reached.toFixed(4)} ${JSON.stringify(boosts)}`);
        }
      }
      return best;
    });
    const best = climbs.reduce((first, second) => (second.reached > first.reached ? second : first));
    return { name, layout, ...best };
  });
}

export function tunedText(tuned: readonly Tuned[]): string {
  const cells = Object.keys(tuned[0]?.cells ?? {});
  return tableText(
    ['peer', 'layout', 'boosts', 'mean', ...cells],
    tuned.map(({ name, layout, boosts, reached, cells: values }) => [
      name,
      layout ?? '',
      JSON.stringify(boosts),
      reached.toFixed(4),
      ...cells.map((cell) => (values[cell] ?? 0).toFixed(4)),
    ]),
    3,
  );
}

/** Every setting that is one step away from the best so far, which is asked for anew each time. */
function* neighboursOf(name: PeerName, layout: Layout | undefined, best: () => Boosts): Generator<Boosts> {
  yield { ...best(), singleHan: best().singleHan === 'keep' ? 'drop' : 'keep' };
  if (layout !== undefined && layout !== 'fields') return;
  for (const field of fieldNames) {
    for (const step of [-1, 1]) {
      const boost = boostGrid[boostGrid.indexOf(best().fields[field]) + step];
      if (boost !== undefined) yield { ...best(), fields: { ...best().fields, [field]: boost } };
    }
  }
  if (name !== 'MiniSearch') return;
  for (const parameter of ['k', 'b', 'd'] as const) {
    const grid: readonly number[] = parameterGrids[parameter];
    for (const step of [-1, 1]) {
      const value = grid[grid.indexOf(best()[parameter] ?? parameterDefaults[parameter]) + step];
      if (value !== undefined) yield { ...best(), [parameter]: value };
    }
  }
}

/** The dev half by kind and language, titles left out: everybody finds them. */
function cellsOf(queries: readonly JudgedQuery[]): Map<string, JudgedQuery[]> {
  const cells = new Map<string, JudgedQuery[]>();
  for (const query of queries) {
    if (query.half !== 'dev' || query.isTitle === true) continue;
    const name = `${query.kind} ${query.language}`;
    cells.set(name, [...(cells.get(name) ?? []), query]);
  }
  return new Map([...cells].map(([name, all]) => [name, evenly(all)]));
}

/** At most so many, evenly spread over the list. */
function evenly(all: readonly JudgedQuery[]): JudgedQuery[] {
  const step = Math.max(1, all.length / queriesPerCell);
  return Array.from(
    { length: Math.min(all.length, queriesPerCell) },
    (_, index) => all[Math.floor(index * step)],
  ).flatMap((query) => query ?? []);
}

function scoreOf(system: System, cells: ReadonlyMap<string, readonly JudgedQuery[]>): Pick<Tuned, 'reached' | 'cells'> {
  const values = [...cells].map(([name, queries]): [string, number] => {
    const ranks = queries.map(({ q, relevant }) => judge(system.search(q) ?? [], relevant).reciprocalRank);
    return [name, ranks.reduce((sum, rank) => sum + rank, 0) / Math.max(1, ranks.length)];
  });
  const reached = values.reduce((sum, [, value]) => sum + value, 0) / Math.max(1, values.length);
  return { reached, cells: Object.fromEntries(values) };
}
