// What a part of the benchmarks is given, and what it returns.
import type { SourceEntry } from '../../build/source/entry.ts';
import type { Table } from '../eval/table.ts';

export interface BenchSettings {
  /** The articles that are built and served: their folder, and what is in it. */
  content: string;
  entries: readonly SourceEntry[];
  /** What is searched for. */
  queries: readonly string[];
  /** How often each candidate is measured; undefined: as often as the part needs. */
  rounds: number | undefined;
  /** A new folder, which is removed at the end. */
  folder(): Promise<string>;
  /** Shows progress. */
  say(sentence: string): void;
}

export interface PartReport {
  /** One sentence above the tables. */
  summary: string;
  tables: Table[];
  /** How it was measured, and what was left out. */
  notes: string[];
}

export type Part = (settings: BenchSettings) => Promise<PartReport>;
