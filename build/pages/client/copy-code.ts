// Puts a button for copying beside every block of code of an article or a guide, which says what the button is called.
import { copyText } from './copying.ts';

export function addCopyButtons(article: HTMLElement): void {
  for (const pre of article.querySelectorAll<HTMLElement>('.code > pre')) addCopyButton(article, pre);
}

/** Copies what the author wrote between the fences: HTML ends it with a line end that is not part of it. */
function addCopyButton({ dataset }: HTMLElement, pre: HTMLElement): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = dataset.copy ?? '';
  button.setAttribute('aria-label', dataset.copyCode ?? '');
  button.addEventListener('click', () => copyText((pre.textContent ?? '').replace(/\n$/, '')));
  pre.after(button);
}
