// The peers of a comparison, made of the articles of one edition with the boosts chosen for each.
import type { Library } from '../../../server/library.ts';
import type { System } from '../systems.ts';
import { chosenBoosts, type PeerName } from './boosts.ts';
import { filled, type PeerIndex } from './filling.ts';
import { flexSearch } from './flexsearch.ts';
import { fts5 } from './fts5.ts';
import { miniSearch } from './minisearch.ts';

const makers: Readonly<Record<PeerName, () => PeerIndex>> = {
  MiniSearch: miniSearch,
  FTS5: fts5,
  FlexSearch: flexSearch,
};

/** Throws a UsageError when they are not installed. */
export function peersOf(library: Library, names: readonly PeerName[]): System[] {
  const indexes = filled(
    names.map((name) => makers[name]()),
    library,
  );
  return names.flatMap((name, at) => indexes[at]?.system(chosenBoosts[name]) ?? []);
}
