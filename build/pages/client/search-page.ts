// Search while typing, on the home page and the page of results: renders the same results as the server at the same address, and
// keeps the address, the title and the history in step.
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
/** The content of the home page without a query. */
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
/** The address that Back would lead to: later typing is not in the history. */
let committed = here();
/** The scroll position to restore after the answer is rendered. */
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

/** Undefined when the focus is outside the results; the name of a filter or of a link to another page, or empty for a result. */
function focusedControl(): string | undefined {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || !list.contains(activeElement)) return undefined;
  return activeElement.localName === 'summary' ? 'summary' : (activeElement.dataset.control ?? '');
}

/** Moves the focus to the replacement of the element that had it. */
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

/** Stores the scroll position in the history entry, so that Back restores it. */
function keepScroll(): void {
  clearTimeout(scrollRest);
  // Until the answer is rendered, the page does not belong to the current history entry.
  if (scrollTo === undefined) history.replaceState({ scrollY: window.scrollY }, '');
}
addEventListener('scroll', () => {
  clearTimeout(scrollRest);
  scrollRest = setTimeout(keepScroll, scrollRestMs);
});

/** Creates a history entry; intermediate typing has none. */
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
  // The server may be able to answer when the API does not. It also has the home page.
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
  // Ignores changes of the fragment.
  if (here() === pageSearchPath(wanted, pageLanguage)) return;
  const search = searchAt(location.href);
  committed = here();
  // The home page differs from the page of results.
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
// Text typed before this script was loaded.
if (asSearched(input.value) !== (wanted.q ?? '')) ask(typedSearch(worthAsking(input.value)));
