// Requests at a constant rate, whatever becomes of those before: a server that stands still is asked all the same, and what it
// owes meanwhile is counted from the moment at which it was due (Tene, «How NOT to measure latency»: coordinated omission).
import { percentile } from '../bench/statistics.ts';
import type { Outcome } from './callers.ts';

export interface SteadySettings {
  perSecond: number;
  /** Sends the request of this number. */
  send(number: number): Promise<Outcome>;
  /** What is wrong with its answer; empty when nothing is. */
  faultsOf(number: number, outcome: Outcome): string[];
}

/** What came of the requests of some time. */
export interface Lap {
  answers: number;
  statuses: Record<string, number>;
  /** From the moment at which each was due to its answer, in milliseconds. */
  times: number[];
  /** How late this process itself was in sending, in milliseconds. It is in the times as well. */
  lateness: number[];
  faults: Map<string, number>;
}

/** So many different faults are told apart; what has numbers in it could be without end. */
const faultsMax = 20;
/** More are not sent: what cannot be served at all would pile up here. */
const pendingMax = 5_000;

export const emptyLap = (): Lap => ({ answers: 0, statuses: {}, times: [], lateness: [], faults: new Map() });

export class SteadyLoad {
  readonly #settings: SteadySettings;
  readonly #pending = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  readonly #everyMs: number;
  #dueMs = performance.now();
  #sent = 0;
  #lap = emptyLap();

  /** Begins at once. */
  constructor(settings: SteadySettings) {
    this.#settings = settings;
    this.#everyMs = 1_000 / settings.perSecond;
    this.#timer = setInterval(() => this.#sendDue(), 1);
  }

  get sent(): number {
    return this.#sent;
  }

  /** What came since the last lap; the next one begins. */
  lap(): Lap {
    const lap = this.#lap;
    this.#lap = emptyLap();
    return lap;
  }

  /** Sends nothing more, and waits for what is owed. */
  async stop(): Promise<Lap> {
    clearInterval(this.#timer);
    await Promise.all(this.#pending);
    return this.lap();
  }

  #sendDue(): void {
    for (const now = performance.now(); this.#dueMs <= now; this.#dueMs += this.#everyMs) {
      if (this.#pending.size >= pendingMax) {
        noteFault(this.#lap, `not sent, because ${pendingMax} had no answer yet`);
        continue;
      }
      this.#lap.lateness.push(now - this.#dueMs);
      const answered = this.#send(this.#sent, this.#dueMs);
      this.#sent += 1;
      this.#pending.add(answered);
      void answered.finally(() => this.#pending.delete(answered));
    }
  }

  async #send(number: number, dueMs: number): Promise<void> {
    const outcome = await this.#settings.send(number);
    const lap = this.#lap;
    lap.times.push(performance.now() - dueMs);
    lap.answers += outcome.answers.length;
    for (const { status } of outcome.answers) lap.statuses[status] = (lap.statuses[status] ?? 0) + 1;
    const connection = outcome.fault === undefined ? [] : [outcome.fault];
    for (const fault of [...connection, ...this.#settings.faultsOf(number, outcome)]) noteFault(lap, fault);
  }
}

function noteFault({ faults }: Lap, fault: string): void {
  const known = faults.has(fault) || faults.size < faultsMax ? fault : 'others';
  faults.set(known, (faults.get(known) ?? 0) + 1);
}

/** Several laps as one. */
export function together(laps: readonly Lap[]): Lap {
  const all = emptyLap();
  for (const { answers, statuses, times, lateness, faults } of laps) {
    all.answers += answers;
    for (const time of times) all.times.push(time);
    for (const late of lateness) all.lateness.push(late);
    for (const [status, count] of Object.entries(statuses)) all.statuses[status] = (all.statuses[status] ?? 0) + count;
    for (const [fault, count] of faults) all.faults.set(fault, (all.faults.get(fault) ?? 0) + count);
  }
  return all;
}

export interface Percentiles {
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  /** How late this process was itself. */
  ownP99Ms: number;
}

export const percentilesOf = ({ times, lateness }: Lap): Percentiles => ({
  p50Ms: percentile(times, 0.5),
  p99Ms: percentile(times, 0.99),
  maxMs: percentile(times, 1),
  ownP99Ms: percentile(lateness, 0.99),
});

export const faultCount = ({ faults }: Lap): number => [...faults.values()].reduce((sum, count) => sum + count, 0);

/** Faults as rows of a table. */
export const faultRows = ({ faults }: Lap): string[][] => [...faults].map(([fault, count]) => [fault, String(count)]);
