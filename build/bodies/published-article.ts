// The published article, from which every representation is rendered: its source, and what follows from its source alone.

import { type Bilingual, type Language, type LanguageChoice, languages } from '../edition/vocabulary.ts';
import type { SourceArticle } from '../source/source-article.ts';
import { digestOf } from '../trust/digest.ts';
import { type Trust, trustOf } from '../trust/trust.ts';

export interface PublishedArticle {
  source: SourceArticle;
  digest: string;
  trust: Trust;
}

export function publish(source: SourceArticle): PublishedArticle {
  const digest = digestOf(source.texts);
  return { source, digest, trust: trustOf(source.fields.verification, digest) };
}

/** What an article needs to know of another to name it. */
export interface RelatedArticle {
  id: string;
  slug: string;
  title: Bilingual;
}

/** The other articles that the bodies of an article name: the only part that depends on other files. */
export interface OtherArticles {
  /** In the author's order. */
  related: readonly RelatedArticle[];
  /** The articles before and after it in the list of its domain. */
  previous?: RelatedArticle | undefined;
  next?: RelatedArticle | undefined;
}

/**
 * Stands in a body for the other articles, so that bodies can be made and cached without knowing them. Articles hold no NUL: the
 * compiler refuses control characters.
 */
export const relatedSlot = '\0related\0';

/** The languages of a choice, in their fixed order. */
export const chosenLanguages = (choice: LanguageChoice): readonly Language[] =>
  choice === 'both' ? languages : [choice];

/** What an author writes once for both languages, or in each. */
type Remark = string | Bilingual;

/** An object with the chosen languages as its only keys. */
export function chosen(text: Remark, choice: LanguageChoice): Partial<Bilingual> {
  const { zh, en } = typeof text === 'string' ? { zh: text, en: text } : text;
  if (choice === 'both') return { zh, en };
  return choice === 'zh' ? { zh } : { en };
}

/** The chosen languages on one line; a text for both languages once. */
export function onOneLine(text: Remark, choice: LanguageChoice): string {
  if (typeof text === 'string') return text;
  return chosenLanguages(choice)
    .map((language) => text[language])
    .join(' / ');
}
