// How many articles each value of a filter would leave: what a search would find with that filter set to that value and all
// others as they are. Pure; counts bits and ranks nothing.
import { z } from 'zod';
import { confidenceThresholds, domains, riskLevels, verificationStatuses } from '../../build/edition/vocabulary.ts';
import { type Bitset, countIn } from './bitset.ts';
import type { Filters, Having } from './filters.ts';

const countsOf = (values: readonly (string | number)[]) =>
  z.strictObject(
    Object.fromEntries(values.map((value) => [value, z.int().min(0).describe(`What would be found with ${value}.`)])),
  );

export const facetCounts = z
  .strictObject({
    domain: countsOf(domains).describe('By the values of the parameter domain.'),
    status: countsOf(verificationStatuses).describe('By the values of the parameter status.'),
    maxRisk: countsOf(riskLevels).describe('By the values of the parameter maxRisk.'),
    minConfidence: countsOf(confidenceThresholds).describe('By some values of the parameter minConfidence.'),
  })
  .meta({ id: 'FacetCounts' });
export type FacetCounts = z.infer<typeof facetCounts>;

/** `found` holds what the query finds without any filter. */
export function countFacets(found: Bitset, filters: Filters, having: Having): FacetCounts {
  const counted = <Value extends string | number>(values: readonly Value[], filterBy: (value: Value) => Filters) =>
    Object.fromEntries(values.map((value) => [value, countIn(found, ...having({ ...filters, ...filterBy(value) }))]));
  return {
    domain: counted(domains, (domain) => ({ domain })),
    status: counted(verificationStatuses, (status) => ({ status })),
    maxRisk: counted(riskLevels, (maxRisk) => ({ maxRisk })),
    minConfidence: counted(confidenceThresholds, (minConfidence) => ({ minConfidence })),
  };
}
