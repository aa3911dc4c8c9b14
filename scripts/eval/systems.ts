// What is measured: anything that ranks articles for a query. In process they take turns on every query, so that what slows
// the machine for a moment slows all of them alike.
import { performance } from 'node:perf_hooks';
import type { Library } from '../../server/library.ts';
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
      return findMatches(library, { q: read.data })
        .page(0, depth)
        .map((position) => library.articles[position]?.slug ?? '');
    },
  };
}

/** Asks every system every query: once to warm up and for the answer, then again for the time it takes. */
export function runAll(systems: readonly System[], queries: readonly string[]): Run[] {
  const answers = systems.map((system) => queries.map((query) => system.search(query)));
  const times = systems.map((): number[] => []);
  queries.forEach((query, turn) => {
    for (let step = 0; step < systems.length; step += 1) {
      // Another one begins each time: who comes after a slow one finds the processor's caches full of its memory.
      const at = (turn + step) % systems.length;
      times[at]?.push(timeOf(() => systems[at]?.search(query)));
    }
  });
  return systems.map(({ name }, at) => ({ name, answers: answers[at] ?? [], times: times[at] ?? [] }));
}

/** How many milliseconds something takes. */
export function timeOf(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}
