// Renders a search response as plain data: filters, entries, further pages, and suggestions when nothing is found. The server
// turns the data into HTML. The script that searches while a reader types turns it into DOM elements.
import type { SearchItem } from './article-schema.ts';
import { type PageFilter, type PageSearch, pageFilters, pageSearchPath, readPageSearch } from './page-search.ts';
import {
  domainName,
  filterTitles,
  foundText,
  matchedNames,
  type NamedDomain,
  resultWords,
  riskNames,
  statusNames,
  valueName,
} from './result-words.ts';
import {
  confidenceThresholds,
  htmlLanguage,
  type Language,
  type LanguageChoice,
  languages,
  riskLevels,
  verificationStatuses,
} from './vocabulary.ts';

/** An element, or a text. The renderer escapes every text. */
export type Markup = MarkupElement | string;

interface MarkupElement {
  tag: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly Markup[];
}

type Given = Markup | undefined | readonly (Markup | undefined)[];

/** Makes an element and leaves out undefined attributes and children. */
export function element(
  tag: string,
  attributes: Readonly<Record<string, string | undefined>> = {},
  ...children: readonly Given[]
): MarkupElement {
  const given = Object.entries(attributes).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return {
    tag,
    attributes: Object.fromEntries(given),
    children: children.flat().filter((child): child is Markup => child !== undefined && child !== ''),
  };
}

/** One item of the search response of the API. */
export interface FoundItem extends SearchItem {
  matched?: LanguageChoice | undefined;
  snippet?: { zh?: string | undefined; en?: string | undefined } | undefined;
}

/** The `data` of the API's response to a search with `facets=true`. */
export interface SearchAnswer {
  items: readonly FoundItem[];
  /** `none` when no article answers the query, even if items are listed. */
  match?: string | undefined;
  unmatched?: readonly string[] | undefined;
  pagination: { page: number; pageSize: number; total: number; totalPages: number };
  /** The words of a long query that were searched for. */
  used?: string | undefined;
  /** Filter → value → the number of results if this value were chosen and the other filters stayed. */
  facets?: Readonly<Record<PageFilter, Readonly<Record<string, number>>>> | undefined;
  /** Searches to try instead, each written like `GET /api/v1/search?q=Docker`. */
  suggestions?: readonly string[] | undefined;
}

export const foundIn = (
  { pagination, match, unmatched }: SearchAnswer,
  { q }: PageSearch,
  language: Language,
): string => foundText(pagination, language, { isRanked: q !== undefined, match, unmatched });

/** The title of the search page, without the name of the site. */
export function searchTitle({ q }: PageSearch, language: Language): string {
  const name = resultWords.results[language];
  if (q === undefined) return name;
  return language === 'zh' ? `“${q}”的${name}` : `“${q}” – ${name}`;
}

/** The language and site for which results are rendered. */
export interface Viewer {
  language: Language;
  /** The domains of the site. */
  domains: readonly NamedDomain[];
}

/**
 * Renders everything below the line that states the number of results. For a long query, the links contain only the words that
 * were searched for.
 */
export function resultsMarkup(answer: SearchAnswer, asked: PageSearch, viewer: Viewer): MarkupElement[] {
  const { language } = viewer;
  const { items, used } = answer;
  const search = used === undefined ? asked : { ...asked, q: used };
  const rows = items.map((item) => resultRow(item, viewer));
  const list = element(
    'div',
    { class: 'list' },
    rows.length === 0
      ? undefined
      : [element('h2', { class: 'unseen' }, resultWords.list[language]), element('ul', { class: 'rows' }, rows)],
    suggestionsMarkup(answer, viewer),
    pagesMarkup(answer, search, language),
  );
  return answer.facets === undefined ? [list] : [filtersMarkup(answer, search, viewer), list];
}

export function resultRow(item: FoundItem, { language, domains }: Viewer): MarkupElement {
  const { verificationStatus: status, confidenceScore, riskLevel, updatedAt, matched } = item;
  const day = element('time', { datetime: updatedAt }, updatedAt.slice(0, 10));
  return element(
    'li',
    { class: 'row' },
    element('h3', {}, linkTo(item, language)),
    excerptOf(item, language),
    element(
      'p',
      { class: 'badges' },
      badge(statusNames[status][language], status),
      badge(`${resultWords.confidence[language]} ${confidenceScore}%`),
      badge(`${resultWords.risk[language]}: ${riskNames[riskLevel][language]}`, `risk-${riskLevel}`),
      element('span', { class: 'badge' }, `${resultWords.updated[language]} `, day),
      badge(domainName(item.domain, domains, language)),
      matched && badge(`${resultWords.foundIn[language]}${matchedNames[matched][language]}`),
    ),
  );
}

/** One result in its short form, which appears under a search box while the reader types. */
export function shortRow(item: FoundItem, { language, domains }: Viewer): MarkupElement {
  const { verificationStatus: status, confidenceScore: score } = item;
  return element(
    'li',
    {},
    linkTo(item, language),
    excerptOf(item, language, nearFirstMark),
    element(
      'p',
      { class: 'badges' },
      badge(statusNames[status][language], status),
      badge(`${score}%`),
      badge(domainName(item.domain, domains, language)),
    ),
  );
}

const linkTo = ({ slug, title }: FoundItem, language: Language): MarkupElement =>
  element('a', { href: `/${language}/articles/${slug}` }, title[language]);

const badge = (text: string, kind?: string): MarkupElement =>
  element('span', { class: kind === undefined ? 'badge' : `badge ${kind}` }, text);

/** The snippet in the page's language, or in the other language if only that text matches, or else the summary. */
function excerptOf(
  { snippet = {}, summary }: FoundItem,
  language: Language,
  cut = (excerpt: string): string => excerpt,
): MarkupElement {
  const of = [language, ...languages].find((candidate) => snippet[candidate] !== undefined);
  if (of === undefined) return element('p', { class: 'excerpt' }, summary[language]);
  const lang = of === language ? undefined : htmlLanguage[of];
  return element('p', { class: 'excerpt', lang }, withMarks(cut(snippet[of] ?? '')));
}

/**
 * Matches a word of the query, which the API has put between `**`. The lookahead excludes asterisks of the text itself, as in
 * `src/**`.
 */
const mark = /\*\*(?=[^\s*/.,;:)\]])([^*]+)\*\*/;

const withMarks = (excerpt: string): Markup[] =>
  excerpt.split(mark).map((piece, index) => (index % 2 === 0 ? piece : element('mark', {}, piece)));

/** Cuts the beginning of an excerpt so that its first marked word is visible in a narrow box. */
function nearFirstMark(excerpt: string): string {
  const first = excerpt.search(mark);
  if (first < 60) return excerpt;
  const before = [...excerpt.slice(0, first)].slice(-40).join('');
  // Cut at a space, so that no word is split. Chinese text has no spaces and is cut anywhere.
  return `…${before.slice(before.indexOf(' ') + 1)}${excerpt.slice(first)}`;
}

/** The filters, with the number of results of each value. Filters are links, so that they work without scripts and can be shared. */
function filtersMarkup({ facets, pagination }: SearchAnswer, search: PageSearch, viewer: Viewer): MarkupElement {
  const { language, domains } = viewer;
  const { page: _, ...first } = search;
  const chosen = pageFilters.filter((name) => search[name] !== undefined);
  const title = resultWords.filters[language];
  return element(
    'nav',
    { class: 'filters', 'aria-label': title },
    element(
      'details',
      {},
      element('summary', {}, chosen.length === 0 ? title : `${title} (${chosen.length})`),
      group(
        'domain',
        domains.map(({ id }) => id),
      ),
      group('status', verificationStatuses),
      group('maxRisk', riskLevels),
      group('minConfidence', thresholdsFor(search)),
      chosen.length > 0 ? element('p', {}, clearLink()) : undefined,
    ),
  );

  function group<Name extends PageFilter>(name: Name, values: readonly NonNullable<PageSearch[Name]>[]): MarkupElement {
    const names = { ...valueName, domain: (id: string) => domainName(id, domains, language) };
    const nameOf = names[name] as (value: NonNullable<PageSearch[Name]>, language: Language) => string;
    const rows = values.map((value) => {
      const isChosen = search[name] === value;
      const found = isChosen ? pagination.total : (facets?.[name][String(value)] ?? 0);
      const label = element('span', {}, nameOf(value, language));
      const count = element('span', { class: 'count' }, String(found));
      if (found === 0 && !isChosen) return element('li', { class: 'none' }, label, ' ', count);
      const href = pageSearchPath({ ...first, [name]: isChosen ? undefined : value }, language);
      const attributes = { href, 'data-control': `${name}:${value}`, 'aria-current': isChosen ? 'true' : undefined };
      const unseen = isChosen ? element('span', { class: 'unseen' }, resultWords.chosen[language]) : undefined;
      return element('li', {}, element('a', attributes, label, ' ', count, unseen));
    });
    return element('section', {}, element('h2', {}, filterTitles[name][language]), element('ul', {}, rows));
  }

  function clearLink(): MarkupElement {
    const href = pageSearchPath(search.q === undefined ? {} : { q: search.q }, language);
    return element('a', { href, 'data-control': 'clear' }, element('span', {}, resultWords.clear[language]));
  }
}

/** The thresholds of the filter `minConfidence`: the usual ones, and the one that the reader chose. */
function thresholdsFor({ minConfidence }: PageSearch): number[] {
  const values = new Set<number>(confidenceThresholds);
  if (minConfidence !== undefined) values.add(minConfidence);
  return [...values].sort((left, right) => left - right);
}

function suggestionsMarkup({ suggestions = [] }: SearchAnswer, viewer: Viewer): MarkupElement | undefined {
  if (suggestions.length === 0) return undefined;
  const links = suggestions.map((request, index) => {
    const parameters = new URLSearchParams(request.slice(request.indexOf('?') + 1));
    const search = readPageSearch((name) => parameters.get(name), viewer.domains);
    const attributes = { href: pageSearchPath(search, viewer.language), 'data-control': `instead:${index}` };
    return element('li', {}, element('a', attributes, nameOf(search, viewer)));
  });
  const heading = element('h2', {}, resultWords.instead[viewer.language]);
  return element('section', { class: 'instead' }, heading, element('ul', {}, links));
}

/** The name of a suggested search for readers: its query and its filters. */
function nameOf({ q, domain, status, maxRisk, minConfidence }: PageSearch, { language, domains }: Viewer): string {
  const parts = [
    q,
    domain && domainName(domain, domains, language),
    status && valueName.status(status, language),
    maxRisk && `${resultWords.risk[language]}: ${valueName.maxRisk(maxRisk, language)}`,
    minConfidence !== undefined && `${resultWords.confidence[language]} ${valueName.minConfidence(minConfidence)}`,
  ].filter((part) => typeof part === 'string');
  return parts.length === 0 ? resultWords.everything[language] : parts.join(' · ');
}

function pagesMarkup({ pagination }: SearchAnswer, search: PageSearch, language: Language): MarkupElement | undefined {
  const { page, totalPages } = pagination;
  if (totalPages < 2) return undefined;
  const { page: _, ...first } = search;
  const link = (number: number, name: 'previous' | 'next'): MarkupElement => {
    const href = pageSearchPath(number === 1 ? first : { ...first, page: number }, language);
    const rel = name === 'previous' ? 'prev' : 'next';
    return element('a', { rel, href, 'data-control': name }, resultWords[name][language]);
  };
  return element(
    'nav',
    { class: 'pages', 'aria-label': resultWords.pages[language] },
    page > 1 ? link(page - 1, 'previous') : undefined,
    page > 1 && page < totalPages ? ' · ' : undefined,
    page < totalPages ? link(page + 1, 'next') : undefined,
  );
}
