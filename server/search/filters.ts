// Filters as sets of articles. The sets are computed once, so that a request intersects sets and never scans articles.

import { z } from 'zod';
import type { CatalogueRow, Facets } from '../../build/edition/catalogue.ts';
import { domainIds, type SiteSettings } from '../../build/edition/site-settings.ts';
import {
  confidenceThresholds,
  type RiskLevel,
  riskLevels,
  type VerificationStatus,
  verificationStatuses,
} from '../../build/edition/vocabulary.ts';
import { type Bitset, bitsetOf, countIn, fullBitset } from './bitset.ts';

export interface Filters {
  /** The id of a domain. */
  domain?: string | undefined;
  status?: VerificationStatus | undefined;
  /** The least confidence score, 0–100. */
  minConfidence?: number | undefined;
  /** The highest risk level. */
  maxRisk?: RiskLevel | undefined;
}

/** The filters in the order in which suggestions drop them when a search finds nothing. The acceptable risk is dropped last. */
export const filterNames = [
  'status',
  'minConfidence',
  'domain',
  'maxRisk',
] as const satisfies readonly (keyof Filters)[];
export type FilterName = (typeof filterNames)[number];

/** Returns the sets whose intersection is the result of the filters: all articles, then one set for each given filter. */
export type Having = (filters: Filters) => [everything: Bitset, ...passing: Bitset[]];

/** `articles` in listing order; `facets` holds the positions of the articles for each value. */
export function openFilters(articles: readonly CatalogueRow[], facets: Facets): Having {
  const size = articles.length;
  const everything = fullBitset(size);
  const nothing = bitsetOf([], size);
  const masks = masksOf(facets, size);
  const atMost = new Map(
    riskLevels.map((level, index) => {
      const levels = riskLevels.slice(0, index + 1);
      return [
        level,
        bitsetOf(
          levels.flatMap((lower) => facets.riskLevel[lower] ?? []),
          size,
        ),
      ] as const;
    }),
  );
  const atLeast = confidenceSets(articles);
  return ({ domain, status, minConfidence, maxRisk }) => {
    const sets: [Bitset, ...Bitset[]] = [everything];
    if (domain !== undefined) sets.push(masks.get(`domain:${domain}`) ?? nothing);
    if (status !== undefined) sets.push(masks.get(`verificationStatus:${status}`) ?? nothing);
    if (minConfidence !== undefined) sets.push(atLeast.find(([score]) => score >= minConfidence)?.[1] ?? nothing);
    if (maxRisk !== undefined) sets.push(atMost.get(maxRisk) ?? nothing);
    return sets;
  };
}

function masksOf(facets: Facets, size: number): Map<string, Bitset> {
  return new Map(
    Object.entries(facets).flatMap(([facet, values]) =>
      Object.entries(values).map(([value, members]): [string, Bitset] => [
        `${facet}:${value}`,
        bitsetOf(members, size),
      ]),
    ),
  );
}

/**
 * For each score that articles have, the lowest first, the set of articles with at least that score. There are at most 101 sets, because
 * thresholds between two scores find the same articles.
 */
function confidenceSets(articles: readonly CatalogueRow[]): [score: number, set: Bitset][] {
  const scores = [...new Set(articles.map(({ confidenceScore }) => confidenceScore))].sort((a, b) => a - b);
  return scores.map((score) => {
    const passing = [...articles.keys()].filter((position) => (articles[position]?.confidenceScore ?? 0) >= score);
    return [score, bitsetOf(passing, articles.length)];
  });
}

// Facets: for each value of a filter, the total that a search would have with that filter set to the value and the
// other filters unchanged.

export const countsOf = (values: readonly (string | number)[]) =>
  z.strictObject(
    Object.fromEntries(values.map((value) => [value, z.int().min(0).describe(`The total with ${value}.`)])),
  );

/** A count for each domain of the site. The OpenAPI document lists the domains. */
export const domainCounts = z
  .record(z.string(), z.int().min(0))
  .describe('The number of results with each value of the parameter domain.');

export const facetCounts = z
  .strictObject({
    domain: domainCounts,
    status: countsOf(verificationStatuses).describe('The number of results with each value of the parameter status.'),
    maxRisk: countsOf(riskLevels).describe('The number of results with each value of the parameter maxRisk.'),
    minConfidence: countsOf(confidenceThresholds).describe(
      'The number of results with each of these values of the parameter minConfidence.',
    ),
  })
  .meta({ id: 'FacetCounts' });
export type FacetCounts = z.infer<typeof facetCounts>;

interface Filtered {
  having: Having;
  site: Pick<SiteSettings, 'domains'>;
}

/** `found` holds the matches of the query without any filter. */
export function countFacets(found: Bitset, filters: Filters, { having, site }: Filtered): FacetCounts {
  const counted = <Value extends string | number>(values: readonly Value[], filterBy: (value: Value) => Filters) =>
    Object.fromEntries(values.map((value) => [value, countIn(found, ...having({ ...filters, ...filterBy(value) }))]));
  return {
    domain: counted(domainIds(site), (domain) => ({ domain })),
    status: counted(verificationStatuses, (status) => ({ status })),
    maxRisk: counted(riskLevels, (maxRisk) => ({ maxRisk })),
    minConfidence: counted(confidenceThresholds, (minConfidence) => ({ minConfidence })),
  };
}
