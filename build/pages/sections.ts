// The parts of the site that every page leads to from its header. Each has a page of its own in both languages.
import { changesPath, trustPath } from '../edition/locations.ts';
import type { InBoth } from '../source/article.ts';
import { docsWords } from './docs-words.ts';
import { trustWords } from './trust-words.ts';
import { words } from './words.ts';

export interface SiteSection {
  /** Without its language: `/docs`. Pages below it belong to the section. */
  path: string;
  name: InBoth<string>;
}

/** In the order of the header. A page that exists is added here, and nowhere else. */
export const siteSections: readonly SiteSection[] = [
  { path: '/docs', name: words.docs },
  { path: trustPath, name: trustWords.section },
  { path: changesPath, name: docsWords.changes },
];
