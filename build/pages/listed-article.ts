// An article as the pages and texts that list articles know it.
import type { CatalogueRow } from '../edition/catalogue.ts';
import type { InBoth } from '../source/article.ts';
import type { Checks } from '../trust/checks.ts';

export interface ListedArticle {
  row: Omit<CatalogueRow, 'shard' | 'bodies'>;
  title: InBoth<string>;
  summary: InBoth<string>;
  checks: Checks;
  /** HTML, an entry of a list. */
  html: InBoth<string>;
}

/** How many of the newest articles the home page lists. */
export const newestShown = 12;
