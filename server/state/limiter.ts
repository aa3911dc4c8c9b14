// The stores of express-rate-limit, one for each plan. `increment` decides and counts in one step; over the limit it returns more hits
// than the limit, and does not count. Keys are counted in the state, and addresses too when it is Redis; with SQLite each process
// counts addresses in memory. While the state is unavailable each process counts everything in memory.
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

/** The maximum number of exhausted addresses that are remembered. */
const usedUpMax = 10_000;

/**
 * When there is room again. The limiter uses the injected clock, but express-rate-limit compares this date with the system clock: so it
 * is the system time plus the remaining time, rounded up to whole seconds, and no caller retries too early.
 */
export class ResetTime extends Date {
  /** The time of the injected clock. */
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
  /** Exhausted address → the monotonic time at which it has room again. */
  readonly #usedUp = new LRUCache<string, number>({ max: usedUpMax });
  /** Key id → the last count from the state, with the requests admitted since without it. */
  readonly #known = new Map<string, Pick<QuotaCount, 'used' | 'periodBeginMs'>>();
  /** Key id → requests admitted while the state was unavailable, to be added to it. */
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
      // All requests that reached the limiter count, whatever their outcome.
      decrement() {},
      resetKey() {},
    };
  }

  /** Whether this process already knows that the next request of an address will be refused. */
  isUsedUp(address: string): boolean {
    return this.#usedUpForMs(address) > 0;
  }

  /** The number of callers without a key that this process remembers. */
  get callers(): number {
    return this.#window.callers;
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
    // Counted here too, so that this process keeps to the limit while the state is unavailable or just back.
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
    // When the clock was set back, the counted period is not today's.
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
    // Requests of a past period need not be added.
    const before = owed?.period.beginMs === charge.period.beginMs ? owed.requests : 0;
    this.#owed.set(charge.keyId, { ...charge, requests: before + charge.requests });
  }

  /** Adds the requests to the state that were admitted without it. */
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
