// The closed lists that authors, the compiler and callers share.

/** The two languages of every article, in display order. */
export const languages = ['zh', 'en'] as const;
export type Language = (typeof languages)[number];

export const otherLanguage = (language: Language): Language => (language === 'zh' ? 'en' : 'zh');

/** A value, most often a text, in each of the two languages. */
export type Bilingual<Value = string> = { readonly [Name in Language]: Value };

/** The language of a page for callers who request neither. */
export const defaultLanguage: Language = 'en';

/** The languages as HTML, hreflang and JSON-LD name them (BCP 47). */
export const htmlLanguage: Bilingual = { zh: 'zh-Hans', en: 'en' };

/** One value per language. */
export const inBoth = <Value>(make: (language: Language) => Value): Bilingual<Value> => ({
  zh: make('zh'),
  en: make('en'),
});

/** The languages of a representation of an article: both, or one. */
export const languageChoices = ['both', ...languages] as const;
export type LanguageChoice = (typeof languageChoices)[number];

/** From the most to the least trusted. */
export const verificationStatuses = ['verified', 'partial', 'unverified'] as const;
export type VerificationStatus = (typeof verificationStatuses)[number];

/** The rules that keep unsafe text from being published; `allow` in the front matter can lift one for an article. */
export const safetyRules = ['link-schemes', 'model-instructions', 'look-alike-letters'] as const;
export type SafetyRule = (typeof safetyRules)[number];

/** From the least to the most risky. */
export const riskLevels = ['low', 'medium', 'high'] as const;
export type RiskLevel = (typeof riskLevels)[number];

/** The values of `minConfidence` that facets count and pages offer: 31 is the lowest score of partial, 61 that of verified. */
export const confidenceThresholds = [31, 61, 70, 80] as const;

/** The highest confidence score of each status; the next status begins above it. */
export const highestScores = { unverified: 30, partial: 60, verified: 100 } as const satisfies Record<
  VerificationStatus,
  number
>;

/**
 * The evidence of a section, from most to least: an example in it ran; an example was checked without being run; it links to a
 * primary source; none of these.
 */
export const evidenceKinds = ['ran', 'checked', 'cited', 'none'] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

export const recordResults = ['passed', 'partial', 'failed'] as const;
export type RecordResult = (typeof recordResults)[number];

/** Article ids: assigned once, never changed. */
export const articleIdPattern = /^art_[a-z0-9]{1,40}$/;

/** Article slugs: the file's name, unique over all domains. */
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const slugLengthMax = 100;
