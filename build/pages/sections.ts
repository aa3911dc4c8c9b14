// The parts of the site that every page leads to from its header. Each has a page of its own in both languages.
import type { InBoth } from '../source/article.ts';
import { words } from './words.ts';

export interface SiteSection {
  /** Without its language: `/docs`. Pages below it belong to the section. */
  path: string;
  name: InBoth<string>;
}

/** In the order of the header. A page that exists is added here, and nowhere else. */
export const siteSections: readonly SiteSection[] = [{ path: '/docs', name: words.docs }];
