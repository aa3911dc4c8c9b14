// The published article, from which every representation is rendered: its source, plus values computed from three inputs: the
// source, the site's list of primary sources, and the day of the edition.
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
  /** Tokens of both languages by kind of evidence. */
  evidence: Record<EvidenceKind, number>;
  trust: Trust;
}

export interface Circumstances {
  /** Hosts of primary sources. */
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

/** The fields by which one article refers to another. */
export interface RelatedArticle {
  id: string;
  slug: string;
  title: Bilingual;
}

/** The other articles that an article's bodies name: the only part that depends on other files. */
export interface OtherArticles {
  /** In the author's order. */
  related: readonly RelatedArticle[];
  /** The articles before and after it in the list of its domain. */
  previous?: RelatedArticle | undefined;
  next?: RelatedArticle | undefined;
}

/**
 * Placeholder in a body for the other articles, so that bodies can be created and cached without them. Articles contain no NUL,
 * because the compiler refuses control characters.
 */
export const relatedSlot = '\0related\0';

/** The languages of a choice, in their fixed order. */
export const chosenLanguages = (choice: LanguageChoice): readonly Language[] =>
  choice === 'both' ? languages : [choice];

/** A text that an author writes once for both languages, or in each. */
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
