// What is measured: anything that ranks articles for a query. In process they take turns on every query, so that what slows
// the machine for a moment slows all of them alike.
import { performance } from 'node:perf_hooks';
import type { Library } from '../../server/library.ts';
import { withUsedWords } from '../../server/operations/match.ts';
import { queryText } from '../../server/operations/parameters.ts';
import { findMatches } from '../../server/operations/search.ts';
import { depth } from './metrics.ts';

export interface System {
  name: string;
  /** The slugs of the best articles, best first; undefined for a query that is refused. */
  search(query: string): readonly string[] | undefined;
}

/** What a system answered, query by query. */
export interface Run {
  name: string;
  answers: readonly (readonly string[] | undefined)[];
  times: readonly number[];
}

/** Our own search, without HTTP: queries are read as the API reads them. */
export function ownSystem(library: Library): System {
  return {
    name: 'stele',
    search(query) {
      const read = queryText.safeParse(query);
      if (!read.success) return undefined;
      return findMatches(library, withUsedWords(library, { q: read.data }))
        .page(0, depth)
        .map((position) => library.articles[position]?.slug ?? '');
    },
  };
}

/** So many times every system is asked all queries for the time that each takes: the median counts. */
const rounds = 3;

/**
 * Asks every system every query: once to warm up and for the answer, then in rounds for the time. In a round the systems take
 * turns, each with all queries, so that none pays for the garbage that another one left.
 */
export function runAll(systems: readonly System[], queries: readonly string[]): Run[] {
  const answers = systems.map((system) => queries.map((query) => system.search(query)));
  const times = systems.map(() => queries.map((): number[] => []));
  for (let round = 0; round < rounds; round += 1) {
    for (let step = 0; step < systems.length; step += 1) {
      const at = (round + step) % systems.length;
      queries.forEach((query, place) => {
        times[at]?.[place]?.push(timeOf(() => systems[at]?.search(query)));
      });
    }
  }
  return systems.map(({ name }, at) => ({
    name,
    answers: answers[at] ?? [],
    times: (times[at] ?? []).map((taken) => taken.sort((left, right) => left - right)[rounds >> 1] ?? 0),
  }));
}

/** How many milliseconds something takes. */
export function timeOf(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}
