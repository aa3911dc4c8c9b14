// A site: the claims of all files together, and the facts of each file as plain data, so that they can be cached when a file need
// not be read again. Names are collected from all readable parts, so that one broken file does not make every reference to it look
// broken too.
import { z } from 'zod';
import { type Bilingual, inBoth } from '../edition/vocabulary.ts';
import { type Place, startOfFile } from '../messages.ts';
import type { Draft } from './draft.ts';
import { type ArticleLink, anchorsOf, articleLinksIn, type PageLink, pageLinksIn } from './links.ts';

export interface Claim {
  path: string;
  place: Place;
  /** How the name is claimed: as the file's name or as an alias. */
  as: 'slug' | 'alias';
}

export interface Site {
  /** The paths of all entries of any kind. */
  paths: readonly string[];
  /** The ids of the domains; undefined when the site file has errors. */
  domains: readonly string[] | undefined;
  files: readonly FileFacts[];
  articles: readonly FileFacts[];
  byPath: ReadonlyMap<string, FileFacts>;
  /** Every id and the articles that claim it. */
  ids: ReadonlyMap<string, readonly { path: string; place: Place }[]>;
  /** Every slug and alias with the files that claim it. */
  names: ReadonlyMap<string, readonly Claim[]>;
  /** The paths of unreadable files: links to them are valid all the same. */
  unread: ReadonlySet<string>;
  /** False when an article's id could not be read: then no id counts as missing. */
  idsAreComplete: boolean;
  /** The present time in milliseconds since 1970; undefined when not given. */
  now: number | undefined;
}

/** Facts about a site beyond the content of its files. */
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

/** A value of the front matter and its place. */
export interface Located {
  value: string;
  place: Place;
}

/** The time of a verification according to its record. */
export interface RecordFact {
  verifier: string;
  at: string;
  /** The place of the time. */
  place: Place;
}

/** The facts about one file that the rest of a site needs: the names it claims, its links, its possible link targets. */
export interface FileFacts {
  path: string;
  slug: string;
  kind: 'article' | 'guide';
  /** Null when it could not be read. */
  id: Located | null;
  aliases: Located[];
  related: Located[];
  records: RecordFact[];
  /** The day by which it has to be reviewed again; null without one. */
  reviewBy: Located | null;
  links: ArticleLink[];
  /** Links that may be broken once it is published. */
  pageLinks: PageLink[];
  /** The anchors of each language; null for a language that the file lacks. */
  anchors: Bilingual<string[] | null>;
}

export function factsOf(draft: Draft): FileFacts {
  return {
    path: draft.path,
    slug: draft.slug,
    kind: draft.fields.kind,
    id: locatedText(draft, 'id'),
    aliases: locatedIn(draft, 'aliases'),
    related: locatedIn(draft, 'related'),
    records: recordsIn(draft),
    reviewBy: locatedText(draft, 'reviewBy'),
    links: articleLinksIn(draft),
    pageLinks: pageLinksIn(draft),
    anchors: inBoth((language) => (draft.outline.parts[language] === undefined ? null : anchorsOf(draft, language))),
  };
}

/** The records with verifier and time; the schema reports faulty ones. */
function recordsIn({ frontMatter, fields }: Draft): RecordFact[] {
  const list = fields.kind === 'article' ? frontMatter.values?.verification : undefined;
  if (!Array.isArray(list)) return [];
  return list.flatMap((record: unknown, index) => {
    const { success, data } = dated.safeParse(record);
    return success ? [{ ...data, place: frontMatter.placeOf(['verification', index, 'at']) }] : [];
  });
}

const dated = z.object({ verifier: z.string(), at: z.string() });

function locatedText({ frontMatter }: Draft, field: string): Located | null {
  const value = frontMatter.values?.[field];
  return typeof value === 'string' ? { value, place: frontMatter.placeOf([field]) } : null;
}

/** The texts of a list; the schema reports other values. */
function locatedIn({ frontMatter }: Draft, field: string): Located[] {
  const list = frontMatter.values?.[field];
  if (!Array.isArray(list)) return [];
  return list.flatMap((value: unknown, index) =>
    typeof value === 'string' ? [{ value, place: frontMatter.placeOf([field, index]) }] : [],
  );
}
