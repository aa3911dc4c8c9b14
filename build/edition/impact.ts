// Impacts: how much one term says about one article, as a number that fits a FlexSearch slot.
// Linear quantisation over [0, impactMax]; 32 slots cost nothing measurable, 16 cost .003 of MRR.

/** FlexSearch's resolution: slots 0 (strongest) to 31 (weakest). */
export const resolution = 32;
/** Larger impacts are as strong as this one. */
export const impactMax = 3.3;

/** The slot of an impact: 0 for the strongest. */
export function slotOfImpact(impact: number): number {
  const level = Math.floor((impact / impactMax) * resolution);
  return resolution - 1 - Math.min(resolution - 1, Math.max(0, level));
}

/** The impact a slot stands for: the middle of its range. */
export function impactOfSlot(slot: number): number {
  return ((resolution - 1 - slot + 0.5) * impactMax) / resolution;
}
