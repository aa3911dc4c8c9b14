// The domains of the site that a page belongs to. A build writes this module anew for each site: see `publishAssets`.
import type { NamedDomain } from '../../edition/result-words.ts';

export const siteDomains: readonly NamedDomain[] = [];
