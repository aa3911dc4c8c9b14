// Results under the search box of a page that is about something else. Enter leads to the page with all of them.
import { pageSearchPath, parametersOf } from '../../edition/page-search.ts';
import { shortRow } from '../../edition/result-row.ts';
import { searchingWords } from '../../edition/result-words.ts';
import { foundIn, type SearchAnswer } from '../../edition/results-view.ts';
import { Asker } from './search-asker.ts';
import { nodeOf, pageLanguage, partOf } from './search-elements.ts';
import { walkWithKeys } from './search-keys.ts';
import { noteFor } from './search-note.ts';
import { onTyping, worthAsking } from './search-typing.ts';

const rowsShown = 5;

const place = partOf<HTMLElement>(document, 'header search');
const form = partOf<HTMLFormElement>(place, 'form');
const input = partOf<HTMLInputElement>(form, 'input');

const panel = document.createElement('div');
panel.className = 'panel';
panel.hidden = true;
const found = document.createElement('p');
found.setAttribute('role', 'status');
found.className = 'found';
const list = document.createElement('ul');
const rest = document.createElement('p');
rest.className = 'rest';
const all = document.createElement('a');
const note = noteFor(() => asker.retry());
const keys = document.createElement('span');
keys.className = 'keys';
keys.textContent = searchingWords.keys[pageLanguage];
rest.append(all, ' ', keys);
panel.append(found, note.element, list, rest);
place.append(panel);

const asker = new Asker({
  show,
  tell(trouble) {
    note.tell(trouble);
    if (trouble !== undefined) panel.hidden = false;
  },
  busy: (isBusy) => panel.setAttribute('aria-busy', String(isBusy)),
});
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
  list.replaceChildren(...items.map((item) => nodeOf(shortRow(item, pageLanguage))));
  all.href = pageSearchPath(search, pageLanguage);
  all.textContent = searchingWords.all[pageLanguage];
  // The page with all results says what else to ask for when there are none.
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
/** Opens it again with what it showed. */
const reopen = (): void => {
  if (panel.hidden && input.value !== '' && isKnown(input.value)) typed(input.value);
};
input.addEventListener('click', reopen);
input.addEventListener('keydown', ({ key }) => {
  if (key === 'ArrowDown') reopen();
});
place.addEventListener('focusout', ({ relatedTarget }) => {
  // A click into the panel that hits no link moves the focus nowhere.
  if (relatedTarget instanceof Node && !place.contains(relatedTarget)) close();
});
document.addEventListener('pointerdown', ({ target }) => {
  if (target instanceof Node && !place.contains(target)) close();
});
form.addEventListener('submit', (event) => {
  if (typing.isComposing()) event.preventDefault();
});
if (input.value !== '') typed(input.value);
