// The query, the filters and the address of a search page. The server and the script that searches while a reader types share
// this module. A page rejects no request: invalid values are ignored.
import {
  type Language,
  type RiskLevel,
  riskLevels,
  type VerificationStatus,
  verificationStatuses,
} from './vocabulary.ts';

export interface PageSearch {
  q?: string;
  /** A domain id. */
  domain?: string;
  status?: VerificationStatus;
  maxRisk?: RiskLevel;
  /** From 0 to 100. */
  minConfidence?: number;
  /** From 1. Absent for the first page. */
  page?: number;
}

/** The maximum length of a query, in characters after NFKC. It is long enough for a stack trace or a log. */
export const queryLengthMax = 4096;
const pageMax = 1_000_000;

export const pageFilters = ['domain', 'status', 'maxRisk', 'minConfidence'] as const;
export type PageFilter = (typeof pageFilters)[number];

/**
 * Reads a search from the parameters of an address. `given` returns the value of a parameter. `domains` are the domains of the
 * site.
 */
export function readPageSearch(
  given: (name: string) => string | null | undefined,
  domains: readonly { id: string }[],
): PageSearch {
  const oneOf = <Value extends string>(values: readonly Value[], name: string): Value | undefined =>
    values.find((value) => value === given(name));
  const page = wholeNumber(given('page'), pageMax);
  return searchOf({
    q: asSearched(given('q') ?? '') || undefined,
    domain: domains.find(({ id }) => id === given('domain'))?.id,
    status: oneOf(verificationStatuses, 'status'),
    maxRisk: oneOf(riskLevels, 'maxRisk'),
    minConfidence: wholeNumber(given('minConfidence'), 100),
    page: page === undefined || page < 2 ? undefined : page,
  });
}

/** Builds a search from its parts and leaves out those that are undefined. */
export function searchOf(parts: { [Name in keyof PageSearch]: PageSearch[Name] | undefined }): PageSearch {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}

/** Whether a search has a query or a filter. */
export const isAsked = (search: PageSearch): boolean =>
  search.q !== undefined || pageFilters.some((name) => search[name] !== undefined);

/** The address of the page of a search. Without query and filters, it is the home page of the language, such as `/en/`. */
export function pageSearchPath(search: PageSearch, language: Language): string {
  const text = parametersOf(search);
  return `/${language}/${text === '' ? '' : `?${text}`}`;
}

/** The query string of a search, in a fixed order and encoding. Pages and the API use the same parameter names. */
export function parametersOf({ q, domain, status, maxRisk, minConfidence, page }: PageSearch): string {
  return Object.entries({ q, domain, status, maxRisk, minConfidence, page })
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join('&');
}

/** Normalises a typed query: NFKC, no control characters, no lone surrogates, cut to the maximum length that the API accepts. */
export function asSearched(typed: string): string {
  const text = typed
    .normalize('NFKC')
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim();
  return [...text].slice(0, queryLengthMax).join('').trim();
}

function wholeNumber(text: string | null | undefined, most: number): number | undefined {
  if (!/^(?:0|[1-9][0-9]{0,9})$/.test(text ?? '')) return undefined;
  const number = Number(text);
  return number <= most ? number : undefined;
}
