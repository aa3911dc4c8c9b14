// What this process knows of the quotas of keys: what the store last said, and what was let through while it was away. Bounded.
import { countedIn } from '../state/quota-period.ts';
import { RecencyMap } from '../state/recency-map.ts';
import type { QuotaCharge, QuotaCount } from '../state/store.ts';

/** Keys remembered at most. */
const keysMax = 100_000;

export class LocalQuotas {
  readonly #known = new RecencyMap<{ used: number; periodBeginMs: number }>();
  /** Key id → what was let through and the store has not heard of. */
  readonly #owed = new Map<string, QuotaCharge>();

  /** Remembers what the store said. */
  note(keyId: string, { used, periodBeginMs }: QuotaCount): void {
    this.#known.set(keyId, { used, periodBeginMs });
    const { oldest } = this.#known;
    if (this.#known.size > keysMax && oldest !== undefined) this.#known.delete(oldest.key);
  }

  /** Decides by what is known here, and remembers what the store has to hear of. */
  charge(charge: QuotaCharge): QuotaCount {
    const { keyId, period, limit, requests } = charge;
    const { used, beginMs } = countedIn(period, this.#known.get(keyId));
    const owed = this.#owed.get(keyId);
    // Of a period that is over, nobody needs to know any more.
    const before = owed?.period.beginMs === period.beginMs ? owed.requests : 0;
    const left = limit - (used - before);
    const admitted = Math.max(0, Math.min(requests, left - before));
    const decided = { admitted, used: used + admitted, periodBeginMs: beginMs };
    this.note(keyId, decided);
    if (admitted > 0 && (owed !== undefined || this.#owed.size < keysMax))
      this.#owed.set(keyId, { ...charge, requests: before + admitted });
    return decided;
  }

  /** What the store has to hear of. */
  get owed(): QuotaCharge[] {
    return [...this.#owed.values()];
  }

  /** The store has heard of these. */
  settle(charges: readonly QuotaCharge[]): void {
    for (const { keyId, requests, period } of charges) {
      const owed = this.#owed.get(keyId);
      if (owed === undefined || owed.period.beginMs !== period.beginMs) continue;
      if (owed.requests > requests) this.#owed.set(keyId, { ...owed, requests: owed.requests - requests });
      else this.#owed.delete(keyId);
    }
  }
}
