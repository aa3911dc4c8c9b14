// The filters of a search with how much each value would find: links, so that they work without scripts and can be shared.
import { element, type MarkupElement } from './markup.ts';
import { type PageFilter, type PageSearch, pageFilters, pageSearchPath } from './page-search.ts';
import { filterTitles, resultWords, valueName } from './result-words.ts';
import { confidenceThresholds, domains, type Language, riskLevels, verificationStatuses } from './vocabulary.ts';

/** Filter → value → how much is found with that filter set to it and the others as they are. */
export type FilterCounts = Readonly<Record<PageFilter, Readonly<Record<string, number>>>>;

export function filtersMarkup(
  search: PageSearch,
  { facets, total }: { facets: FilterCounts; total: number },
  language: Language,
): MarkupElement {
  const chosen = pageFilters.filter((name) => search[name] !== undefined);
  const count = chosen.length === 0 ? '' : ` (${chosen.length})`;
  const groups = [
    group('domain', domains, (domain) => ({ ...search, domain })),
    group('status', verificationStatuses, (status) => ({ ...search, status })),
    group('maxRisk', riskLevels, (maxRisk) => ({ ...search, maxRisk })),
    group('minConfidence', thresholdsFor(search), (minConfidence) => ({ ...search, minConfidence })),
  ];
  return element(
    'nav',
    { class: 'filters', 'aria-label': resultWords.filters[language] },
    element(
      'details',
      {},
      element('summary', {}, `${resultWords.filters[language]}${count}`),
      ...groups,
      chosen.length === 0
        ? undefined
        : element(
            'p',
            {},
            link({ ...(search.q !== undefined && { q: search.q }) }, 'clear', resultWords.clear[language]),
          ),
    ),
  );

  function group<Name extends PageFilter, Value extends NonNullable<PageSearch[Name]>>(
    name: Name,
    values: readonly Value[],
    narrowed: (value: Value) => PageSearch,
  ): MarkupElement {
    const nameOf = valueName[name] as (value: Value, language: Language) => string;
    const rows = values.map((value) => {
      const isChosen = search[name] === value;
      const found = isChosen ? total : (facets[name][String(value)] ?? 0);
      const label = nameOf(value, language);
      const number = element('span', { class: 'count' }, String(found));
      if (found === 0 && !isChosen) return element('li', { class: 'none' }, element('span', {}, label), ' ', number);
      const { page: _, ...wanted } = narrowed(value);
      if (!isChosen) return element('li', {}, link(wanted, `${name}:${value}`, label, number));
      const { [name]: __, ...without } = wanted;
      const unseen = element('span', { class: 'unseen' }, resultWords.chosen[language]);
      return element('li', {}, link(without, `${name}:${value}`, label, number, unseen, 'true'));
    });
    return element('section', {}, element('h2', {}, filterTitles[name][language]), element('ul', {}, rows));
  }

  function link(
    wanted: PageSearch,
    control: string,
    label: string,
    number?: MarkupElement,
    unseen?: MarkupElement,
    current?: 'true',
  ): MarkupElement {
    const attributes = { href: pageSearchPath(wanted, language), 'data-control': control, 'aria-current': current };
    return element('a', attributes, element('span', {}, label), number && ' ', number, unseen);
  }
}

/** The usual ones, and the one that is asked for. */
function thresholdsFor({ minConfidence }: PageSearch): number[] {
  const values = new Set<number>(confidenceThresholds);
  if (minConfidence !== undefined) values.add(minConfidence);
  return [...values].sort((left, right) => left - right);
}
