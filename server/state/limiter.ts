// The stores of express-rate-limit, one for each plan. `increment` decides and counts in one step; over the limit it returns more hits
// than the limit, and does not count. Requests with a key are counted in the state store. Addresses are counted in Redis too, but with
// SQLite each process counts them in memory. While the state store is unavailable, each process counts everything in memory.
import type { ClientRateLimitInfo, Store } from 'express-rate-limit';
import { LRUCache } from 'lru-cache';
import { type KeyPlan, type PlanName, type Plans, periodAt } from '../access/plans.ts';
import type { Clock } from '../clock.ts';
import type { Guard } from './guard.ts';
import { SlidingWindow } from './sliding-window.ts';
import { countedIn, type QuotaCharge, type QuotaCount, type WindowAdmission } from './store.ts';

export interface LimiterSettings {
  guard: Guard;
  clock: Clock;
  plans: Plans;
}

/** The maximum number of remembered addresses that have used up their limit. */
const usedUpMax = 10_000;

/**
 * When the caller may send the next request. The limiter uses the injected clock, but express-rate-limit compares this date with the
 * system clock. So the date is the system time plus the remaining time, rounded up to whole seconds, so that no caller retries too early.
 */
export class ResetTime extends Date {
  /** The same moment by the injected clock, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly atMs: number;

  constructor(resetMs: number, clock: Clock) {
    super(Date.now() + 1_000 * Math.max(1, Math.ceil(resetMs / 1_000)));
    this.atMs = Math.ceil(clock.now() + resetMs);
  }
}

export class Limiter {
  readonly plans: Plans;
  readonly #guard: Guard;
  readonly #clock: Clock;
  readonly #window: SlidingWindow;
  /** Address that has used up its limit → the monotonic time at which its next request is admitted. */
  readonly #usedUp = new LRUCache<string, number>({ max: usedUpMax });
  /** Key id → the last count from the state store, plus the requests that this process has admitted since then without the store. */
  readonly #known = new Map<string, Pick<QuotaCount, 'used' | 'periodBeginMs'>>();
  /** Key id → the requests that this process admitted while the state store was unavailable, and that it will add to the store. */
  readonly #owed = new Map<string, QuotaCharge>();

  constructor({ guard, clock, plans }: LimiterSettings) {
    this.plans = plans;
    this.#guard = guard;
    this.#clock = clock;
    this.#window = new SlidingWindow(plans.keyless, clock);
    guard.onReturn(() => this.#settle());
  }

  /** Counts requests of a plan by the caller's address, or by the id of its key. */
  storeFor(plan: PlanName): Store {
    return {
      localKeys: true,
      increment: (name) => (plan === 'keyless' ? this.#countAddress(name) : this.#countKey(plan, name)),
      // A request that reached the limiter counts whatever its outcome, so nothing is taken back.
      decrement() {},
      resetKey() {},
    };
  }

  /** Whether this process already knows that the next request of an address will be refused. */
  isUsedUp(address: string): boolean {
    return this.#usedUpForMs(address) > 0;
  }

  #usedUpForMs(address: string): number {
    return (this.#usedUp.get(address) ?? 0) - this.#clock.monotonic();
  }

  async #countAddress(address: string): Promise<ClientRateLimitInfo> {
    const usedUpForMs = this.#usedUpForMs(address);
    if (usedUpForMs > 0) return this.#info('keyless', { admitted: false, used: 0, resetMs: usedUpForMs });
    const admission = await this.#admit(address);
    if (admission.used >= this.plans.keyless.limit)
      this.#usedUp.set(address, this.#clock.monotonic() + admission.resetMs);
    return this.#info('keyless', admission);
  }

  async #admit(address: string): Promise<WindowAdmission> {
    const { admit } = this.#guard.store;
    if (admit === undefined) return this.#window.admit(address);
    const shared = await this.#guard.use<WindowAdmission | undefined>(
      () => admit(address, this.plans.keyless),
      () => undefined,
    );
    if (shared?.admitted === false) return shared;
    // The request is also counted in memory, for the limit while the state store is unavailable or has just become available again.
    const own = this.#window.admit(address);
    if (shared === undefined) return own;
    return own.used > shared.used ? { ...own, admitted: true } : shared;
  }

  async #countKey(plan: KeyPlan, keyId: string): Promise<ClientRateLimitInfo> {
    const { limit, unit } = this.plans[plan];
    const atMs = this.#clock.now();
    const { admitted, used, periodBeginMs } = await this.#charge({
      keyId,
      period: periodAt(unit, atMs),
      limit,
      requests: 1,
      atMs,
    });
    // The store may have counted in a later period than the clock's, because the clock was set back.
    const { endMs } = periodAt(unit, periodBeginMs);
    return this.#info(plan, { admitted: admitted > 0, used, resetMs: endMs - atMs });
  }

  #info(plan: PlanName, { admitted, used, resetMs }: WindowAdmission): ClientRateLimitInfo {
    const totalHits = admitted ? used : this.plans[plan].limit + 1;
    return { totalHits, resetTime: new ResetTime(resetMs, this.#clock) };
  }

  #charge(charge: QuotaCharge): Promise<QuotaCount> {
    return this.#guard.use(
      async ({ quotas }) => {
        const count = await quotas.charge(charge);
        this.#known.set(charge.keyId, count);
        return count;
      },
      () => this.#chargeAlone(charge),
    );
  }

  #chargeAlone(charge: QuotaCharge): QuotaCount {
    const { keyId, period, limit } = charge;
    const { used, beginMs } = countedIn(period, this.#known.get(keyId));
    const admitted = used < limit ? 1 : 0;
    const count = { admitted, used: used + admitted, periodBeginMs: beginMs };
    this.#known.set(keyId, count);
    if (admitted > 0) this.#owe(charge);
    return count;
  }

  #owe(charge: QuotaCharge): void {
    const owed = this.#owed.get(charge.keyId);
    // Requests of a past period need not be added, because its count no longer limits anything.
    const before = owed?.period.beginMs === charge.period.beginMs ? owed.requests : 0;
    this.#owed.set(charge.keyId, { ...charge, requests: before + charge.requests });
  }

  /** Adds to the state store the requests that this process admitted while the store was unavailable. */
  async #settle(): Promise<void> {
    for (const [keyId, charge] of [...this.#owed]) {
      this.#owed.delete(keyId);
      try {
        await this.#guard.store.quotas.add(charge);
      } catch (error) {
        this.#owe(charge);
        throw error;
      }
    }
  }
}
