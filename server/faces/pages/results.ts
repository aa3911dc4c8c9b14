// The results of the search form, page by page. The same operation answers the form and the API. The form accepts every input.
import {
  isAsked,
  type PageFilter,
  type PageSearch,
  pageFilters,
  pageSearchPath,
  readPageSearch,
  searchOf,
} from '../../../build/edition/page-search.ts';
import {
  foundIn,
  type Markup,
  resultsMarkup,
  type SearchAnswer,
  searchTitle,
} from '../../../build/edition/results-view.ts';
import { escapeHtml, type SlotName } from '../../../build/edition/slots.ts';
import type { Language } from '../../../build/edition/vocabulary.ts';
import type { Library } from '../../library.ts';
import { joined } from '../../operations/operation.ts';
import { search } from '../../operations/search.ts';
import { readQuery } from '../http/query-string.ts';

/** The search that the URL of a page asks for; undefined when it has neither a query nor a filter. */
export function searchIn(url: string, { site }: Library): PageSearch | undefined {
  const { values } = readQuery(url);
  const given = readPageSearch((name) => values[name], site.domains);
  return isAsked(given) ? given : undefined;
}

/** The slots of the search page; undefined when the URL has neither a query nor a filter. */
export function resultsFor(
  library: Library,
  language: Language,
  url: string,
): Partial<Record<SlotName, string>> | undefined {
  const wanted = searchIn(url, library);
  if (wanted === undefined) return undefined;
  let shown = wanted;
  let answer = answerTo(wanted, library);
  const { totalPages } = answer.pagination;
  // A page number beyond the last page shows the last page.
  if ((wanted.page ?? 1) > Math.max(1, totalPages)) {
    shown = searchOf({ ...wanted, page: totalPages > 1 ? totalPages : undefined });
    answer = answerTo(shown, library);
  }
  return {
    ...askedSlots(shown, language),
    found: escapeHtml(foundIn(answer, shown, language)),
    results: resultsMarkup(answer, shown, { language, domains: library.site.domains }).map(markupHtml).join(''),
  };
}

/** The slots of the search page that show the query and its filters. */
export const askedSlots = (asked: PageSearch, language: Language): Partial<Record<SlotName, string>> => ({
  query: escapeHtml(asked.q ?? ''),
  title: escapeHtml(searchTitle(asked, language)),
  kept: pageFilters.map((name) => keptHtml(name, asked)).join(''),
  parameters: escapeHtml(pageSearchPath(asked, language).replace(/^[^?]*/, '')),
});

function answerTo({ q, domain, status, maxRisk, minConfidence, page = 1 }: PageSearch, library: Library): SearchAnswer {
  const filters = { domain, status, maxRisk, minConfidence: minConfidence?.toString() };
  const given = search.input.parse(
    Object.fromEntries(
      Object.entries({ q, ...filters, page: String(page), facets: 'true', snippet: 'true' }).filter(
        ([, value]) => value !== undefined,
      ),
    ),
  );
  const outcome = search.run({ library, origin: '', preferredFormat: 'json', agent: undefined }, given);
  if (outcome.kind !== 'data') throw new Error(`a search was answered with ${outcome.kind} instead of data`);
  return search.output.parse(JSON.parse(joined(outcome.pieces).toString()));
}

/** A hidden form field that keeps a filter when the user changes the query. */
function keptHtml(name: PageFilter, { [name]: value }: PageSearch): string {
  return value === undefined ? '' : `<input type="hidden" name="${name}" value="${escapeHtml(String(value))}">`;
}

export function markupHtml(markup: Markup): string {
  if (typeof markup === 'string') return escapeHtml(markup);
  const { tag, attributes, children } = markup;
  const given = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  return `<${tag}${given.join('')}>${children.map(markupHtml).join('')}</${tag}>`;
}
