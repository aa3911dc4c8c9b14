// What is found wrong, counted by what it is, with the first requests that showed it; and what was answered at all.
import type { Table } from '../bench/part.ts';
import type { FaultKind } from './judge.ts';

/** What a finding is about. */
export type Concern = FaultKind | 'hang' | 'unanswered' | 'limit' | 'log';

export interface Finding {
  concern: Concern;
  fault: string;
  /** The address of the caller. */
  from: string;
  /** Latin-1. */
  bytes: string;
}

/** So many findings of a concern are kept whole; the others are counted. */
const keptMax = 5;
/** So much of a request is kept. */
const bytesMax = 2_000;

export class Findings {
  readonly kept: Finding[] = [];
  readonly counts: Record<Concern, number> = {
    'server error': 0,
    hang: 0,
    unanswered: 0,
    form: 0,
    schema: 0,
    limit: 0,
    log: 0,
  };
  slowestMs = 0;
  readonly #seen = new Map<string, Map<string, number>>();

  note(concern: Concern, fault: string, bytes: string, from: string): void {
    this.counts[concern] += 1;
    if (this.counts[concern] <= keptMax) this.kept.push({ concern, fault, from, bytes: bytes.slice(0, bytesMax) });
  }

  timed(tookMs: number): void {
    this.slowestMs = Math.max(this.slowestMs, tookMs);
  }

  /** One more answer to a kind of request. */
  count(kind: string, status: number | 'busy' | 'none'): void {
    const ofKind = this.#seen.get(kind) ?? new Map<string, number>();
    ofKind.set(String(status), (ofKind.get(String(status)) ?? 0) + 1);
    this.#seen.set(kind, ofKind);
  }

  /** Kind → status → answers. */
  seen(): Record<string, Record<string, number>> {
    return Object.fromEntries([...this.#seen].map(([kind, statuses]) => [kind, Object.fromEntries(statuses)]));
  }

  table(): Table {
    const statuses = [...new Set([...this.#seen.values()].flatMap((ofKind) => [...ofKind.keys()]))].sort();
    const rows = [...this.#seen].map(([kind, ofKind]) => [
      kind,
      ...statuses.map((status) => String(ofKind.get(status) ?? 0)),
    ]);
    return { head: ['answers to', ...statuses], rows };
  }
}
