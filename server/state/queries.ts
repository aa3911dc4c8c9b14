// What is asked most, and what is asked and not found: the gap report for authors. It never says who asked: of a caller there is
// a tag of 16 bits, which thousands share, and the text of a query is written only when enough callers have asked it.
import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { type Guard, StateAway } from './guard.ts';
import type { AskedQuery } from './store.ts';
import { WriteBehind } from './write-behind.ts';

/** Distinct addresses that must have asked a query before its text is kept and shown. */
export const callersMin = 3;
/** Queries that were not asked for so long are forgotten. */
export const queryRetentionDays = 30;
/** Queries kept at most. */
export const queriesMax = 20_000;
/** Longer ones are a text of the caller's own rather than a question that others ask too. In UTF-16 units. */
const queryLengthMax = 128;
/** Queries that wait to be written at most; others are then not counted. */
const waitingMax = 2_000;

interface Waiting extends AskedQuery {
  callerTags: Set<number>;
}

/** Forgets queries that were not asked for long: those, too, that were kept before it was switched off. */
export async function forgetOldQueries({ guard, clock }: { guard: Guard; clock: Clock }): Promise<void> {
  const before = clock.now() - queryRetentionDays * 86_400_000;
  await guard.use(({ queries }) => queries.forgetBefore(before));
}

export class QueryStatistics {
  readonly #guard: Guard;
  readonly #clock: Clock;
  #salt: string | undefined;
  readonly #waiting = new WriteBehind<Waiting>({
    max: waitingMax,
    perWrite: 200,
    write: (entries) => this.#guard.use(({ queries }) => queries.add(entries, { callersMin, queriesMax })),
    merge(newer, older) {
      newer.asked += older.asked;
      newer.foundNothing += older.foundNothing;
      for (const tag of older.callerTags) newer.callerTags.add(tag);
    },
  });

  constructor({ guard, clock }: { guard: Guard; clock: Clock }) {
    this.#guard = guard;
    this.#clock = clock;
  }

  /** Counts a query. The address, of IPv6 the network, is not kept: names of agents are free to choose and count for nothing. */
  count(query: string, { address, found }: { address: string; found: boolean }): void {
    const text = comparable(query);
    if (this.#salt === undefined || text === '' || text.length > queryLengthMax) return;
    const entry = this.#waiting.entryOf(text, () => ({
      text,
      asked: 0,
      foundNothing: 0,
      lastAskedMs: 0,
      callerTags: new Set(),
    }));
    if (entry === undefined) return;
    entry.asked += 1;
    if (!found) entry.foundNothing += 1;
    entry.lastAskedMs = this.#clock.now();
    if (entry.callerTags.size < callersMin) entry.callerTags.add(tagOf(address, this.#salt));
  }

  /** Without a salt nothing is counted. */
  async flush(): Promise<void> {
    try {
      this.#salt ??= await this.#guard.use(({ queries }) => queries.salt());
    } catch (error) {
      if (!(error instanceof StateAway)) throw error;
    }
    await this.#waiting.flush();
  }
}

/** Spelling that makes no difference to the search makes none here. */
const comparable = (query: string): string => query.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** 16 bits: for every tag there are 65,536 IPv4 addresses, so that none can be found by it. Two callers who share one count once. */
const tagOf = (address: string, salt: string): number =>
  createHash('sha256').update(`${salt}\n${address}`).digest().readUInt16BE(0);
