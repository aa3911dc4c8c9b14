// The search box of every page: `/` leads to it, and what else it can do is loaded when somebody is about to search.
const input = document.querySelector<HTMLInputElement>('search input[type="search"]');

/** Where a slash is text. */
const isWritingIn = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

if (input !== null) {
  addEventListener('keydown', (event) => {
    const { key, altKey, ctrlKey, metaKey, isComposing, target } = event;
    if (key !== '/' || altKey || ctrlKey || metaKey || isComposing || isWritingIn(target)) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
  if (input.closest('main') !== null) void import('./search-page.ts');
  else if (document.activeElement === input) void import('./search-panel.ts');
  else input.addEventListener('focus', () => void import('./search-panel.ts'), { once: true });
}
