// What the primary process and its workers say about their lives; for what they ask each other while they serve, see
// `server/workers/messages.ts`.
import type { Wording } from '../../build/messages.ts';
import type { Settings } from '../../server/config.ts';
import type { MetricsAnswer, MetricsAsk, WindowAnswer, WindowAsk } from '../../server/workers/messages.ts';

/** Not on the command line and not in the environment, where others could read it: it may hold a password. */
export interface Beginning {
  kind: 'begin';
  settings: Settings;
  workers: number;
}

/** What every worker serves alike when all is well. */
export interface Served {
  origin: string;
  /** Articles served. */
  size: number;
  buildId: string;
}

export type FromPrimary = Beginning | { kind: 'stop' } | { kind: 'refresh' } | WindowAnswer | MetricsAsk;
export type FromWorker =
  /** It listens; a message that comes before that may be lost. */
  | { kind: 'ready' }
  | ({ kind: 'serving' } & Served)
  /** Why it cannot serve: what only the operator can mend. */
  | { kind: 'failed'; sentence: Wording }
  | WindowAsk
  | MetricsAnswer;
