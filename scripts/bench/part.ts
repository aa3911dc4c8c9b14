// The input and the result of one part of the benchmarks.
import type { SourceEntry } from '../../build/source/entry.ts';
import type { Table } from '../eval/table.ts';

export interface BenchSettings {
  /** The content folder with the articles that are built and served, and its entries. */
  content: string;
  entries: readonly SourceEntry[];
  /** The search queries. */
  queries: readonly string[];
  /** The number of measurements per candidate; undefined: the part's own default. */
  rounds: number | undefined;
  /** A new folder, removed at the end. */
  folder(): Promise<string>;
  /** Reports progress. */
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
