// Search: by words, by filters, or both; the articles of one page with exact totals.
import { z } from 'zod';
import { searchItem } from '../../build/edition/article.ts';
import { fingerprint } from '../../build/edition/hash.ts';
import { apiPrefix, representationPath } from '../../build/edition/locations.ts';
import { domains, type LanguageChoice, verificationStatuses } from '../../build/edition/vocabulary.ts';
import type { Library } from '../library.ts';
import { intersect, positionsOf } from '../search/bitset.ts';
import type { Matches } from '../search/ranking.ts';
import { operation, type Piece } from './operation.ts';
import { defaultPageSize, lang, oneOf, page, pageSize, queryText } from './parameters.ts';

const input = z.strictObject({
  q: queryText.optional(),
  domain: oneOf(domains),
  status: oneOf(verificationStatuses),
  lang,
  page,
  pageSize,
});
export type SearchInput = z.infer<typeof input>;
/** What narrows a search. */
export type SearchCriteria = Pick<SearchInput, 'q' | 'domain' | 'status'>;

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
  output: z.strictObject({ items: z.array(searchItem), pagination }),
  run({ library }, given) {
    const matches = findMatches(library, given);
    const { page: number, pageSize: size } = given;
    const shown = matches.page((number - 1) * size, number * size);
    const choice: LanguageChoice = given.lang ?? 'both';
    const pages = { page: number, pageSize: size, total: matches.total, totalPages: Math.ceil(matches.total / size) };
    const pieces: Piece[] = ['{"items":['];
    shown.forEach((position, index) => {
      if (index > 0) pieces.push(',');
      pieces.push(library.body(position, `item.${choice}`));
    });
    pieces.push(`],"pagination":${JSON.stringify(pages)}}`);
    const nextStep = nextStepOf(library, given, shown, pages);
    const tags = shown.map((position) => library.bodyTag(position, `item.${choice}`));
    return {
      kind: 'data',
      pieces,
      tag: fingerprint(JSON.stringify([tags, pages, nextStep])),
      ...(nextStep !== undefined && { nextStep }),
    };
  },
});

/** Every matching article; without words, in the order of a listing. */
export function findMatches(library: Library, { q, domain, status }: SearchCriteria): Matches {
  const allowed = intersect(library.having('domain', domain), library.having('verificationStatus', status));
  if (q !== undefined) return library.rank(q, allowed);
  // Positions are in listing order already.
  const positions = positionsOf(allowed);
  return {
    total: positions.length,
    page: (from, to) => positions.slice(from, to),
    everywhere: Uint32Array.from({ length: library.size }, (_, position) => position),
  };
}

interface Pages {
  page: number;
  total: number;
  totalPages: number;
}

/** First hit's article; while paging, the next page; when nothing is found, a search that does find. */
function nextStepOf(
  library: Library,
  given: SearchInput,
  shown: readonly number[],
  { page: number, total, totalPages }: Pages,
): string | undefined {
  if (total === 0) return wideningOf(library, given);
  if (number > totalPages) return `GET ${searchPath({ ...given, page: totalPages })}`;
  const isPaging = given.q === undefined || number > 1;
  if (isPaging && number < totalPages) return `GET ${searchPath({ ...given, page: number + 1 })}`;
  const slug = library.articles[shown[0] ?? -1]?.slug;
  return slug === undefined ? undefined : `GET ${representationPath(slug, 'markdown', given.lang ?? 'both')}`;
}

/** The nearest wider search that finds something. */
function wideningOf(library: Library, given: SearchInput): string | undefined {
  const { q, domain, status, lang: language, pageSize: size } = given;
  const kept = { ...(language && { lang: language }), page: 1, pageSize: size };
  const candidates: SearchCriteria[] = [
    { ...(q && { q }), ...(domain && { domain }) },
    { ...(q && { q }), ...(status && { status }) },
    { ...(q && { q }) },
    { ...(domain && { domain }), ...(status && { status }) },
    { ...(domain && { domain }) },
    {},
  ];
  const wider = candidates.find((candidate) => findMatches(library, candidate).total > 0);
  return wider === undefined ? undefined : `GET ${searchPath({ ...wider, ...kept })}`;
}

/** The address of a search; parameters that have their default are left out. */
export function searchPath(
  given: SearchCriteria & { lang?: string | undefined; page: number; pageSize: number },
): string {
  const query = new URLSearchParams();
  for (const name of ['q', 'domain', 'status', 'lang'] as const) {
    const value = given[name];
    if (value !== undefined) query.set(name, value);
  }
  if (given.page !== 1) query.set('page', String(given.page));
  if (given.pageSize !== defaultPageSize) query.set('pageSize', String(given.pageSize));
  const text = query.toString();
  return `${apiPrefix}/search${text === '' ? '' : `?${text}`}`;
}
