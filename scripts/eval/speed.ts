// How long the parts of a start take, and how slow the slowest query can be.
import type { Library } from '../../server/library.ts';
import { type HostileQuery, hostileQueries } from './hostile-queries.ts';
import { type System, timeOf } from './systems.ts';
import { milliseconds, tableText } from './table.ts';

/** Milliseconds from an edition on disk to its first answer. */
export interface Opening {
  articles: number;
  /** Reading every file and verifying it. */
  readMs: number;
  /** Making a library of it, the import of the index included. */
  openMs: number;
  /** The first query, with nothing warm. */
  firstQueryMs: number;
}

export interface HostileTimes {
  name: string;
  /** System → the median of several rounds, in milliseconds. */
  medianMs: Record<string, number>;
}

export interface Speed {
  opening: Opening;
  /** The slowest for our own system first. */
  hostile: HostileTimes[];
}

const rounds = 7;
/** Articles whose words are counted to find the commonest. */
const sampleSize = 500;

/** Times every hostile query on every system, in turn. */
export function hostileTimes(library: Library, systems: readonly System[]): HostileTimes[] {
  const times = hostileQueries(sampleOf(library)).map(({ name, q }: HostileQuery): HostileTimes => {
    const taken = systems.map((): number[] => []);
    for (let round = 0; round < rounds; round += 1) {
      systems.forEach((system, at) => {
        taken[at]?.push(timeOf(() => system.search(q)));
      });
    }
    return {
      name,
      medianMs: Object.fromEntries(systems.map((system, at) => [system.name, medianOf(taken[at] ?? [])])),
    };
  });
  const own = systems[0]?.name ?? '';
  return times.sort((left, right) => (right.medianMs[own] ?? 0) - (left.medianMs[own] ?? 0));
}

function sampleOf(library: Library): string[] {
  const step = Math.max(1, Math.floor(library.size / sampleSize));
  const texts: string[] = [];
  for (let position = 0; position < library.size; position += step)
    texts.push(library.body(position, 'markdown.both').toString('utf8'));
  return texts;
}

const medianOf = (values: number[]): number => values.sort((left, right) => left - right)[values.length >> 1] ?? 0;

export function speedText({ opening, hostile }: Speed): string {
  const { articles, readMs, openMs, firstQueryMs } = opening;
  const names = Object.keys(hostile[0]?.medianMs ?? {});
  const start = `${articles} articles: read and verified in ${readMs.toFixed(0)} ms, opened in ${openMs.toFixed(0)} ms, first query in ${milliseconds(firstQueryMs)} ms`;
  const rows = hostile.map(({ name, medianMs }) => [
    name,
    ...names.map((system) => milliseconds(medianMs[system] ?? 0)),
  ]);
  return `${start}\n\n${tableText(['hostile query, ms', ...names], rows, 1)}`;
}
