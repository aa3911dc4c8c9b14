// The shapes of an article as callers receive them, one zod schema per concept. Types, the OpenAPI document and tests are derived
// from them.
import { z } from 'zod';
import { domainPattern } from './site-settings.ts';
import {
  articleIdPattern,
  evidenceKinds,
  languageChoices,
  languages,
  recordResults,
  riskLevels,
  safetyRules,
  slugLengthMax,
  slugPattern,
  verificationStatuses,
} from './vocabulary.ts';

/** A text in both languages. With `lang`, the response has only the requested language. */
export const bilingual = z
  .strictObject({
    zh: z.string().optional().describe('In Chinese.'),
    en: z.string().optional().describe('In English.'),
  })
  .meta({ id: 'Bilingual', description: 'A text in Chinese (zh) and English (en); with lang=… only that language.' });

export const articleId = z.string().regex(articleIdPattern).describe('Article identifier; given once, never changed.');
export const slug = z
  .string()
  .regex(slugPattern)
  .max(slugLengthMax)
  .describe('URL-safe name: lower-case words joined by hyphens.');
/**
 * The id of a domain. Each site has its own domains, so the schema checks only the form. The server's OpenAPI document lists the
 * ids.
 */
export const domain = z.string().regex(domainPattern).describe('The subject the article belongs to.');
export const verificationStatus = z
  .enum(verificationStatuses)
  .describe(
    'The verification status, computed by the compiler from the verification records and the digest of the text.',
  );
export const riskLevel = z.enum(riskLevels).describe('The possible harm when a reader applies the article wrongly.');
export const confidenceScore = z
  .int()
  .min(0)
  .max(100)
  .describe(
    'How far to trust the article, computed from the verification records and the evidence for its text: unverified ≤ 30 < partial ≤ 60 < verified.',
  );
export const timestamp = z.string().meta({ format: 'date-time', description: 'ISO 8601, UTC.' });
export const digest = z
  .string()
  .regex(/^sha256-[0-9a-f]{64}$/)
  .describe('sha256-<hex>: the SHA-256 of the article’s canonical texts.');
export const title = bilingual.describe('The title, in Chinese (zh) and English (en).');

export const allowed = z
  .array(
    z.strictObject({
      rule: z
        .enum(safetyRules)
        .describe(
          'model-instructions: the text contains an instruction to models. link-schemes: it contains a link that may run code. look-alike-letters: it contains words that look like other words.',
        ),
      reason: bilingual.describe('Why the text breaks the rule.'),
    }),
  )
  .optional()
  .describe(
    'Safety rules that the text breaks on purpose, on the responsibility of its author. Absent when there is none.',
  );

const searchItemFields = {
  id: articleId,
  slug,
  title,
  summary: bilingual.describe('The content in one paragraph, in Chinese (zh) and English (en).'),
  domain,
  tags: z.array(z.string()).describe('The subjects of the article, in single words.'),
  verificationStatus,
  confidenceScore,
  riskLevel,
  updatedAt: timestamp.describe('When the article was last changed: ISO 8601, UTC.'),
  allowed,
};

export const relevance = z
  .number()
  .min(0)
  .max(1)
  .describe(
    'The probability that the article answers the query q, from 0 to 1. The guide to the benchmarks states how accurate it is.',
  );

/** An element of `data.items` of a search response. */
export const searchItem = z
  .strictObject({
    ...searchItemFields,
    matched: z
      .enum(languageChoices)
      .optional()
      .describe(
        'Only with q: the language of the text that contains the query, or both. It does not depend on the parameter lang.',
      ),
    relevance: relevance.optional(),
    snippet: bilingual.optional().meta({
      description:
        'With q and snippet=true: the passage that says most about the query, as one line of plain text of at most 240 UTF-16 units. Words of the query stand between `**`; in a text without them, their translations do. A cut is marked with …. A language whose text contains neither is absent.',
    }),
  })
  .meta({ id: 'SearchItem' });
/** A search item as the build makes it, without the fields that depend on a query. */
export type SearchItem = Omit<z.infer<typeof searchItem>, 'matched' | 'relevance' | 'snippet'>;

export const evidenceKind = z
  .enum(evidenceKinds)
  .describe(
    'What supports the section: ran (an example ran as expected), checked (an example was parsed, not run), cited (a link to a primary source), or none of these.',
  );

/** The evidence of a text. The array `evidence` has one such element for each kind. */
export const textEvidence = z
  .strictObject({
    kind: evidenceKind,
    tokens: z
      .int()
      .min(0)
      .describe('Tokens (o200k_base) of the sections with this kind of evidence, in both languages together.'),
    sections: z
      .strictObject({
        zh: z.array(z.string()).optional().describe('Anchors in the Chinese text.'),
        en: z.array(z.string()).optional().describe('Anchors in the English text.'),
      })
      .describe('The anchors of the sections with this kind of evidence; with lang=…, only those of that language.'),
  })
  .meta({ id: 'TextEvidence' });

export const verifierEvidence = z
  .strictObject({
    verifier: z.string().describe('The program or person that checked.'),
    result: z.enum(recordResults).describe('The result of the check of the present text.'),
    examples: z
      .strictObject({
        ran: z.int().min(0).describe('Examples that ran as expected.'),
        failed: z.int().min(0).describe('Examples that did not run as expected.'),
        skipped: z.int().min(0).describe('Examples that could not be run.'),
      })
      .nullable()
      .describe(
        'The numbers of examples in the record from which evidence is computed; null when that record has no such numbers.',
      ),
    evidence: z
      .number()
      .min(0)
      .max(1)
      .describe(
        'E in the formula on the docs page about trust. It follows from result and examples and is rounded to 4 digits.',
      ),
  })
  .meta({ id: 'VerifierEvidence' });
export type VerifierEvidence = z.infer<typeof verifierEvidence>;

export const confidenceFactor = z
  .strictObject({
    factor: z.enum(['status', 'evidence', 'failures']).describe('What the points are for.'),
    points: z
      .int()
      .describe('The part of the score that comes from this factor; the points of all factors add up to the score.'),
    explanation: bilingual.describe('The reason for the points, in words.'),
    backing: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe(
        'Only when factor is evidence: B in the formula on the docs page about trust, the share of the text that has support, rounded to 4 digits.',
      ),
    months: z
      .int()
      .min(0)
      .optional()
      .describe(
        'Only when factor is evidence: the age of the newest current record on the day of the edition, in months of 30 days.',
      ),
    verifiers: z
      .array(verifierEvidence)
      .min(1)
      .optional()
      .describe(
        'When factor is evidence: the verifiers with a current record. When factor is failures: the verifiers that failed the text. Sorted by name.',
      ),
  })
  .meta({ id: 'ConfidenceFactor' });
export type ConfidenceFactor = z.infer<typeof confidenceFactor>;

export const questionAndAnswer = z
  .strictObject({
    question: bilingual.describe('The question as plain text.'),
    answer: bilingual.describe('The answer as Markdown.'),
    placeholder: z
      .boolean()
      .describe(
        'True when the question or the answer is still to be written. If either is missing in a language, search finds neither in that language.',
      ),
  })
  .meta({ id: 'QuestionAndAnswer' });

export const verificationRecord = z
  .strictObject({
    verifier: z.string().describe('The program or person that checked.'),
    result: z.enum(recordResults).describe('The result of the check.'),
    timestamp: timestamp.describe('When the article was checked: ISO 8601, UTC.'),
    notes: bilingual.nullable().describe('The remarks of the verifier; null when the record has none.'),
    stale: z.boolean().describe('True when the record does not carry the digest of the present text.'),
  })
  .meta({ id: 'VerificationRecord' });

export const relatedArticle = z.strictObject({ id: articleId, slug, title }).meta({ id: 'RelatedArticle' });

/** The present state of an article, in responses about an earlier text of it. */
export const presentState = z
  .strictObject({ slug, digest, verificationStatus, confidenceScore, updatedAt: timestamp })
  .meta({ id: 'PresentArticleState' });

const supersededBy = presentState
  .nullable()
  .optional()
  .describe(
    'When digest names an earlier text: the present state of the article, or null when it was removed. Absent when the text is the present one. All other fields, including those on trust, are those of the earlier edition.',
  );

export const articleLinks = z
  .strictObject({
    html: z.string().optional().describe('The address of the page for readers; absent for a removed article.'),
    json: z.string().describe('The address of the JSON representation, in both languages.'),
    markdown: z.string().describe('The address of the Markdown representation, in both languages.'),
    search: z.string().describe('The address of a search limited to the `domain` of this article.'),
  })
  .meta({ id: 'ArticleLinks' });

/** The JSON representation of an article. */
export const article = z
  .strictObject({
    ...searchItemFields,
    author: z.string().describe('A label for the author.'),
    keywords: z.array(z.string()).describe('Additional words by which search finds the article, in either language.'),
    createdAt: timestamp.describe('When the article was begun: ISO 8601, UTC.'),
    publishedAt: timestamp.describe('When the article was first published: ISO 8601, UTC.'),
    reviewBy: z
      .string()
      .meta({
        format: 'date',
        description: 'The day after which the status is at most partial. Absent when the author has set none.',
      })
      .optional(),
    content: bilingual.describe('The body as Markdown, without the questions and answers.'),
    qa: z.array(questionAndAnswer).describe('Questions and answers, in the order of the article.'),
    verificationRecords: z.array(verificationRecord).describe('The checks of the article and their results.'),
    evidence: z
      .array(textEvidence)
      .length(evidenceKinds.length)
      .describe('The evidence for the sections of the article: one element for each kind of evidence.'),
    confidenceFactors: z.array(confidenceFactor).describe('The factors that add up to the confidenceScore.'),
    relatedArticles: z.array(relatedArticle).describe('Articles to read with this one.'),
    digest,
    links: articleLinks.describe('Other addresses of the article. All are absolute.'),
    supersededBy,
  })
  .meta({ id: 'Article' });
export type Article = z.infer<typeof article>;

export const partLanguage = z.enum(languages).describe('The language of the text.');
export const partSection = z
  .string()
  .describe('The anchor of the section’s heading; .lead for the text before the first heading.');
const excerptPart = {
  lang: partLanguage,
  section: partSection,
  title: z.string().describe('The heading as plain text.'),
  tokens: z.int().min(0).describe('Tokens (o200k_base) of the section’s text.'),
  evidence: evidenceKind,
};

/** Some sections of an article: the response to a request with `section`, `q`, `maxTokens` or `code=false`. */
export const articleExcerpt = z
  .strictObject({
    ...searchItemFields,
    digest,
    citation: z.string().describe('The citation of this text: slug@digest. Sections are cited as slug@digest#section.'),
    match: z
      .enum(['none'])
      .optional()
      .describe('none: no section contains a word of q; the response has the article’s opening. Otherwise absent.'),
    used: z
      .string()
      .optional()
      .describe('The words that were searched for, if they differ from q; for a long q, its most informative words.'),
    tokens: z.int().min(0).describe('Tokens (o200k_base) of all texts together, at most maxTokens.'),
    truncated: z
      .boolean()
      .describe(
        'True when requested text was left out because of maxTokens. With q, the requested text is only the text that answers q.',
      ),
    sections: z
      .array(
        z.strictObject({
          ...excerptPart,
          complete: z.boolean().describe('False when a part of the section is left out.'),
          text: z.string().describe('The text of the section as Markdown, with its heading.'),
          get: z
            .string()
            .optional()
            .describe('Only for an incomplete section: the request that returns the whole section.'),
        }),
      )
      .describe('The returned sections, in the order of the article.'),
    omitted: z
      .array(z.strictObject({ ...excerptPart, get: z.string().describe('The request that returns the section.') }))
      .describe(
        'The requested sections that were left out, in the order of the article. With q, they include the sections that do not answer q.',
      ),
    links: articleLinks.describe('Other addresses of the article. All are absolute.'),
    supersededBy,
  })
  .meta({ id: 'ArticleExcerpt' });
export type ArticleExcerpt = z.infer<typeof articleExcerpt>;
