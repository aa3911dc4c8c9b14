// The domains of the site that a page belongs to. A build writes them before the script: see `publishAssets`.
import type { NamedDomain } from '../../edition/result-words.ts';

declare global {
  var siteDomains: readonly NamedDomain[] | undefined;
}

export const siteDomains = globalThis.siteDomains ?? [];
