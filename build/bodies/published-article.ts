// The published article, from which every representation is rendered. It consists of the source and of values computed from the
// source, the site's list of primary sources and the day of the edition.
import type { Section } from '../edition/section-format.ts';
import {
  type Bilingual,
  type EvidenceKind,
  inBoth,
  type Language,
  type LanguageChoice,
  languages,
} from '../edition/vocabulary.ts';
import { examplesIn } from '../source/examples.ts';
import type { SourceArticle } from '../source/source-article.ts';
import { digestOf } from '../trust/digest.ts';
import { backingOf, type Trust, trustOf } from '../trust/trust.ts';
import { sectionsIn } from './sections.ts';

export interface PublishedArticle {
  source: SourceArticle;
  digest: string;
  sections: Bilingual<Section[]>;
  /** Tokens of both languages together, by kind of evidence. */
  evidence: Record<EvidenceKind, number>;
  trust: Trust;
}

export interface Circumstances {
  /** The hosts of primary sources. */
  sources: readonly string[];
  /** The day of the edition, `YYYY-MM-DD`, from which the age of records is counted. */
  day: string;
}

export function publish(source: SourceArticle, { sources, day }: Circumstances): PublishedArticle {
  const digest = digestOf(source.texts);
  const { verification: records, reviewBy } = source.fields;
  const backing = backingOf(records, digest, examplesIn(source.draft).examples);
  const sections = inBoth((language) => sectionsIn(source, language, backing, sources));
  const evidence = { ran: 0, checked: 0, cited: 0, none: 0 };
  for (const language of languages)
    for (const section of sections[language]) evidence[section.evidence] += section.body.tokens;
  return { source, digest, sections, evidence, trust: trustOf(records, digest, { evidence, day, reviewBy }) };
}

/** The fields of an article that are shown where another article refers to it. */
export interface RelatedArticle {
  id: string;
  slug: string;
  title: Bilingual;
}

/** The other articles that the bodies of an article mention. Only this part of a body depends on other files. */
export interface OtherArticles {
  /** The related articles, in the author's order. */
  related: readonly RelatedArticle[];
  /** The previous and the next article in the list of its domain. */
  previous?: RelatedArticle | undefined;
  next?: RelatedArticle | undefined;
}

/**
 * Marks the place in a body for the links to the related articles and to the previous and next articles. A body can thus be made
 * and cached before these articles are known. Articles contain no NUL, because the compiler refuses control characters.
 */
export const relatedSlot = '\0related\0';

/** The languages that a choice stands for, always in the same order. */
export const chosenLanguages = (choice: LanguageChoice): readonly Language[] =>
  choice === 'both' ? languages : [choice];

/** A text that the author writes either once for both languages or once per language. */
type Remark = string | Bilingual;

/** The text as an object that has only the chosen languages as keys. */
export function chosen(text: Remark, choice: LanguageChoice): Partial<Bilingual> {
  const { zh, en } = typeof text === 'string' ? { zh: text, en: text } : text;
  if (choice === 'both') return { zh, en };
  return choice === 'zh' ? { zh } : { en };
}

/** The text in the chosen languages on one line. A text that the author wrote once appears once. */
export function onOneLine(text: Remark, choice: LanguageChoice): string {
  if (typeof text === 'string') return text;
  return chosenLanguages(choice)
    .map((language) => text[language])
    .join(' / ');
}
