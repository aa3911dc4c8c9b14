// The JSON representations of an article: the search item, and the whole article without its links. The server adds the links,
// because they contain its public address.
import type { Article, SearchItem } from '../edition/article-schema.ts';
import { type EvidenceKind, evidenceKinds, type Language, type LanguageChoice } from '../edition/vocabulary.ts';
import { hasPlaceholder } from '../source/source-article.ts';
import {
  chosen,
  chosenLanguages,
  type OtherArticles,
  type PublishedArticle,
  relatedSlot,
} from './published-article.ts';

export function searchItemOf({ source, trust }: PublishedArticle, choice: LanguageChoice): SearchItem {
  const { fields, texts } = source;
  return {
    id: fields.id,
    slug: source.slug,
    title: chosen(texts.title, choice),
    summary: chosen(texts.summary, choice),
    domain: source.domain,
    tags: fields.tags,
    verificationStatus: trust.status,
    confidenceScore: trust.score,
    riskLevel: fields.riskLevel,
    updatedAt: fields.updatedAt,
    ...(fields.allow.length > 0 && {
      allowed: fields.allow.map(({ rule, reason }) => ({ rule, reason: chosen(reason, choice) })),
    }),
  };
}

/** An article as JSON, without the parts that depend on other files or on the server's address. */
export function articleJsonOf(
  article: PublishedArticle,
  choice: LanguageChoice,
): Omit<Article, 'links' | 'relatedArticles'> {
  const { source, trust, digest } = article;
  const { fields, texts } = source;
  return {
    ...searchItemOf(article, choice),
    author: fields.author,
    keywords: fields.keywords,
    createdAt: fields.createdAt,
    publishedAt: fields.publishedAt,
    ...(fields.reviewBy !== undefined && { reviewBy: fields.reviewBy }),
    content: chosen(texts.body, choice),
    qa: texts.pairs.map((pair) => ({
      question: chosen(pair.question, choice),
      answer: chosen(pair.answer, choice),
      placeholder: hasPlaceholder(pair),
    })),
    verificationRecords: fields.verification.map(({ verifier, result, at, notes }, index) => ({
      verifier,
      result,
      timestamp: at,
      notes: notes === undefined ? null : chosen(notes, choice),
      stale: trust.stale[index] ?? true,
    })),
    evidence: evidenceKinds.map((kind) => ({
      kind,
      tokens: article.evidence[kind],
      sections: Object.fromEntries(
        chosenLanguages(choice).map((language) => [language, anchorsOf(article, language, kind)]),
      ),
    })),
    confidenceFactors: trust.factors.map(({ explanation, ...factor }) => ({
      ...factor,
      explanation: chosen({ zh: explanation.zh ?? '', en: explanation.en ?? '' }, choice),
    })),
    digest,
  };
}

const anchorsOf = ({ sections }: PublishedArticle, language: Language, kind: EvidenceKind): string[] =>
  sections[language].filter(({ evidence }) => evidence === kind).map(({ anchor }) => anchor);

/** The JSON text of an article without its end. It contains a slot for the related articles. The server appends `,"links":{…}}`. */
export function openArticleJson(article: PublishedArticle, choice: LanguageChoice): string {
  const text = JSON.stringify(articleJsonOf(article, choice));
  return `${text.slice(0, -1)},"relatedArticles":${relatedSlot}`;
}

/** The JSON of the related articles, for the slot in `openArticleJson`. */
export function relatedJson({ related }: OtherArticles, choice: LanguageChoice): string {
  return JSON.stringify(related.map(({ title, ...rest }) => ({ ...rest, title: chosen(title, choice) })));
}
