// Limits for measurements: none that a benchmark could reach, and each decided as the real one is.
import { type Plans, plans } from '../../server/access/plans.ts';

const plenty = 1_000_000_000_000;

/**
 * A keyless caller remembers up to 100 moments, as with the real limit; they only leave the window sooner, so that every
 * address has room for 10,000 requests a second.
 */
const brief: Plans['keyless'] = { limit: plans.keyless.limit, windowMs: 10 };

/** For load that can come from one address only: it has room for 100,000 requests a second. */
const briefest: Plans['keyless'] = { ...brief, windowMs: 1 };

const keyless = { real: plans.keyless, brief, briefest };
export const keylessLimits = ['real', 'brief', 'briefest'] as const satisfies readonly (keyof typeof keyless)[];

export const roomyPlans = (kind: (typeof keylessLimits)[number]): Plans => ({
  keyless: keyless[kind],
  free: { ...plans.free, limit: plenty },
  paid: { ...plans.paid, limit: plenty },
});
