// Finds the text of an article to answer with: the current text, or with `digest` an earlier one from a kept edition. Also makes the links
// and notices of the answer, which say where the text is and whether it is current.

import type { CatalogueRow } from '../../build/edition/catalogue.ts';
import {
  apiAccessSection,
  articleLinksOf,
  pagePath,
  representationPath,
  sectionPath,
} from '../../build/edition/locations.ts';
import { type Sections, separator } from '../../build/edition/section-format.ts';
import { type Language, type LanguageChoice, languages } from '../../build/edition/vocabulary.ts';
import { earlierText, type StoredText } from '../history/snapshots.ts';
import type { Library } from '../library.ts';
import { findingsOf, type Question, type SectionFinding } from '../search/passages.ts';
import { presentStateOf, rowAt } from './article-changes.ts';
import type { Side } from './excerpt.ts';
import type { RelatedAddress } from './operation.ts';

export interface FoundText {
  text: StoredText;
  /** `'this'` if `text` is the current text, otherwise the catalogue row of the current text. Null if the article was removed. */
  present: 'this' | CatalogueRow | null;
}

/** The current text of the article at a position. */
export function presentText(library: Library, position: number): FoundText {
  const { slug, domain, digest } = rowAt(library, position);
  const text: StoredText = {
    ...{ slug, domain, digest },
    body: (name) => library.body(position, name),
    bodyTag: (name) => library.bodyTag(position, name),
  };
  return { text, present: 'this' };
}

/**
 * The articles that have this slug, alias or id, or had it in a kept edition: positions, or ids for removed articles. The article that
 * has it now is first.
 */
export function articlesNamed(
  { positionOfSlug, positionOfOtherName, history }: Library,
  name: string,
): (number | string)[] {
  const now = positionOfSlug.get(name) ?? positionOfOtherName.get(name);
  const former = (history.formerNames.get(name) ?? []).map((one) => (typeof one === 'number' ? one : one.id));
  return [...new Set([...(now === undefined ? [] : [now]), ...former])];
}

/**
 * Finds a text of an article by its digest, or by the beginning of the digest. `name` is a current or former name of the article.
 * Undefined when the text is not kept.
 */
export function textWithDigest(library: Library, name: string, digest: string): FoundText | undefined {
  const articles = articlesNamed(library, name);
  for (const article of articles) {
    if (typeof article === 'number' && rowAt(library, article).digest.startsWith(digest))
      return presentText(library, article);
  }
  for (const article of articles) {
    const row = typeof article === 'number' ? rowAt(library, article) : null;
    const id = row?.id ?? String(article);
    const text = library.history.texts.get(id)?.find((earlier) => earlier.digest.startsWith(digest));
    if (text !== undefined) return { text: earlierText(text), present: row };
  }
  return undefined;
}

/** The newest text of a removed article; undefined when none is kept. */
export function newestTextOf({ history }: Library, id: string): StoredText | undefined {
  const [newest] = history.texts.get(id) ?? [];
  return newest && earlierText(newest);
}

/** The current slug of an article, or the last slug of a removed article. */
export const presentSlug = ({ text, present }: FoundText): string =>
  present === 'this' || present === null ? text.slug : present.slug;

/** The first 12 digits of a digest, which distinguish the texts of one article. */
export const shortDigest = (digest: string): string => digest.slice('sha256-'.length, 'sha256-'.length + 12);

/** The sections of a text in a language. They are not checked: the bytes are verified, and the format version guarantees their shape. */
export function sideOf(text: StoredText, language: Language): Side {
  return { language, sections: JSON.parse(text.body(`sections.${language}`).toString('utf8')) as Sections };
}

/** The scores of the sections of a text for a question. */
export function findingsIn(
  text: StoredText,
  language: Language,
  question: Question,
): { title: string; sections: SectionFinding[] } {
  const { sections, title } = sideOf(text, language).sections;
  const own = title.text.replace(/^# /, '');
  const finding = question.scan(text.body(`passages.${language}`).toString('utf8'));
  return { title: own, sections: findingsOf({ sections, title: own }, finding, question) };
}

/** The extra query parameter that selects an earlier text. */
const digestQuery = ({ text, present }: FoundText): string =>
  present === 'this' ? '' : `&digest=${shortDigest(text.digest)}`;

export const sectionStep = (found: FoundText, part: { language: Language; anchor: string }): string =>
  `GET ${sectionPath(presentSlug(found), part.language, part.anchor)}${digestQuery(found)}`;

/** The request for the current text, if this is an earlier text of an article that still exists. */
export function presentStep({ present }: FoundText): string | undefined {
  return present === 'this' || present === null ? undefined : `GET ${representationPath(present.slug, 'json')}`;
}

/** The notice at the top of an earlier text, as Markdown. */
export function noticeOf({ text, present }: FoundText, choice: LanguageChoice): string {
  if (present === 'this') return '';
  return (choice === 'both' ? languages : [choice])
    .map((language) => `${sideOf(text, language).sections[present === null ? 'removed' : 'outdated'].text}${separator}`)
    .join('');
}

/** The last section of an article's Markdown, about its addresses in the API. */
export function accessSectionOf(found: FoundText, choice: LanguageChoice, origin: string): string {
  const addressed = { slug: presentSlug(found), domain: found.text.domain };
  return apiAccessSection(addressed, choice, origin, { query: digestQuery(found), hasPage: found.present !== null });
}

/** The members at the end of an article's JSON that only the server knows. */
export function endOf(found: FoundText, origin: string): Record<string, unknown> {
  const { text, present } = found;
  const { html, json, markdown, search } = articleLinksOf({ slug: presentSlug(found), domain: text.domain }, origin);
  if (present === 'this') return { links: { html, json, markdown, search } };
  const query = digestQuery(found);
  return {
    links: {
      ...(present !== null && { html }),
      json: `${json}${query}`,
      markdown: `${markdown}${query}`,
      search,
    },
    supersededBy: present && presentStateOf(present),
  };
}

/** The page of an article and its two representations, in the requested languages. */
export function relatedTo(found: FoundText, choice: LanguageChoice): RelatedAddress[] {
  const slug = presentSlug(found);
  const query = digestQuery(found);
  const page = pagePath(slug, choice === 'both' ? undefined : choice);
  const pages: RelatedAddress[] = [
    { path: page, rel: 'canonical' },
    { path: page, rel: 'alternate', type: 'text/html' },
  ];
  return [
    ...(found.present === 'this' ? pages : []),
    {
      path: `${representationPath(slug, 'markdown', choice)}${query}`,
      rel: 'alternate',
      type: 'text/markdown',
    },
    { path: `${representationPath(slug, 'json', choice)}${query}`, rel: 'alternate', type: 'application/json' },
    ...laterVersion(found),
  ];
}

/** A link from an earlier text to the current one. */
export function laterVersion({ present }: FoundText): RelatedAddress[] {
  return present === 'this' || present === null
    ? []
    : [{ path: representationPath(present.slug, 'json'), rel: 'latest-version', type: 'application/json' }];
}
