// An article (and a guide) that passed every rule: typed, complete, ready to be rendered. Made from a draft.
import type { RootContent } from 'mdast';
import { type Bilingual, inBoth, languages } from '../edition/vocabulary.ts';
import type { Draft } from './draft.ts';
import type { ArticleFields, GuideFields } from './front-matter-schema.ts';
import { publishedText } from './markdown-text.ts';
import { headingText, type LanguagePart } from './outline.ts';
import { isPlaceholder } from './placeholder.ts';
import { plainText } from './plain-text.ts';

/** The canonical texts: what callers receive, in the source's heading levels. */
export interface ArticleTexts {
  title: Bilingual;
  summary: Bilingual;
  body: Bilingual;
  pairs: { question: Bilingual; answer: Bilingual }[];
}

export interface ArticlePair {
  question: Bilingual;
  answerNodes: Bilingual<RootContent[]>;
  /** Per language, whether the question or the answer is still to be written. */
  placeholder: Bilingual<boolean>;
}

export interface SourceArticle {
  draft: Draft;
  slug: string;
  /** Its folder. */
  domain: string;
  fields: ArticleFields;
  parts: Bilingual<LanguagePart>;
  texts: ArticleTexts;
  pairs: ArticlePair[];
}

export interface SourceGuide {
  draft: Draft;
  slug: string;
  fields: GuideFields;
  parts: Bilingual<LanguagePart>;
}

/** The article of a draft that no rule objected to; undefined for a guide. */
export function toArticle(draft: Draft): SourceArticle | undefined {
  const { kind, checked } = draft.fields;
  if (kind !== 'article' || !checked?.success) return undefined;
  const parts = bothParts(draft);
  return {
    draft,
    slug: draft.slug,
    domain: draft.folder,
    fields: checked.data,
    parts,
    pairs: pairsOf(parts),
    texts: textsOf(draft, checked.data, parts),
  };
}

export function toGuide(draft: Draft): SourceGuide | undefined {
  const { kind, checked } = draft.fields;
  if (kind !== 'guide' || !checked?.success) return undefined;
  return { draft, slug: draft.slug, fields: checked.data, parts: bothParts(draft) };
}

function bothParts(draft: Draft): Bilingual<LanguagePart> {
  return inBoth((language) => {
    const part = draft.outline.parts[language];
    if (part === undefined) throw new Error(`${draft.path} passed the rules without its ${language} part`);
    return part;
  });
}

function textsOf({ text, path }: Draft, fields: ArticleFields, parts: Bilingual<LanguagePart>): ArticleTexts {
  const published = (nodes: readonly RootContent[]): string => publishedText(nodes, text, { path, headingShift: 0 });
  return {
    title: fields.title,
    summary: fields.summary,
    body: inBoth((language) => published(parts[language].content)),
    pairs: parts.zh.pairs.map((_, index) => ({
      question: inBoth((language) => questionText(parts[language], index)),
      answer: inBoth((language) => published(parts[language].pairs[index]?.answer ?? [])),
    })),
  };
}

function pairsOf(parts: Bilingual<LanguagePart>): ArticlePair[] {
  return parts.zh.pairs.map((_, index) => ({
    question: inBoth((language) => questionText(parts[language], index)),
    answerNodes: inBoth((language) => parts[language].pairs[index]?.answer ?? []),
    placeholder: inBoth((language) => {
      const pair = parts[language].pairs[index];
      return pair === undefined || isPlaceholder(headingText(pair.question)) || isPlaceholder(plainText(pair.answer));
    }),
  }));
}

function questionText(part: LanguagePart, index: number): string {
  const question = part.pairs[index]?.question;
  return question === undefined ? '' : headingText(question);
}

/** Whether anything of a pair, in any language, is still to be written. */
export function hasPlaceholder(pair: ArticlePair | undefined): boolean {
  return languages.some((language) => pair?.placeholder[language]);
}
