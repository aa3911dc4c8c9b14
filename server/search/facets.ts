// How many articles each value of a filter would leave: what a search would find with that filter set to that value and all
// others as they are. Pure; counts bits and ranks nothing.
import { z } from 'zod';
import { domains, verificationStatuses } from '../../build/edition/vocabulary.ts';
import { type Bitset, countIn } from './bitset.ts';

const count = z.int().min(0);
const countsOf = (values: readonly string[]) =>
  z.strictObject(Object.fromEntries(values.map((value) => [value, count])));

export const facetCounts = z.strictObject({ domain: countsOf(domains), status: countsOf(verificationStatuses) }).meta({
  id: 'FacetCounts',
  description: 'For each value of a filter, what total would be with that filter set to it and the others as they are.',
});
export type FacetCounts = z.infer<typeof facetCounts>;

interface Filters {
  domain?: string | undefined;
  status?: string | undefined;
}

/** `found` holds what the query finds without any filter; `having` the articles that pass one, all of them without a value. */
export function countFacets(
  found: Bitset,
  { domain, status }: Filters,
  having: (facet: 'domain' | 'verificationStatus', value: string | undefined) => Bitset,
): FacetCounts {
  const counted = (values: readonly string[], masksFor: (value: string) => Bitset[]): Record<string, number> =>
    Object.fromEntries(values.map((value) => [value, countIn(found, ...masksFor(value))]));
  return {
    domain: counted(domains, (value) => [having('domain', value), having('verificationStatus', status)]),
    status: counted(verificationStatuses, (value) => [having('domain', domain), having('verificationStatus', value)]),
  };
}
