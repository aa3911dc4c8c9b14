// What the page of an article does with a script: it knows where the reader is, copies code, texts and citations, and opens
// everything for paper. Without it all of the article can be read.
import { addCopyButtons } from './copy-code.ts';
import { copyFrom, copyText } from './copying.ts';
import { followPlace } from './place.ts';

const article = document.querySelector<HTMLElement>('article');
if (article !== null) {
  followPlace(article);
  addCopyButtons(article);
  for (const button of article.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    button.addEventListener('click', () => copyText(button.dataset.copy ?? ''));
  }
  for (const button of article.querySelectorAll<HTMLButtonElement>('button[data-copy-from]')) {
    button.addEventListener('click', () => copyFrom(button.dataset.copyFrom ?? ''));
  }
}

// Browsers that cannot show by style what is closed.
const opened: HTMLDetailsElement[] = [];
addEventListener('beforeprint', () => {
  for (const part of document.querySelectorAll<HTMLDetailsElement>('article details:not([open])')) {
    part.open = true;
    opened.push(part);
  }
});
addEventListener('afterprint', () => {
  for (const part of opened.splice(0)) part.open = false;
});
