// The lists of allowed values that authors, the compiler and callers share.

/** The two languages of every article, in display order. */
export const languages = ['zh', 'en'] as const;
export type Language = (typeof languages)[number];

export const otherLanguage = (language: Language): Language => (language === 'zh' ? 'en' : 'zh');

/** A value, most often a text, in each of the two languages. */
export type Bilingual<Value = string> = { readonly [Name in Language]: Value };

/** The language of a page when the reader's request names neither language. */
export const defaultLanguage: Language = 'en';

/** The language codes (BCP 47) in HTML, hreflang and JSON-LD. */
export const htmlLanguage: Bilingual = { zh: 'zh-Hans', en: 'en' };

/** Makes one value per language. */
export const inBoth = <Value>(make: (language: Language) => Value): Bilingual<Value> => ({
  zh: make('zh'),
  en: make('en'),
});

/** The languages of an article's representation: both, or one of them. */
export const languageChoices = ['both', ...languages] as const;
export type LanguageChoice = (typeof languageChoices)[number];

/** The statuses, from the most to the least trusted. */
export const verificationStatuses = ['verified', 'partial', 'unverified'] as const;
export type VerificationStatus = (typeof verificationStatuses)[number];

/**
 * The safety rules, which keep unsafe text from being published. The field `allow` of the front matter exempts one article from
 * one rule.
 */
export const safetyRules = ['link-schemes', 'model-instructions', 'look-alike-letters'] as const;
export type SafetyRule = (typeof safetyRules)[number];

/** The risk levels, from the least to the most risky. */
export const riskLevels = ['low', 'medium', 'high'] as const;
export type RiskLevel = (typeof riskLevels)[number];

/**
 * The thresholds of `minConfidence` that facets count and pages offer: 31 is the lowest score of `partial`, 61 is the lowest
 * score of `verified`.
 */
export const confidenceThresholds = [31, 61, 70, 80] as const;

/** The highest confidence score of each status. The next status begins one point above it. */
export const highestScores = { unverified: 30, partial: 60, verified: 100 } as const satisfies Record<
  VerificationStatus,
  number
>;

/**
 * The kinds of evidence for a section, from the strongest to the weakest: an example in the section ran; an example was checked
 * without being run; the section links to a primary source; none of these.
 */
export const evidenceKinds = ['ran', 'checked', 'cited', 'none'] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

export const recordResults = ['passed', 'partial', 'failed'] as const;
export type RecordResult = (typeof recordResults)[number];

/** The pattern of article ids. An article keeps its id forever. */
export const articleIdPattern = /^art_[a-z0-9]{1,40}$/;

/** The pattern of article slugs. A slug is the name of the article's file, without `.md`, and unique in the site. */
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const slugLengthMax = 100;
