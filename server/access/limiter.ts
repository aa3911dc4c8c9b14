// Decides whether a request is within its caller's plan. The store decides; while it is away, this process does by what it
// knows. What is asked in one turn of the event loop is decided together, one after the other.
import type { Clock } from '../clock.ts';
import type { Guard } from '../state/guard.ts';
import { StateAway } from '../state/guard.ts';
import { perTick } from '../state/per-tick.ts';
import { RecencyMap } from '../state/recency-map.ts';
import { SlidingWindow } from '../state/sliding-window.ts';
import type { QuotaCharge, QuotaCount, WindowAdmission } from '../state/store.ts';
import { LocalQuotas } from './local-quotas.ts';
import { periodAt } from './periods.ts';
import type { KeyPlan, Plans } from './plans.ts';

export type Subject = { plan: 'keyless'; address: string } | { plan: KeyPlan; keyId: string };

export interface Decision {
  /** Whether the request is within the limit. A refused one is not counted and prolongs nothing. */
  admitted: boolean;
  limit: number;
  /** How many more there are now. */
  remaining: number;
  /** Milliseconds until there is room again (keyless) or until everything begins anew (keys); > 0. */
  resetMs: number;
  /** The same as a moment of the calendar. */
  resetAtMs: number;
}

export interface LimiterSettings {
  guard: Guard;
  clock: Clock;
  plans: Plans;
}

/** Addresses remembered at most that have nothing left. */
const usedUpMax = 10_000;

export class Limiter {
  readonly plans: Plans;
  readonly #guard: Guard;
  readonly #clock: Clock;
  readonly #ownWindow: SlidingWindow;
  readonly #ownQuotas: LocalQuotas;
  /** Address without anything left → the monotonic moment at which it has something again. */
  readonly #usedUp = new RecencyMap<number>();
  readonly #askWindow: ((address: string) => Promise<Decision>) | undefined;
  readonly #askQuota: (ask: { plan: KeyPlan; keyId: string }) => Promise<Decision>;

  constructor({ guard, clock, plans }: LimiterSettings) {
    this.plans = plans;
    this.#guard = guard;
    this.#clock = clock;
    this.#ownWindow = new SlidingWindow(plans.keyless, clock);
    this.#ownQuotas = new LocalQuotas();
    if (guard.store.window !== undefined)
      this.#askWindow = perTick((addresses: readonly string[]) => this.#decideShared(addresses));
    this.#askQuota = perTick((asks: readonly { plan: KeyPlan; keyId: string }[]) => this.#decideQuotas(asks));
    guard.onReturn(() => this.#settle());
  }

  /** Never rejects. At once where this process counts alone. */
  decide(subject: Subject): Decision | Promise<Decision> {
    if (subject.plan !== 'keyless') return this.#askQuota(subject);
    return this.#askWindow?.(subject.address) ?? this.#decideAlone(subject.address);
  }

  /** The refusal that an address would get now, as far as it is known without asking or counting anything. */
  refusalOf(address: string): Decision | undefined {
    const resetMs = (this.#usedUp.get(address) ?? 0) - this.#clock.monotonic();
    return resetMs > 0 ? this.#asDecision({ admitted: false, remaining: 0, resetMs }) : undefined;
  }

  /** How many callers without a key this process remembers. */
  get callers(): number {
    return this.#ownWindow.callers;
  }

  #decideAlone(address: string): Decision {
    return this.#keyless(address, this.#ownWindow.admit(address));
  }

  #keyless(address: string, admission: Pick<Decision, 'admitted' | 'remaining' | 'resetMs'>): Decision {
    if (admission.remaining === 0) {
      this.#usedUp.set(address, this.#clock.monotonic() + admission.resetMs);
      const { oldest } = this.#usedUp;
      if (this.#usedUp.size > usedUpMax && oldest !== undefined) this.#usedUp.delete(oldest.key);
    }
    return this.#asDecision(admission);
  }

  #asDecision(admission: Pick<Decision, 'admitted' | 'remaining' | 'resetMs'>): Decision {
    const { limit } = this.plans.keyless;
    return { ...admission, limit, resetAtMs: Math.ceil(this.#clock.now() + admission.resetMs) };
  }

  async #decideShared(addresses: readonly string[]): Promise<Decision[]> {
    const asked = [...counted(addresses)].map(([caller, requests]) => ({ caller, requests }));
    try {
      const admissions = await this.#guard.use(
        async ({ window }) => (await window?.admit(asked, this.plans.keyless)) ?? [],
      );
      const byCaller = new Map(asked.map(({ caller }, index) => [caller, admissions[index]]));
      const turns = new Turns();
      return addresses.map((address) => {
        const admission: WindowAdmission = byCaller.get(address) ?? { admitted: 0, used: 0, resetMs: 1 };
        const { limit } = this.plans.keyless;
        return this.#keyless(address, { ...turns.next(address, admission, limit), resetMs: admission.resetMs });
      });
    } catch (error) {
      if (!(error instanceof StateAway)) throw error;
      return addresses.map((address) => this.#decideAlone(address));
    }
  }

  async #decideQuotas(asks: readonly { plan: KeyPlan; keyId: string }[]): Promise<Decision[]> {
    const now = this.#clock.now();
    const planOf = new Map(asks.map(({ keyId, plan }) => [keyId, plan]));
    const charges = [...counted(asks.map(({ keyId }) => keyId))].map(([keyId, requests]): QuotaCharge => {
      const { limit, unit } = this.plans[planOf.get(keyId) ?? 'free'];
      return { keyId, period: periodAt(unit, now), limit, requests, atMs: now };
    });
    const counts = await this.#charge(charges);
    const turns = new Turns();
    return asks.map(({ keyId, plan }) => {
      const { limit, unit } = this.plans[plan];
      const quota = counts.get(keyId) ?? { admitted: 0, used: limit, periodBeginMs: now };
      // The period that it was counted in: not today's when the clock was set back.
      const { endMs } = periodAt(unit, quota.periodBeginMs);
      return { ...turns.next(keyId, quota, limit), limit, resetMs: Math.max(1, endMs - now), resetAtMs: endMs };
    });
  }

  async #charge(charges: readonly QuotaCharge[]): Promise<Map<string, QuotaCount>> {
    try {
      const counts = await this.#guard.use(({ quotas }) => quotas.charge(charges));
      return new Map(
        charges.flatMap(({ keyId }, index) => {
          const quota = counts[index];
          if (quota === undefined) return [];
          this.#ownQuotas.note(keyId, quota);
          return [[keyId, quota]];
        }),
      );
    } catch (error) {
      if (!(error instanceof StateAway)) throw error;
      return new Map(charges.map((charge) => [charge.keyId, this.#ownQuotas.charge(charge)]));
    }
  }

  /** Tells the store what was let through without it. */
  async #settle(): Promise<void> {
    const { owed } = this.#ownQuotas;
    if (owed.length === 0) return;
    await this.#guard.store.quotas.add(owed);
    this.#ownQuotas.settle(owed);
  }
}

function counted(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Deals out what was decided for several requests of one caller: the first of them are those that were admitted. */
class Turns {
  readonly #turns = new Map<string, number>();

  next(
    name: string,
    { admitted, used }: { admitted: number; used: number },
    limit: number,
  ): Pick<Decision, 'admitted' | 'remaining'> {
    const turn = this.#turns.get(name) ?? 0;
    this.#turns.set(name, turn + 1);
    const counted = Math.min(used, used - admitted + turn + 1);
    return { admitted: turn < admitted, remaining: Math.max(0, limit - counted) };
  }
}
