// Shows results under the search box of pages other than the search page. Enter leads to the page with all results.
import { pageSearchPath, parametersOf } from '../../edition/page-search.ts';
import { searchingWords } from '../../edition/result-words.ts';
import { foundIn, type SearchAnswer, shortRow } from '../../edition/results-view.ts';
import {
  Asker,
  domainsOfSite,
  make,
  nodeOf,
  onTyping,
  pageLanguage,
  partOf,
  walkWithKeys,
  worthAsking,
} from './search.ts';

const rowsShown = 5;

const place = partOf<HTMLElement>(document, 'header search');
const form = partOf<HTMLFormElement>(place, 'form');
const input = partOf<HTMLInputElement>(form, 'input');

const panel = make('div', 'panel');
panel.hidden = true;
const found = make('p', 'found');
found.role = 'status';
const list = make('ul');
const rest = make('p', 'rest');
const all = make('a', '', searchingWords.all[pageLanguage]);
const asker = new Asker({
  show,
  busy: (isBusy) => panel.setAttribute('aria-busy', String(isBusy)),
  troubled() {
    panel.hidden = false;
  },
});
rest.append(all, ' ', make('span', 'keys', searchingWords.keys[pageLanguage]));
panel.append(found, asker.note, list, rest);
place.append(panel);

let shown: string | undefined;

const addressOf = (q: string): string =>
  `${form.dataset.api}?${parametersOf({ q })}&pageSize=${rowsShown}&snippet=true`;

function close(): void {
  asker.want(undefined);
  typing.forget();
  panel.hidden = true;
}

function typed(text: string): void {
  const q = worthAsking(text);
  if (q === undefined) close();
  else {
    shown = q;
    asker.want(addressOf(q));
  }
}

function show(answer: SearchAnswer): void {
  const search = { ...(shown !== undefined && { q: shown }) };
  const { items, pagination } = answer;
  const first = { ...answer, pagination: { ...pagination, totalPages: 1 } };
  panel.hidden = false;
  found.textContent = foundIn(first, search, pageLanguage);
  list.replaceChildren(
    ...items.map((item) => nodeOf(shortRow(item, { language: pageLanguage, domains: domainsOfSite }))),
  );
  all.href = pageSearchPath(search, pageLanguage);
  // Without results the list is hidden. The link `all` leads to the search page, which then has suggestions.
  list.hidden = items.length === 0;
}

const isKnown = (text: string): boolean => {
  const q = worthAsking(text);
  return q === undefined || asker.knows(addressOf(q));
};
const typing = onTyping(input, { typed, isKnown });

walkWithKeys({
  input,
  place,
  links: () => (panel.hidden ? [] : [...panel.querySelectorAll<HTMLElement>('a')]),
  leave(from) {
    if (panel.hidden) return false;
    close();
    if (from === 'results') input.focus();
    return true;
  },
});
/** Reopens the panel with its previous results. */
const reopen = (): void => {
  if (panel.hidden && input.value !== '' && isKnown(input.value)) typed(input.value);
};
input.addEventListener('click', reopen);
input.addEventListener('keydown', ({ key }) => {
  if (key === 'ArrowDown') reopen();
});
place.addEventListener('focusout', ({ relatedTarget }) => {
  // Close the panel when the focus leaves it. A click inside the panel but beside a link moves no focus and leaves it open.
  if (relatedTarget instanceof Node && !place.contains(relatedTarget)) close();
});
document.addEventListener('pointerdown', ({ target }) => {
  if (target instanceof Node && !place.contains(target)) close();
});
form.addEventListener('submit', (event) => {
  if (typing.isComposing()) event.preventDefault();
});
if (input.value !== '') typed(input.value);
