// The input and the result of one part of the benchmarks.
import type { SourceEntry } from '../../build/source/entry.ts';
import type { Table } from '../eval/table.ts';

export interface BenchSettings {
  /** The content folder with the articles that are built and served. `entries` are its files. */
  content: string;
  entries: readonly SourceEntry[];
  /** The search queries. */
  queries: readonly string[];
  /** The number of measurements of each compared program; undefined selects the part's own default. */
  rounds: number | undefined;
  /** Creates a temporary folder, which is removed after the benchmark. */
  folder(): Promise<string>;
  /** Reports progress. */
  say(sentence: string): void;
}

export interface PartReport {
  /** One sentence above the tables. */
  summary: string;
  tables: Table[];
  /** Sentences below the tables: how the numbers were measured, and which comparisons were left out. */
  notes: string[];
}

export type Part = (settings: BenchSettings) => Promise<PartReport>;
