// Search: by words, by filters, or both; the articles of one page with exact totals.
import { z } from 'zod';
import { searchItem } from '../../build/edition/article.ts';
import { fingerprint } from '../../build/edition/hash.ts';
import { apiPrefix, representationPath } from '../../build/edition/locations.ts';
import { domains, type LanguageChoice, verificationStatuses } from '../../build/edition/vocabulary.ts';
import type { Library } from '../library.ts';
import { type Bitset, bitsetOf, has, intersect, positionsOf } from '../search/bitset.ts';
import { countFacets, facetCounts } from '../search/facets.ts';
import { termsOfQuery } from '../search/query.ts';
import { rank } from '../search/ranking.ts';
import { additionsFor, weightsFor, withAdditions } from './item-additions.ts';
import { operation, type Piece } from './operation.ts';
import { defaultPageSize, flag, lang, oneOf, page, pageSize, queryText } from './parameters.ts';
import { type Criteria, suggestionsFor, suggestionsMax } from './suggestions.ts';

const input = z.strictObject({
  q: queryText.optional(),
  domain: oneOf(domains),
  status: oneOf(verificationStatuses),
  lang,
  page,
  pageSize,
  facets: flag('data.facets counts what each domain and each status would find'),
  snippet: flag('with q, each item shows the passage that says most about it'),
});
export type SearchInput = z.infer<typeof input>;

export const pagination = z
  .strictObject({
    page: z.int().min(1),
    pageSize: z.int().min(1),
    total: z.int().min(0).describe('How many articles match.'),
    totalPages: z.int().min(0).describe('total divided by pageSize, rounded up.'),
  })
  .meta({ id: 'Pagination' });

export const search = operation({
  name: 'search',
  summary: 'Search the articles',
  description:
    'Finds articles by words in Chinese, English or both; an article need not hold every word. Without q, lists all that pass the filters, newest first.',
  path: '/search',
  endpoint: 'search',
  input,
  output: z.strictObject({
    items: z.array(searchItem),
    pagination,
    facets: facetCounts.optional(),
    suggestions: z
      .array(z.string())
      .min(1)
      .max(suggestionsMax)
      .optional()
      .describe('When nothing is found: requests that do find something, the nearest first, written as meta.nextStep.'),
  }),
  run({ library }, given) {
    const { q, lang: language, page: number, pageSize: size } = given;
    const { matches, facets } = given.facets
      ? matchesAndFacets(library, given)
      : { matches: findMatches(library, given), facets: undefined };
    const shown = matches.slice((number - 1) * size, number * size);
    const choice: LanguageChoice = language ?? 'both';
    const pages = { page: number, pageSize: size, total: matches.length, totalPages: Math.ceil(matches.length / size) };
    const additionsTo =
      q === undefined ? undefined : additionsFor(library, { q, lang: language, snippet: given.snippet });
    const additions = additionsTo === undefined ? undefined : shown.map(additionsTo);
    const pieces: Piece[] = ['{"items":['];
    shown.forEach((position, index) => {
      if (index > 0) pieces.push(',');
      const item = library.body(position, `item.${choice}`);
      const added = additions?.[index];
      pieces.push(...(added === undefined ? [item] : withAdditions(item, added)));
    });
    const suggestions = matches.length > 0 ? undefined : suggestionsOf(library, given);
    const rest = JSON.stringify({ pagination: pages, facets, suggestions });
    pieces.push(`],${rest.slice(1)}`);
    const nextStep = suggestions === undefined ? nextStepOf(library, given, shown, pages) : suggestions[0];
    const tags = shown.map((position) => library.bodyTag(position, `item.${choice}`));
    return {
      kind: 'data',
      pieces,
      tag: fingerprint(JSON.stringify([tags, additions, rest, nextStep])),
      ...(nextStep !== undefined && { nextStep }),
    };
  },
});

/** The positions of every matching article, in order. */
export function findMatches(library: Library, { q, domain, status }: Criteria): number[] {
  const allowed = allowedBy(library, { domain, status });
  // Positions are in listing order already.
  return q === undefined ? positionsOf(allowed) : rank(termsOfQuery(q), library, allowed);
}

/** The same, and what each value of a filter would find: the query is asked once, without filters. */
function matchesAndFacets(library: Library, { q, domain, status }: Criteria) {
  const found = findMatches(library, { q });
  const allowed = allowedBy(library, { domain, status });
  return {
    matches: found.filter((position) => has(allowed, position)),
    facets: countFacets(bitsetOf(found, library.size), { domain, status }, library.having),
  };
}

const allowedBy = (library: Library, { domain, status }: Criteria): Bitset =>
  intersect(library.having('domain', domain), library.having('verificationStatus', status));

interface Pages {
  page: number;
  total: number;
  totalPages: number;
}

/** First hit's article; while paging, the next page. */
function nextStepOf(
  library: Library,
  given: SearchInput,
  shown: readonly number[],
  { page: number, total, totalPages }: Pages,
): string | undefined {
  if (total === 0) return undefined;
  if (number > totalPages) return `GET ${searchPath({ ...given, page: totalPages })}`;
  const isPaging = given.q === undefined || number > 1;
  if (isPaging && number < totalPages) return `GET ${searchPath({ ...given, page: number + 1 })}`;
  const slug = library.articles[shown[0] ?? -1]?.slug;
  return slug === undefined ? undefined : `GET ${representationPath(slug, 'markdown', given.lang ?? 'both')}`;
}

/** When nothing is found: searches that do find something, in what else they ask for the same; undefined without any. */
function suggestionsOf(library: Library, given: SearchInput): string[] | undefined {
  const tellingOf = (word: string): number =>
    Math.max(0, ...[...weightsFor(library, word)].map(([term, weight]) => (isHeld(library, term) ? weight : 0)));
  const found = suggestionsFor(given, { finds: (criteria) => findMatches(library, criteria).length > 0, tellingOf });
  const { lang: language, pageSize: size, facets, snippet } = given;
  const paths = found.map((criteria) =>
    searchPath({ ...criteria, lang: language, page: 1, pageSize: size, facets, snippet }),
  );
  return paths.length === 0 ? undefined : paths.map((path) => `GET ${path}`);
}

const isHeld = (library: Library, term: string): boolean =>
  library.postings(term).some((positions) => (positions?.length ?? 0) > 0);

/** The address of a search; parameters that have their default are left out. */
export function searchPath(
  given: Criteria & Partial<Pick<SearchInput, 'lang' | 'facets' | 'snippet'>> & Pick<SearchInput, 'page' | 'pageSize'>,
): string {
  const query = new URLSearchParams();
  for (const name of ['q', 'domain', 'status', 'lang'] as const) {
    const value = given[name];
    if (value !== undefined) query.set(name, value);
  }
  if (given.page !== 1) query.set('page', String(given.page));
  if (given.pageSize !== defaultPageSize) query.set('pageSize', String(given.pageSize));
  for (const name of ['facets', 'snippet'] as const) if (given[name] === true) query.set(name, 'true');
  const text = query.toString();
  return `${apiPrefix}/search${text === '' ? '' : `?${text}`}`;
}
