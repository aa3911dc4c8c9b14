// The script of every page: the theme button, keyboard access to scrollable parts, alternative texts in place of missing images,
// and the search box. The code of the search box runs when the box first gets the focus.
const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const root = document.documentElement;

/** The theme with a given name. Any other name means the theme of the system. */
const themeOf = (given: string | null | undefined): Theme => themes.find((theme) => theme === given) ?? 'system';

function show(button: HTMLButtonElement, theme: Theme): void {
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  const label = button.dataset[theme] ?? '';
  button.setAttribute('aria-label', label);
  button.title = label;
}

function keep(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem('theme');
    else localStorage.setItem('theme', theme);
  } catch {
    // The browser forbids storage. The choice then lasts until the page is left.
  }
}

const button = document.querySelector<HTMLButtonElement>('button.theme');
if (button !== null) {
  show(button, themeOf(root.dataset.theme));
  button.addEventListener('click', () => {
    const next = themes[(themes.indexOf(themeOf(root.dataset.theme)) + 1) % themes.length] ?? 'system';
    show(button, next);
    keep(next);
  });
}

/** Makes scrollable parts focusable, because some browsers scroll only focused parts by keyboard. Parts that fit get no tab stop. */
function mark(): void {
  for (const part of document.querySelectorAll<HTMLElement>('pre, .table')) {
    const scrolls = part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight;
    if (scrolls) part.tabIndex = 0;
    else part.removeAttribute('tabindex');
  }
}
// Parts have their size once the page is loaded. Parts of closed `details` elements have none until they open.
for (const change of ['load', 'resize']) addEventListener(change, mark);
addEventListener('toggle', mark, true);

/** Shows the alternative text in place of the browser's icon for a broken image. */
function describe(picture: HTMLImageElement): void {
  const words = document.createElement('span');
  words.className = 'picture';
  words.textContent = picture.alt;
  picture.replaceWith(...(picture.alt === '' ? [] : [words]));
}
for (const picture of [...document.images]) {
  if (picture.complete && picture.naturalWidth === 0) describe(picture);
  else picture.addEventListener('error', () => describe(picture));
}

const input = document.querySelector<HTMLInputElement>('search input[type="search"]');
if (input !== null) {
  addEventListener('keydown', (event) => {
    const { key, altKey, ctrlKey, metaKey, isComposing, target } = event;
    // A slash moves the focus to the search box, but not while the reader types in a text field.
    const isWriting = target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'));
    if (key !== '/' || altKey || ctrlKey || metaKey || isComposing || isWriting) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
  if (input.closest('main') !== null) void import('./search-page.ts');
  else if (document.activeElement === input) void import('./search-panel.ts');
  else input.addEventListener('focus', () => void import('./search-panel.ts'), { once: true });
}
