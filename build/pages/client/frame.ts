// The script of every page: the theme button, keyboard access to scrollable parts, alternative texts in place of missing pictures,
// and the search box, whose part runs on first focus.
const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const root = document.documentElement;

/** Anything else than a theme stands for the system's choice. */
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
    // Storage is forbidden: the choice lasts as long as the page.
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

/** Makes scrollable parts focusable, because some browsers cannot scroll others by keyboard; parts that fit need no tab stop. */
function mark(): void {
  for (const part of document.querySelectorAll<HTMLElement>('pre, .table')) {
    const scrolls = part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight;
    if (scrolls) part.tabIndex = 0;
    else part.removeAttribute('tabindex');
  }
}
mark();
// The style sheet may load after the document, and content of closed details has no size.
for (const change of ['load', 'resize']) addEventListener(change, mark);
addEventListener('toggle', mark, true);

/** Replaces the browser's broken-image icon. */
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
    // In a text field, a slash is text.
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
