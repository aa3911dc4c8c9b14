// Limits for measurements: none that a benchmark could reach, and each decided as the real one is.
import { type Plans, plans } from '../../server/access/plans.ts';

const plenty = 1_000_000_000_000;

/**
 * A keyless caller remembers up to 100 moments, as with the real limit; they only leave the window sooner, so that every
 * address has room for 10,000 requests a second.
 */
const brief: Plans['keyless'] = { limit: plans.keyless.limit, windowMs: 10 };

export const keylessLimits = ['real', 'brief'] as const;

export const roomyPlans = (keyless: (typeof keylessLimits)[number]): Plans => ({
  keyless: keyless === 'brief' ? brief : plans.keyless,
  free: { ...plans.free, limit: plenty },
  paid: { ...plans.paid, limit: plenty },
});
