// What a part of the long trials is given; what it hands back is the same as in the benchmarks.
import type { PartReport } from '../bench/part.ts';

export interface StressSettings {
  /** The folder of the edition that is served, where one is enough. */
  edition: () => Promise<string>;
  /** The folder with the articles of which two editions are made, where one takes the place of the other. */
  content: string;
  /** How many generated requests. */
  requests: number;
  /** What they are generated from: the same seed, the same requests. */
  seed: number;
  /** How often the server is stopped. */
  runs: number;
  /** How often an edition takes the place of another, and how many requests come per second meanwhile. */
  reloads: number;
  rate: number;
  /** Callers whose requests never end, and callers who never read. */
  slowWriters: number;
  slowReaders: number;
  /** How long the long run is, and how long its minutes are. */
  minutes: number;
  minuteMs: number;
  /** How many agents call, and how many requests come per second, in the long run. */
  agents: number;
  soakRate: number;
  /** Tells somebody who waits how far it is. */
  say: (sentence: string) => void;
}

export interface Part {
  /** One sentence, for `--help` and above the tables. */
  summary: string;
  run(settings: StressSettings): Promise<PartReport>;
}
