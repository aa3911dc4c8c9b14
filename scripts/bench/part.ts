// What a part of the benchmarks is given and what it hands back; every part is a file that exports one.
import type { Bar, Table } from '../eval/table.ts';

export interface BenchSettings {
  /** The folder of the edition that is served. */
  edition: string;
  /** How much is measured; undefined: as much as the part needs for a result. */
  requests: number | undefined;
  rounds: number | undefined;
  roundMs: number | undefined;
  /** How many articles, one measurement each, where a part makes editions of several sizes. */
  articles: readonly number[] | undefined;
  /** The folder of real articles (`articles/`) and queries (`queries/`); undefined where there is none. */
  corpus: string | undefined;
  /** Tells somebody who waits how far it is. */
  say: (sentence: string) => void;
}

export interface PartReport {
  tables: readonly Table[];
  bars: readonly Bar[];
  /** What somebody who reads the numbers must know: what was noisy, or not measured and why. */
  notes: readonly string[];
  /** The numbers behind the tables, for `--json`. Not rounded. */
  numbers: Record<string, unknown>;
}

export interface Part {
  /** One sentence, for `--help` and above the tables. */
  summary: string;
  run(settings: BenchSettings): Promise<PartReport>;
}
