// What the rest of a site needs to know of one file: the names it claims, where its links lead, what may be linked to.
// Plain data, so that it can be kept between builds when the file itself need not be read again.
import { z } from 'zod';
import type { Place } from '../messages.ts';
import { type InBoth, inBoth } from './article.ts';
import type { Draft } from './draft.ts';
import { type ArticleLink, anchorsOf, articleLinksIn, type PageLink, pageLinksIn } from './links.ts';

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
  anchors: InBoth<string[] | null>;
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
