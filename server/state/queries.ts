// Counts queries for the gap report: what is asked most, and what is asked and not found. Callers are not kept: each is a tag of 16
// bits, which thousands share, and the text of a query is written only when enough callers have asked it.
import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Guard } from './guard.ts';
import type { AskedQuery } from './store.ts';
import { WriteBehind } from './write-behind.ts';

/** Distinct addresses that must have asked a query before its text is kept and shown. */
export const callersMin = 3;
/** Queries that were not asked for so long are forgotten. */
export const queryRetentionDays = 30;
/** Queries kept at most. */
export const queriesMax = 20_000;
/** In UTF-16 units. Other callers hardly ask the same longer text. */
const queryLengthMax = 128;
/** Queries that wait to be written at most; others are then not counted. */
const waitingMax = 2_000;

export class QueryStatistics {
  readonly #guard: Guard;
  readonly #clock: Clock;
  #salt: string | undefined;
  readonly #waiting = new WriteBehind<AskedQuery>({
    max: waitingMax,
    perWrite: 200,
    write: (entries) =>
      this.#guard.use(
        async ({ queries }) => {
          await queries.add(entries, { callersMin, queriesMax });
          return true;
        },
        () => false,
      ),
    merge: (older, newer) =>
      older === undefined
        ? newer
        : {
            text: older.text,
            asked: older.asked + newer.asked,
            foundNothing: older.foundNothing + newer.foundNothing,
            lastAskedMs: newer.lastAskedMs,
            callerTags:
              older.callerTags.size < callersMin
                ? new Set([...older.callerTags, ...newer.callerTags])
                : older.callerTags,
          },
  });

  constructor({ guard, clock }: { guard: Guard; clock: Clock }) {
    this.#guard = guard;
    this.#clock = clock;
  }

  /** Counts a query. The address, of IPv6 the network, is not kept: names of agents are free to choose and count for nothing. */
  count(query: string, { address, found }: { address: string; found: boolean }): void {
    const text = comparable(query);
    // Nothing is counted before the salt is known.
    if (this.#salt === undefined || text === '' || text.length > queryLengthMax) return;
    this.#waiting.add(text, {
      text,
      asked: 1,
      foundNothing: found ? 0 : 1,
      lastAskedMs: this.#clock.now(),
      callerTags: new Set([tagOf(address, this.#salt)]),
    });
  }

  async flush(): Promise<void> {
    this.#salt ??= await this.#guard.use<string | undefined>(
      ({ queries }) => queries.salt(),
      () => undefined,
    );
    await this.#waiting.flush();
  }
}

/** Spelling that makes no difference to the search makes none here. */
const comparable = (query: string): string => query.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** 16 bits: for every tag there are 65,536 IPv4 addresses, so that none can be found by it. Two callers who share one count once. */
const tagOf = (address: string, salt: string): number =>
  createHash('sha256').update(`${salt}\n${address}`).digest().readUInt16BE(0);
