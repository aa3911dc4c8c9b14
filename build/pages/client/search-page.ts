// Search while typing, on the home page and on the page of results. It renders the same results as the server does for the same
// address, and keeps the address, the title and the history up to date.
import {
  asSearched,
  isAsked,
  type PageSearch,
  pageSearchPath,
  parametersOf,
  readPageSearch,
  searchOf,
} from '../../edition/page-search.ts';
import { resultWords } from '../../edition/result-words.ts';
import { foundIn, resultsMarkup, type SearchAnswer, searchTitle } from '../../edition/results-view.ts';
import { Asker, domainsOfSite, nodeOf, onTyping, pageLanguage, partOf, walkWithKeys, worthAsking } from './search.ts';

const scrollRestMs = 100;

const viewer = { language: pageLanguage, domains: domainsOfSite };

const main = partOf<HTMLElement>(document, 'main');
const form = partOf<HTMLFormElement>(main, 'search form');
const input = partOf<HTMLInputElement>(form, 'input[type="search"]');
const heading = partOf<HTMLElement>(main, 'h1');
const results = partOf<HTMLElement>(main, '.results');
const found = partOf<HTMLElement>(results, '.found');
const list = partOf<HTMLElement>(results, '.answer');
/** The content that the home page shows without a query. */
const welcome = main.querySelector<HTMLElement>('.welcome');
const product = document.querySelector('.brand')?.textContent ?? '';
const plain = { title: document.title, heading: heading.textContent };

const here = (): string => location.pathname + location.search;
const searchAt = (url: string): PageSearch => {
  const { searchParams } = new URL(url, location.href);
  return readPageSearch((name) => searchParams.get(name), domainsOfSite);
};
const addressOf = (search: PageSearch): string => {
  const parameters = parametersOf(search);
  return `${form.dataset.api}?${parameters === '' ? '' : `${parameters}&`}facets=true&snippet=true`;
};

let wanted = searchAt(location.href);
/** The address of the last history entry. While the reader types, each new address replaces the one before and adds no entry. */
let committed = here();
/** The scroll position to restore once the results are rendered. */
let scrollTo: number | undefined;
let scrollRest: number | undefined;

const asker = new Asker({ show, busy: (isBusy) => results.setAttribute('aria-busy', String(isBusy)) });
partOf(main, 'search').after(asker.note);

function ask(search: PageSearch): void {
  wanted = search;
  if (isAsked(search) || welcome === null) asker.want(addressOf(search));
  else {
    asker.want(undefined);
    showWelcome();
  }
}

function show(answer: SearchAnswer): void {
  const focused = focusedControl();
  found.textContent = foundIn(answer, wanted, pageLanguage);
  const isOpen = list.querySelector('details')?.open ?? false;
  list.replaceChildren(...resultsMarkup(answer, wanted, viewer).map(nodeOf));
  for (const details of list.querySelectorAll('details')) details.open = isOpen;
  showFrame({ title: `${searchTitle(wanted, pageLanguage)} · ${product}`, heading: resultWords.results[pageLanguage] });
  refocus(focused);
}

/**
 * The name of the focused control in the results: a filter or a link to another page. Empty for a result, undefined when the
 * focus is elsewhere.
 */
function focusedControl(): string | undefined {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || !list.contains(activeElement)) return undefined;
  return activeElement.localName === 'summary' ? 'summary' : (activeElement.dataset.control ?? '');
}

/** After new results were rendered, moves the focus to the element that replaces the focused one. */
function refocus(focused: string | undefined): void {
  if (focused === undefined) return;
  const turnsPage = focused === 'next' || focused === 'previous';
  const same = [...list.querySelectorAll<HTMLElement>('[data-control], summary')].find(
    ({ dataset }) => (dataset.control ?? 'summary') === focused,
  );
  const place = (turnsPage ? undefined : same) ?? list.querySelector<HTMLElement>('.rows h3 a') ?? input;
  place.focus({ preventScroll: turnsPage });
}

function showWelcome(): void {
  found.textContent = '';
  list.replaceChildren();
  showFrame(plain);
}

function showFrame({ title, heading: text }: { title: string; heading: string | null }): void {
  if (welcome !== null) welcome.hidden = isAsked(wanted);
  document.title = title;
  heading.textContent = text;
  const path = pageSearchPath(wanted, pageLanguage);
  if (path !== here()) history.replaceState(history.state, '', path);
  const other = document.querySelector<HTMLAnchorElement>('header a[hreflang]');
  if (other !== null) other.href = pageSearchPath(wanted, pageLanguage === 'zh' ? 'en' : 'zh');
  if (scrollTo !== undefined) window.scrollTo(0, scrollTo);
  scrollTo = undefined;
}

/** Stores the scroll position in the history entry, so that going back restores it. */
function keepScroll(): void {
  clearTimeout(scrollRest);
  // Until the results are rendered, the page still shows those of another history entry.
  if (scrollTo === undefined) history.replaceState({ scrollY: window.scrollY }, '');
}
addEventListener('scroll', () => {
  clearTimeout(scrollRest);
  scrollRest = setTimeout(keepScroll, scrollRestMs);
});

/** Creates a history entry, for a search that the reader has finished typing. */
function commit(path: string): void {
  if (path === committed) return;
  keepScroll();
  if (here() === path) history.replaceState(history.state, '', committed);
  history.pushState(null, '', path);
  committed = path;
}

const typedSearch = (q: string | undefined): PageSearch => searchOf({ ...wanted, q, page: undefined });
const typing = onTyping(input, {
  typed: (text) => ask(typedSearch(worthAsking(text))),
  isKnown: (text) => asker.knows(addressOf(typedSearch(worthAsking(text)))),
});

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (typing.isComposing()) return;
  typing.forget();
  const search = typedSearch(asSearched(input.value) || undefined);
  const path = pageSearchPath(search, pageLanguage);
  ask(search);
  // Load the page from the server if the API has failed, because the server may still answer, or if the search is empty, because
  // the server then shows the home page.
  if (asker.hasFailed || (welcome === null && !isAsked(search))) location.assign(path);
  else commit(path);
});

results.addEventListener('click', (event) => {
  const { target, button, altKey, ctrlKey, metaKey, shiftKey } = event;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-control]') : null;
  if (link === null || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return;
  const search = searchAt(link.href);
  if (!isAsked(search)) return;
  event.preventDefault();
  typing.forget();
  keepScroll();
  if (link.rel !== '') scrollTo = 0;
  input.value = search.q ?? '';
  history.pushState(null, '', pageSearchPath(search, pageLanguage));
  committed = here();
  ask(search);
});

addEventListener('popstate', () => {
  // If only the fragment of the address has changed, the search is the same.
  if (here() === pageSearchPath(wanted, pageLanguage)) return;
  const search = searchAt(location.href);
  committed = here();
  // An empty search is the home page, which this page does not contain.
  if (welcome === null && !isAsked(search)) return location.reload();
  typing.forget();
  input.value = search.q ?? '';
  clearTimeout(scrollRest);
  scrollTo = Number(history.state?.scrollY) || 0;
  ask(search);
});

walkWithKeys({
  input,
  place: main,
  links: () => [...list.querySelectorAll<HTMLElement>('.rows h3 a, .instead a')],
  leave(from) {
    if (from === 'box') return false;
    input.focus();
    return true;
  },
});
// Search for text that the reader typed before this script was loaded.
if (asSearched(input.value) !== (wanted.q ?? '')) ask(typedSearch(worthAsking(input.value)));
