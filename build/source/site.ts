// A site: all drafts together, with the names they claim. Names are taken from whatever could be read, so that one broken
// file does not make every reference to it look broken too.
import type { Place } from '../messages.ts';
import type { Draft } from './draft.ts';

export interface Claim {
  draft: Draft;
  place: Place;
  /** How the name is claimed: as the file's name or as an alias. */
  as: 'slug' | 'alias';
}

export interface Site {
  /** The paths of all entries, whatever they are. */
  paths: readonly string[];
  drafts: readonly Draft[];
  articles: readonly Draft[];
  byPath: ReadonlyMap<string, Draft>;
  /** Every id and the articles that claim it. */
  ids: ReadonlyMap<string, readonly Draft[]>;
  /** Every slug and alias and the articles that claim it. */
  names: ReadonlyMap<string, readonly Claim[]>;
  /** The paths of files that could not be read: links to them lead somewhere all the same. */
  unread: ReadonlySet<string>;
  /** False when some article's id could not be read: then nobody can say that an id is missing. */
  idsAreComplete: boolean;
}

export function siteOf(drafts: readonly Draft[], unread: ReadonlySet<string>, paths: readonly string[]): Site {
  const articles = drafts.filter(({ fields }) => fields.kind === 'article');
  const ids = new Map<string, Draft[]>();
  const names = new Map<string, Claim[]>();
  let idsAreComplete = unread.size === 0;
  for (const draft of articles) {
    const values = draft.frontMatter.values;
    const id = values?.id;
    if (typeof id === 'string') append(ids, id, draft);
    else idsAreComplete = false;
    append(names, draft.slug, { draft, place: { line: 1, column: 1 }, as: 'slug' });
    const aliases = values?.aliases;
    if (!Array.isArray(aliases)) continue;
    aliases.forEach((alias: unknown, index) => {
      if (typeof alias === 'string') {
        append(names, alias, { draft, place: draft.frontMatter.placeOf(['aliases', index]), as: 'alias' });
      }
    });
  }
  const byPath = new Map(drafts.map((draft) => [draft.path, draft]));
  return { paths, drafts, articles, byPath, ids, names, unread, idsAreComplete };
}

function append<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
