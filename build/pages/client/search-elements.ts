// Markup as elements of the page: text becomes text, whatever it holds.
import type { Markup } from '../../edition/markup.ts';
import type { Language } from '../../edition/vocabulary.ts';

export function nodeOf(markup: Markup): Node {
  if (typeof markup === 'string') return document.createTextNode(markup);
  const made = document.createElement(markup.tag);
  for (const [name, value] of Object.entries(markup.attributes)) made.setAttribute(name, value);
  made.append(...markup.children.map(nodeOf));
  return made;
}

export const pageLanguage: Language = document.documentElement.lang.startsWith('zh') ? 'zh' : 'en';

/** One that the page was built with. */
export function partOf<Part extends Element>(parent: ParentNode, selector: string): Part {
  const found = parent.querySelector<Part>(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return found;
}
