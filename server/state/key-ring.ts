// The keys that this process holds in memory. The process reads changes from the store several times a second. So a known
// key needs no look-up and works while the store is unavailable, and a revoked key stops working within a second.
import { timingSafeEqual } from 'node:crypto';
import { apiKeyPattern, hashOfKey, type KeyRecord } from '../access/api-keys.ts';
import type { KeyPlan } from '../access/plans.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../logger.ts';
import type { Guard } from './guard.ts';

export type Verdict =
  | { kind: 'valid'; key: { id: string; plan: KeyPlan } }
  /** A malformed key is `unknown` too: callers do not learn which part of a guess was right. */
  | { kind: 'refused'; reason: 'unknown' | 'revoked' | 'expired' };

export interface KeyRingSettings {
  guard: Guard;
  clock: Clock;
  log: Log;
}

type Secret = KeyRecord['secrets'][number];

export class KeyRing {
  readonly #guard: Guard;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #records = new Map<string, KeyRecord>();
  readonly #secrets = new Map<string, { record: KeyRecord; secret: Secret }>();
  #version = 0;

  constructor({ guard, clock, log }: KeyRingSettings) {
    this.#guard = guard;
    this.#clock = clock;
    this.#log = log;
    guard.onReturn(() => this.#takeChanges());
  }

  /** Reads the changes of the store, if it is available. */
  async follow(): Promise<void> {
    await this.#guard.use(
      () => this.#takeChanges(),
      () => undefined,
    );
  }

  get size(): number {
    return this.#records.size;
  }

  /** Whether checking the key needs a look-up in the store. */
  isUnknown(key: string): boolean {
    return apiKeyPattern.test(key) && !this.#secrets.has(hashOfKey(key));
  }

  /** Checks the key after `Bearer`. An unknown key is looked up in the store, so that a new key works immediately. */
  async check(key: string): Promise<Verdict> {
    if (!apiKeyPattern.test(key)) return { kind: 'refused', reason: 'unknown' };
    const hash = hashOfKey(key);
    const found = this.#secrets.get(hash) ?? (await this.#ask(hash));
    // The time of the look-up depends only on the hash, and the hash of a guess does not reveal how close the guess is to a key.
    if (found === undefined || !isEqual(hash, found.secret.hash)) return { kind: 'refused', reason: 'unknown' };
    const { record, secret } = found;
    if (record.revokedAt !== null) return { kind: 'refused', reason: 'revoked' };
    if (this.#isOver(record.expiresAt) || this.#isOver(secret.expiresAt)) return { kind: 'refused', reason: 'expired' };
    return { kind: 'valid', key: { id: record.id, plan: record.plan } };
  }

  #isOver(moment: string | null): boolean {
    return moment !== null && Date.parse(moment) <= this.#clock.now();
  }

  async #ask(hash: string): Promise<{ record: KeyRecord; secret: Secret } | undefined> {
    const record = await this.#guard.use(
      ({ keys }) => keys.findByHash(hash),
      () => undefined,
    );
    if (record !== undefined) this.#take(record);
    return this.#secrets.get(hash);
  }

  #take(record: KeyRecord): void {
    for (const { hash } of this.#records.get(record.id)?.secrets ?? []) this.#secrets.delete(hash);
    this.#records.set(record.id, record);
    for (const secret of record.secrets) this.#secrets.set(secret.hash, { record, secret });
  }

  async #takeChanges(): Promise<void> {
    const { keys } = this.#guard.store;
    const news = await keys.changedAfter(this.#version);
    if (news.version < this.#version) return this.#afterLoss(news.version);
    for (const record of news.records) this.#take(record);
    this.#version = news.version;
  }

  /** Handles a version of the store's keys that is lower than before: the store has lost its data, or another store has replaced it. */
  async #afterLoss(version: number): Promise<void> {
    const { keys } = this.#guard.store;
    if (version === 0 && this.#records.size > 0) {
      // The keys are written back from memory, because an empty store would refuse all callers with a key.
      for (const record of this.#records.values()) await keys.put(record, undefined);
      this.#log.warn(
        { keys: this.#records.size },
        'the state store had lost the keys; they were written back from memory',
      );
    } else {
      this.#records.clear();
      this.#secrets.clear();
    }
    const { version: now, records } = await keys.changedAfter(0);
    for (const record of records) this.#take(record);
    this.#version = now;
  }
}

/** Compares two hashes of the same length in constant time. */
const isEqual = (left: string, right: string): boolean =>
  left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
