// The peers of a comparison, made of the articles of one edition with the boosts chosen for each.
import type { Library } from '../../../server/library.ts';
import type { System } from '../systems.ts';
import { chosenBoosts, chosenLayout } from './boosts.ts';
import { flexSearch } from './flexsearch.ts';
import { fts5 } from './fts5.ts';
import { miniSearch } from './minisearch.ts';
import { peerDocuments } from './texts.ts';

/** Throws a UsageError when they are not installed. */
export function peersOf(library: Library): System[] {
  const documents = peerDocuments(library);
  return [
    miniSearch(documents)(chosenBoosts.MiniSearch),
    fts5(documents)(chosenBoosts.FTS5),
    flexSearch(documents, chosenLayout)(chosenBoosts.FlexSearch),
  ];
}
