// The page of an article in both languages side by side: the frame of the reader's language, and what the build made of both.
import { pagePath } from '../../../build/edition/locations.ts';
import { escapeHtml, type SlotName } from '../../../build/edition/slots.ts';
import type { Language } from '../../../build/edition/vocabulary.ts';
import type { Library } from '../../library.ts';

export interface ParallelPage {
  template: string;
  slots: Partial<Record<SlotName, string>>;
  /** The path of the page that this one shows in another way. */
  repeats: string;
}

export function parallelPage(library: Library, slug: string, language: Language): ParallelPage | undefined {
  const position = library.positionOfSlug.get(slug);
  const template = library.pages[`${language}/parallel`];
  if (position === undefined || template === undefined) return undefined;
  const item = JSON.parse(library.body(position, `item.${language}`).toString('utf8'));
  const slots = {
    slug: escapeHtml(slug),
    title: escapeHtml(item.title[language]),
    summary: escapeHtml(item.summary[language]),
    parallel: library.body(position, 'parallel.both').toString('utf8'),
  };
  return { template, slots, repeats: pagePath(slug) };
}
