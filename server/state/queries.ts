// Counts search queries for the report of the most frequent ones and of those without results. Callers are not stored: each one becomes
// a tag of 16 bits, which thousands of addresses share. The text of a query is written only when enough callers have sent it.
import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Guard } from './guard.ts';
import type { AskedQuery } from './store.ts';
import { WriteBehind } from './write-behind.ts';

/** The number of distinct addresses that must send a query before its text is kept and shown. */
export const callersMin = 3;
/** A query that was not sent for this time is deleted. */
export const queryRetentionDays = 30;
/** The maximum number of kept queries. */
export const queriesMax = 20_000;
/** The longest query that is counted, in UTF-16 code units. Two callers rarely send the same longer text. */
const queryLengthMax = 128;
/** The maximum number of unwritten queries; further ones are not counted. */
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

  /** Counts a query. `address` distinguishes callers and is not stored. Agent ids do not distinguish them, because they can be made up. */
  count(query: string, { address, found }: { address: string; found: boolean }): void {
    const text = comparable(query);
    // Counting starts once the salt has been read from the store.
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

/** Normalises differences in spelling that do not affect the search. */
const comparable = (query: string): string => query.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** The tag of a caller: 16 bits, so 65,536 IPv4 addresses share it and it identifies none. Two callers with the same tag count once. */
const tagOf = (address: string, salt: string): number =>
  createHash('sha256').update(`${salt}\n${address}`).digest().readUInt16BE(0);
