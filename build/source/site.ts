// Facts about a whole site, which rules need in order to judge one file: the ids, slugs and aliases of all files, their links and
// their anchors. The facts of a file are plain data, so that the cache can supply them for an unchanged file. They are also
// collected from files with errors. Otherwise one broken file would make every link to it look broken.
import { z } from 'zod';
import { type Bilingual, inBoth } from '../edition/vocabulary.ts';
import { type Place, startOfFile } from '../messages.ts';
import type { Draft } from './draft.ts';
import { type ArticleLink, anchorsOf, articleLinksIn, type PageLink, pageLinksIn } from './links.ts';

export interface Claim {
  path: string;
  place: Place;
  /** Whether the file claims the name as its file name or as an alias. */
  as: 'slug' | 'alias';
}

export interface Site {
  /** The paths of all entries of the content folder, of any kind. */
  paths: readonly string[];
  /** The ids of the domains. Undefined when the site file has errors. */
  domains: readonly string[] | undefined;
  files: readonly FileFacts[];
  articles: readonly FileFacts[];
  byPath: ReadonlyMap<string, FileFacts>;
  /** Each id, with the articles that claim it. An id with several articles is an error. */
  ids: ReadonlyMap<string, readonly { path: string; place: Place }[]>;
  /** Each slug and alias, with the files that claim it. */
  names: ReadonlyMap<string, readonly Claim[]>;
  /** The paths of files that could not be read. A link to such a file is not reported as broken. */
  unread: ReadonlySet<string>;
  /** False when the id of some article could not be read. In this case no id is reported as missing. */
  idsAreComplete: boolean;
  /** The present time in milliseconds since 1970. Undefined when the caller gave none. */
  now: number | undefined;
}

/** Facts about a site that its files do not contain. */
type Surroundings = Pick<Site, 'unread' | 'paths' | 'domains' | 'now'>;

export function siteOf(files: readonly FileFacts[], surroundings: Surroundings): Site {
  const articles = files.filter(({ kind }) => kind === 'article');
  const ids = new Map<string, { path: string; place: Place }[]>();
  const names = new Map<string, Claim[]>();
  for (const { path, slug, id, aliases } of articles) {
    if (id !== null) append(ids, id.value, { path, place: id.place });
    append(names, slug, { path, place: startOfFile, as: 'slug' });
    for (const { value, place } of aliases) append(names, value, { path, place, as: 'alias' });
  }
  return {
    ...surroundings,
    files,
    articles,
    byPath: new Map(files.map((file) => [file.path, file])),
    ids,
    names,
    idsAreComplete: surroundings.unread.size === 0 && articles.every(({ id }) => id !== null),
  };
}

function append<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

/** A value of the front matter, with its place in the file. */
export interface Located {
  value: string;
  place: Place;
}

/** One verification record of the front matter, with its time. */
export interface RecordFact {
  verifier: string;
  at: string;
  /** The place of the time in the file. */
  place: Place;
}

/**
 * The facts about one file that the rules for other files need: the names that the file claims, its links, and the anchors that
 * others can link to.
 */
export interface FileFacts {
  path: string;
  slug: string;
  kind: 'article' | 'guide';
  /** Null when the id could not be read. */
  id: Located | null;
  aliases: Located[];
  related: Located[];
  records: RecordFact[];
  /** The day by which the article has to be reviewed again. Null when its author set none. */
  reviewBy: Located | null;
  links: ArticleLink[];
  /** Links that work in the source but may be broken on the published page. */
  pageLinks: PageLink[];
  /** The anchors of each language. Null for a language that the file lacks. */
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

/** The records that have a verifier and a time. The schema reports the others. */
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

/** The text values of a list field. The schema reports other values. */
function locatedIn({ frontMatter }: Draft, field: string): Located[] {
  const list = frontMatter.values?.[field];
  if (!Array.isArray(list)) return [];
  return list.flatMap((value: unknown, index) =>
    typeof value === 'string' ? [{ value, place: frontMatter.placeOf([field, index]) }] : [],
  );
}
