// A site: what all files together claim. Names are taken from whatever could be read, so that one broken file does not
// make every reference to it look broken too.
import { type Place, startOfFile } from '../messages.ts';
import type { FileFacts } from './facts.ts';

export interface Claim {
  path: string;
  place: Place;
  /** How the name is claimed: as the file's name or as an alias. */
  as: 'slug' | 'alias';
}

export interface Site {
  /** The paths of all entries, whatever they are. */
  paths: readonly string[];
  /** The ids of the domains; undefined when the site file is broken. */
  domains: readonly string[] | undefined;
  files: readonly FileFacts[];
  articles: readonly FileFacts[];
  byPath: ReadonlyMap<string, FileFacts>;
  /** Every id and the articles that claim it. */
  ids: ReadonlyMap<string, readonly { path: string; place: Place }[]>;
  /** Every slug and alias and who claims it. */
  names: ReadonlyMap<string, readonly Claim[]>;
  /** The paths of files that could not be read: links to them lead somewhere all the same. */
  unread: ReadonlySet<string>;
  /** False when some article's id could not be read: then nobody can say that an id is missing. */
  idsAreComplete: boolean;
  /** The present time in milliseconds since 1970; undefined when nobody said it. */
  now: number | undefined;
}

/** What is known of a site besides what its files say. */
interface Surroundings {
  unread: ReadonlySet<string>;
  paths: readonly string[];
  domains: readonly string[] | undefined;
  now: number | undefined;
}

export function siteOf(files: readonly FileFacts[], { unread, paths, domains, now }: Surroundings): Site {
  const articles = files.filter(({ kind }) => kind === 'article');
  const ids = new Map<string, { path: string; place: Place }[]>();
  const names = new Map<string, Claim[]>();
  for (const { path, slug, id, aliases } of articles) {
    if (id !== null) append(ids, id.value, { path, place: id.place });
    append(names, slug, { path, place: startOfFile, as: 'slug' });
    for (const { value, place } of aliases) append(names, value, { path, place, as: 'alias' });
  }
  return {
    paths,
    domains,
    files,
    articles,
    byPath: new Map(files.map((file) => [file.path, file])),
    ids,
    names,
    unread,
    idsAreComplete: unread.size === 0 && articles.every(({ id }) => id !== null),
    now,
  };
}

function append<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
