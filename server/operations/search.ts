// Search: finds articles by words, by filters or by both, and returns one page of them with exact totals.
import { z } from 'zod';
import { searchItem } from '../../build/edition/article-schema.ts';
import { fingerprint } from '../../build/edition/hash.ts';
import { apiPrefix, representationPath } from '../../build/edition/locations.ts';
import { type LanguageChoice, verificationStatuses } from '../../build/edition/vocabulary.ts';
import type { Library } from '../library.ts';
import { type Bitset, countIn, intersect, positionsOf } from '../search/bitset.ts';

import { countFacets, facetCounts, filterNames } from '../search/filters.ts';
import type { Matches } from '../search/ranking.ts';
import { matchOf } from '../search/relevance.ts';
import { additionsFor, withAdditions } from './item-additions.ts';
import { match, matchMembers, unmatched, used, withUsedWords } from './match.ts';
import { operation, type Piece } from './operation.ts';
import {
  defaultPageSize,
  domainOfSite,
  flag,
  lang,
  maxRisk,
  minConfidence,
  nextStep,
  oneOf,
  page,
  pageSize,
  pageSizeMax,
  queryText,
} from './parameters.ts';
import { sampleCriteria } from './samples.ts';
import { type Criteria, correctionsOf, suggestionsFor, suggestionsMax, tellingOf } from './suggestions.ts';

const input = z.strictObject({
  q: queryText.optional(),
  domain: domainOfSite,
  status: oneOf(verificationStatuses),
  minConfidence,
  maxRisk,
  lang,
  page,
  pageSize,
  facets: flag('data.facets says how many articles each value of the filters would find'),
  snippet: flag('with q, each item has the excerpt that is nearest to q'),
});
export type SearchInput = z.infer<typeof input>;

export const pagination = z
  .strictObject({
    page: z.int().min(1).describe('This page, from 1.'),
    pageSize: z.int().min(1).max(pageSizeMax).describe('Items on a full page.'),
    total: z.int().min(0).describe('The number of articles that match.'),
    totalPages: z.int().min(0).describe('total divided by pageSize, rounded up.'),
  })
  .meta({ id: 'Pagination' });

export const search = operation({
  name: 'search',
  summary: 'Search the articles',
  description:
    'Finds articles by words in Chinese, English or both; an article need not hold every word. Without q, lists all that pass the filters, newest first.',
  subject: 'Articles',
  path: '/search',
  endpoint: 'search',
  input,
  output: z.strictObject({
    items: z.array(searchItem).describe('The articles of this page: with q, best first; without q, newest first.'),
    match,
    unmatched,
    used,
    pagination: pagination.describe('Where this page lies among all that was found.'),
    facets: facetCounts
      .optional()
      .describe(
        'With facets=true: for each value of a filter, the total with that filter set to this value and the other filters unchanged.',
      ),
    suggestions: z
      .array(nextStep)
      .min(1)
      .max(suggestionsMax)
      .optional()
      .describe(
        'When nothing here answers: requests that do find something, the nearest first, written as meta.nextStep.',
      ),
  }),
  samples(library) {
    const found = sampleCriteria(library);
    if (found === undefined) return [];
    const { q, filters } = found;
    const { domain } = filters;
    return [
      {
        name: 'words',
        summary: 'Articles found by words, with excerpts.',
        given: { q, snippet: 'true', pageSize: '2' },
      },
      {
        name: 'filters',
        summary: 'A listing in one language, narrowed by filters, with facets.',
        given: { ...filters, lang: 'en', page: '1', pageSize: '1', facets: 'true' },
      },
      { name: 'nothing', summary: 'No results, and what to ask instead.', given: { q: 'qqqqqqqq', domain } },
      { name: 'wrongParameters', summary: 'Wrong parameters.', given: { query: 'timeout', pageSize: '500' } },
    ];
  },
  run({ library }, asked) {
    const given = withUsedWords(library, asked);
    const { q, lang: language, page: number, pageSize: size } = given;
    const matches = findMatches(library, given);
    const facets = given.facets ? facetsOf(library, given, matches) : undefined;
    const shown = matches.page((number - 1) * size, number * size);
    const choice: LanguageChoice = language ?? 'both';
    const pages = { page: number, pageSize: size, total: matches.total, totalPages: Math.ceil(matches.total / size) };
    const additions =
      q === undefined ? undefined : additionsFor(library, matches, pages, { lang: language, snippet: given.snippet });
    const said = matchMembers(library, matches, { asked: asked.q, used: q });
    const pieces: Piece[] = ['{"items":['];
    shown.forEach((position, index) => {
      if (index > 0) pieces.push(',');
      const item = library.body(position, `item.${choice}`);
      const added = additions?.[index];
      pieces.push(...(added === undefined ? [item] : withAdditions(item, added)));
    });
    const hasAnswer = said.match === undefined ? matches.total > 0 : said.match !== 'none';
    const suggestions = hasAnswer ? undefined : suggestionsOf(library, given);
    const rest = JSON.stringify({ ...said, pagination: pages, facets, suggestions });
    pieces.push(`],${rest.slice(1)}`);
    const step = suggestions === undefined ? nextStepOf(library, given, shown, pages) : suggestions[0];
    const tags = shown.map((position) => library.bodyTag(position, `item.${choice}`));
    return {
      kind: 'data',
      pieces,
      total: hasAnswer ? matches.total : 0,
      tag: fingerprint(JSON.stringify([tags, additions, rest, step])),
      ...(step !== undefined && { nextStep: step }),
      ...(q !== undefined && number === 1 && !isFiltered(given) && { asked: q }),
    };
  },
});

/** At most this many words of a long text count in the computation of relevance: its constants were not fitted to longer queries. */
const extractWordsMax = 16;

/** All matching articles. Without words they are in the order of a listing. */
export function findMatches(library: Library, { q, isExtract = false, ...filters }: Criteria): Matches {
  const [everything, ...passing] = library.having(filters);
  const allowed = intersect(everything, ...passing);
  if (q !== undefined) {
    const matches = library.rank(q, allowed);
    const { reading } = matches;
    if (!isExtract || reading === undefined) return matches;
    return { ...matches, reading: { ...reading, words: Math.min(reading.words, extractWordsMax) } };
  }
  // Positions are already in listing order.
  const positions = positionsOf(allowed);
  return {
    total: positions.length,
    page: (from, to) => positions.slice(from, to),
    scored: (from, to) => positions.slice(from, to).map((position) => ({ position, score: 0 })),
    leaders: () => [],
    everywhere: everything,
    evidence: [],
  };
}

/** For each value of a filter, the number of articles that a search with this value would find. */
function facetsOf(library: Library, filters: Criteria, { everywhere }: Matches) {
  return countFacets(everywhere, filters, library);
}

export const isFiltered = (given: Criteria): boolean => filterNames.some((name) => given[name] !== undefined);

interface Pages {
  page: number;
  total: number;
  totalPages: number;
}

/**
 * The suggested request; undefined when nothing was found. On the first page of results for a query, and on the last page, it gets the
 * first article shown. On any other page, it gets the next page. Beyond the last page, it gets the last page.
 */
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

/** For a search that nothing answers: similar searches with results; undefined if there are none. */
export function suggestionsOf(library: Library, given: Partial<SearchInput>): string[] | undefined {
  // The matches of words do not depend on the filters, so words are ranked once for all combinations of filters.
  const foundBy = new Map<string | undefined, Bitset | undefined>();
  const found = suggestionsFor(given, {
    finds({ q, ...filters }) {
      if (!foundBy.has(q)) {
        const matches = findMatches(library, { q });
        foundBy.set(q, matchOf(matches) === 'none' ? undefined : matches.everywhere);
      }
      const everywhere = foundBy.get(q);
      if (everywhere === undefined) return false;
      return countIn(everywhere, ...library.having(filters)) > 0;
    },
    tellingOf: (word) => tellingOf(word, library.collection),
    // A corrected query is offered only if something answers it.
    corrections: (q) =>
      correctionsOf(q, library).filter((other) => matchOf(findMatches(library, { q: other })) === 'strong'),
  });
  const { lang: language, pageSize: size = defaultPageSize, facets = false, snippet = false } = given;
  const steps = found.map(
    (criteria) => `GET ${searchPath({ ...criteria, lang: language, pageSize: size, facets, snippet })}`,
  );
  return steps.length === 0 ? undefined : steps;
}

/** The address of a search; parameters with their default value are left out. */
export function searchPath(given: Partial<SearchInput>): string {
  const query = new URLSearchParams();
  for (const name of ['q', 'domain', 'status', 'minConfidence', 'maxRisk', 'lang'] as const) {
    const value = given[name];
    if (value !== undefined) query.set(name, String(value));
  }
  const { page: number = 1, pageSize: size = defaultPageSize } = given;
  if (number !== 1) query.set('page', String(number));
  if (size !== defaultPageSize) query.set('pageSize', String(size));
  for (const name of ['facets', 'snippet'] as const) if (given[name] === true) query.set(name, 'true');
  const text = query.toString();
  return `${apiPrefix}/search${text === '' ? '' : `?${text}`}`;
}
