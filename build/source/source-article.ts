// An article or a guide that passed every rule, made from a draft. Its fields are typed and complete, so it can be rendered.
import type { RootContent } from 'mdast';
import { type Bilingual, inBoth, languages } from '../edition/vocabulary.ts';
import type { Draft } from './draft.ts';
import type { ArticleFields, GuideFields } from './front-matter-schema.ts';
import { plainText } from './markdown.ts';
import { headingText, type LanguagePart } from './outline.ts';
import { publishedText } from './published-text.ts';

/** The canonical texts of an article: title, summary, body, and question–answer pairs. Headings have the levels of the source. */
export interface ArticleTexts<Pair = TextPair> {
  title: Bilingual;
  summary: Bilingual;
  body: Bilingual;
  pairs: Pair[];
}

interface TextPair {
  question: Bilingual;
  answer: Bilingual;
}

export interface ArticlePair extends TextPair {
  answerNodes: Bilingual<RootContent[]>;
  /** For each language, whether the question or the answer is a placeholder. */
  placeholder: Bilingual<boolean>;
}

export interface SourceArticle {
  draft: Draft;
  slug: string;
  /** The folder of the article. */
  domain: string;
  fields: ArticleFields;
  parts: Bilingual<LanguagePart>;
  texts: ArticleTexts<ArticlePair>;
}

export interface SourceGuide {
  draft: Draft;
  slug: string;
  fields: GuideFields;
  parts: Bilingual<LanguagePart>;
}

/** Converts a draft without findings to an article. Undefined when the draft is a guide. */
export function toArticle(draft: Draft): SourceArticle | undefined {
  const { kind, checked } = draft.fields;
  if (kind !== 'article' || !checked?.success) return undefined;
  const { slug, folder: domain, text, path } = draft;
  const { data: fields } = checked;
  const parts = bothParts(draft);
  const published = (nodes: readonly RootContent[]): string => publishedText(nodes, text, { path, headingShift: 0 });
  const { title, summary } = fields;
  const body = inBoth((language) => published(parts[language].content));
  const pairs = pairsOf(parts, published);
  return { draft, slug, domain, fields, parts, texts: { title, summary, body, pairs } };
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

function pairsOf(parts: Bilingual<LanguagePart>, published: (nodes: readonly RootContent[]) => string): ArticlePair[] {
  return parts.zh.pairs.map((_, index) => {
    const question = inBoth((language) => {
      const heading = parts[language].pairs[index]?.question;
      return heading === undefined ? '' : headingText(heading);
    });
    const answerNodes = inBoth((language) => parts[language].pairs[index]?.answer ?? []);
    return {
      question,
      answer: inBoth((language) => published(answerNodes[language])),
      answerNodes,
      placeholder: inBoth(
        (language) =>
          parts[language].pairs[index] === undefined ||
          isPlaceholder(question[language]) ||
          isPlaceholder(plainText(answerNodes[language])),
      ),
    };
  });
}

const placeholderPattern = /^(?:TODO|TBD|待补充|待完善|…+|\.{3,})[.。:：]?$/i;

/** Whether the text of a question or an answer is a placeholder, that is, still to be written. */
export const isPlaceholder = (text: string): boolean => placeholderPattern.test(text.trim());

/** Whether any text of a pair is a placeholder in any language. */
export const hasPlaceholder = ({ placeholder }: ArticlePair): boolean =>
  languages.some((language) => placeholder[language]);
