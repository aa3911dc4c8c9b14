// A site: what all files together claim, and the facts of each that it is made of: plain data, so that they can be kept between builds
// when a file need not be read again. Names are taken from whatever could be read, so that one broken file does not make every
// reference to it look broken too.
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

/** A value of the front matter and where it stands. */
export interface Located {
  value: string;
  place: Place;
}

/** When a verifier says to have checked. */
export interface RecordFact {
  verifier: string;
  at: string;
  /** Of the time. */
  place: Place;
}

/** What the rest of a site needs to know of one file: the names it claims, where its links lead, what may be linked to. */
export interface FileFacts {
  path: string;
  slug: string;
  kind: 'article' | 'guide';
  /** Null when it could not be read. */
  id: Located | null;
  aliases: Located[];
  related: Located[];
  records: RecordFact[];
  /** The day until which it is to be reviewed; null when there is none. */
  reviewBy: Located | null;
  links: ArticleLink[];
  /** What may lead nowhere once it is published. */
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

/** The records that say who checked and when; what is wrong with the others is for the schema to report. */
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

/** The texts of a list; what is no text is for the schema to report. */
function locatedIn({ frontMatter }: Draft, field: string): Located[] {
  const list = frontMatter.values?.[field];
  if (!Array.isArray(list)) return [];
  return list.flatMap((value: unknown, index) =>
    typeof value === 'string' ? [{ value, place: frontMatter.placeOf([field, index]) }] : [],
  );
}
