// What a search page shows of an answer of the API: filters, entries, further pages, and what to ask when nothing is found.
// The server writes it as HTML; the script that searches while a reader types makes elements of it.
import { element, type MarkupElement } from './markup.ts';
import { type PageSearch, pageFilters, pageSearchPath, readPageSearch } from './page-search.ts';
import { type FilterCounts, filtersMarkup } from './result-filters.ts';
import { type FoundItem, resultRow } from './result-row.ts';
import { foundText, resultWords, valueName } from './result-words.ts';
import type { Language } from './vocabulary.ts';

/** `data` of the API's answer to a search with facets=true. */
export interface SearchAnswer {
  items: readonly FoundItem[];
  /** `none` when nothing answers, whatever is listed. */
  match?: string | undefined;
  unmatched?: readonly string[] | undefined;
  pagination: { page: number; pageSize: number; total: number; totalPages: number };
  /** What of a long query was searched for. */
  used?: string | undefined;
  facets?: FilterCounts | undefined;
  /** Each is `GET` and the address of a search of the API. */
  suggestions?: readonly string[] | undefined;
}

export const foundIn = (
  { pagination, match, unmatched }: SearchAnswer,
  { q }: PageSearch,
  language: Language,
): string => foundText(pagination, language, { isRanked: q !== undefined, match, unmatched });

/** Everything below the line that says how much was found. The links of a long query ask for what was used of it. */
export function resultsMarkup(answer: SearchAnswer, asked: PageSearch, language: Language): MarkupElement[] {
  const { facets, items, pagination, used } = answer;
  const search = used === undefined ? asked : { ...asked, q: used };
  const filters = facets === undefined ? [] : [filtersMarkup(search, { facets, total: pagination.total }, language)];
  const list = items.map((item) => resultRow(item, language));
  return [
    ...filters,
    element(
      'div',
      { class: 'list' },
      list.length === 0
        ? undefined
        : [element('h2', { class: 'unseen' }, resultWords.list[language]), element('ul', { class: 'rows' }, list)],
      suggestionsMarkup(answer, language),
      pagesMarkup(answer, search, language),
    ),
  ];
}

/** The title of the page, without the name of the site. */
export function searchTitle({ q }: PageSearch, language: Language): string {
  const name = resultWords.results[language];
  if (q === undefined) return name;
  return language === 'zh' ? `“${q}”的${name}` : `“${q}” – ${name}`;
}

function suggestionsMarkup({ suggestions = [] }: SearchAnswer, language: Language): MarkupElement | undefined {
  if (suggestions.length === 0) return undefined;
  const links = suggestions.map((request, index) => {
    const parameters = new URLSearchParams(request.slice(request.indexOf('?') + 1));
    const search = readPageSearch((name) => parameters.get(name));
    const attributes = { href: pageSearchPath(search, language), 'data-control': `instead:${index}` };
    return element('li', {}, element('a', attributes, nameOf(search, language)));
  });
  return element(
    'section',
    { class: 'instead' },
    element('h2', {}, resultWords.instead[language]),
    element('ul', {}, links),
  );
}

/** A search in words: what is typed, and the filters. */
function nameOf(search: PageSearch, language: Language): string {
  const { q, domain, status, maxRisk, minConfidence } = search;
  const filters = [
    domain && valueName.domain(domain, language),
    status && valueName.status(status, language),
    maxRisk && `${resultWords.risk[language]}: ${valueName.maxRisk(maxRisk, language)}`,
    minConfidence !== undefined && `${resultWords.confidence[language]} ${valueName.minConfidence(minConfidence)}`,
  ].filter((name) => typeof name === 'string');
  const words =
    q ?? (pageFilters.every((name) => search[name] === undefined) ? resultWords.everything[language] : undefined);
  return [...(words === undefined ? [] : [words]), ...filters].join(' · ');
}

function pagesMarkup({ pagination }: SearchAnswer, search: PageSearch, language: Language): MarkupElement | undefined {
  const { page, totalPages } = pagination;
  const { page: _, ...first } = search;
  const link = (number: number, name: 'previous' | 'next'): MarkupElement =>
    element(
      'a',
      {
        rel: name === 'previous' ? 'prev' : 'next',
        href: pageSearchPath(number === 1 ? first : { ...first, page: number }, language),
        'data-control': name,
      },
      resultWords[name][language],
    );
  const links = [
    page > 1 ? link(page - 1, 'previous') : undefined,
    page > 1 && page < totalPages ? ' · ' : undefined,
    page < totalPages ? link(page + 1, 'next') : undefined,
  ];
  if (totalPages < 2) return undefined;
  return element('nav', { class: 'pages', 'aria-label': resultWords.pages[language] }, links);
}
