// The parameters that operations share. Values arrive as text. The description of a schema names the allowed values, and error messages
// repeat it.
import { z } from 'zod';
import { queryLengthMax } from '../../build/edition/page-search.ts';
import { languages, riskLevels } from '../../build/edition/vocabulary.ts';

export const pageMax = 1_000_000;
export const pageSizeMax = 100;
export const defaultPageSize = 20;

/** A whole number in the digits 0–9: no sign, no fraction, no leading zero. */
function wholeNumber({
  least,
  most,
  usual,
  what = '',
}: {
  least: number;
  most: number;
  usual?: number;
  what?: string;
}) {
  return z
    .string()
    .regex(/^(?:0|[1-9][0-9]{0,9})$/)
    .transform(Number)
    .refine((number) => number >= least && number <= most)
    .meta({
      type: 'integer',
      minimum: least,
      maximum: most,
      ...(usual !== undefined && { default: usual }),
      description: `a whole number from ${least} to ${most}${what}`,
    });
}

export const page = wholeNumber({ least: 1, most: pageMax, usual: 1 }).default(1);
export const pageSize = wholeNumber({ least: 1, most: pageSizeMax, usual: defaultPageSize }).default(defaultPageSize);
export const minConfidence = wholeNumber({
  least: 0,
  most: 100,
  what: ': only articles with at least this confidenceScore',
}).optional();
export const maxRisk = z
  .enum(riskLevels)
  .optional()
  .describe(`one of ${riskLevels.join(', ')}: the highest riskLevel of what is found`);

const tokenBudget = { least: 50, most: 20_000, what: ': the maximum of tokens (o200k_base) of text in the answer' };
export const maxTokens = wholeNumber(tokenBudget).optional();
const usualTokens = 1000;
export const maxTokensOrUsual = wholeNumber({ ...tokenBudget, usual: usualTokens }).default(usualTokens);

export const queryText = z
  .string()
  .transform((text) => text.normalize('NFKC').trim())
  .refine((text) => text !== '' && [...text].length <= queryLengthMax)
  .meta({
    type: 'string',
    minLength: 1,
    maxLength: queryLengthMax,
    pattern: '\\S',
    description: `1–${queryLengthMax} characters, counted after Unicode normalization (NFKC), and not only spaces`,
  });

export const lang = z
  .enum(languages)
  .optional()
  .describe(`one of ${languages.join(', ')}`);

export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z
    .enum(values)
    .optional()
    .describe(`one of ${values.join(', ')}`);

/** A domain of the served site. `operationOf` replaces this schema by the list of the site's domains. */
export const domainOfSite = z.string().optional().describe('a domain');

/** A parameter that is true or false, with `usual` as its default. */
export const flag = (what: string, usual = false) =>
  z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .meta({ type: 'boolean', enum: [true, false], default: usual, description: `true or false: ${what}` })
    .default(usual);

export const code = flag(
  'with false each block of code of more than 60 tokens is replaced by a line with the request that gets it',
  true,
);

/** The least number of hexadecimal digits of a digest that a caller must give. They are enough to distinguish the texts of one article. */
export const digestDigitsMin = 12;
/** A digest or its beginning, in upper or lower case; group 1 holds the digits. */
export const digestSource = `(?:[sS][hH][aA]256[-:])?([0-9a-fA-F]{${digestDigitsMin},64})`;
const digestPattern = new RegExp(`^${digestSource}$`);

/** A digest or its beginning, normalised to `sha256-<digits>` in lower case. */
export const textDigest = z
  .string()
  .regex(digestPattern)
  .transform((text) => `sha256-${digestPattern.exec(text)?.[1]?.toLowerCase()}`)
  .meta({
    type: 'string',
    pattern: digestPattern.source,
    description: `the digest of a text of the article, or at least its first ${digestDigitsMin} hexadecimal digits: that text is returned, even if it is an earlier one`,
  })
  .optional();

/** A suggested request, as in meta.nextStep. */
export const nextStep = z.string().regex(/^GET \/[\x21-\x7e]*$/);

/** The id of an edition, in answers about changes. */
export const buildId = z.string().regex(/^[0-9a-f]{64}$/);

/** Names that callers often use for a parameter. */
export const parameterSynonyms: Readonly<Record<string, string>> = {
  query: 'q',
  question: 'q',
  search: 'q',
  keyword: 'q',
  keywords: 'q',
  text: 'q',
  term: 'q',
  language: 'lang',
  locale: 'lang',
  limit: 'pageSize',
  size: 'pageSize',
  per_page: 'pageSize',
  perPage: 'pageSize',
  page_size: 'pageSize',
  pagesize: 'pageSize',
  p: 'page',
  category: 'domain',
  topic: 'domain',
  verificationStatus: 'status',
  verification_status: 'status',
  confidence: 'minConfidence',
  confidenceScore: 'minConfidence',
  confidence_score: 'minConfidence',
  minScore: 'minConfidence',
  score: 'minConfidence',
  risk: 'maxRisk',
  riskLevel: 'maxRisk',
  risk_level: 'maxRisk',
  maxRiskLevel: 'maxRisk',
  max_tokens: 'maxTokens',
  tokens: 'maxTokens',
  tokenBudget: 'maxTokens',
  budget: 'maxTokens',
  anchor: 'section',
  heading: 'section',
  type: 'format',
  output: 'format',
  highlight: 'snippet',
  highlights: 'snippet',
  excerpt: 'snippet',
  excerpts: 'snippet',
  aggregations: 'facets',
  aggs: 'facets',
  from: 'since',
  after: 'since',
  buildId: 'since',
  modifiedSince: 'since',
  updatedSince: 'since',
  updated_since: 'since',
  version: 'digest',
  revision: 'digest',
  sha: 'digest',
  sha256: 'digest',
  digests: 'have',
  holding: 'have',
  held: 'have',
};

const affirmations = { '1': 'true', yes: 'true', on: 'true', '0': 'false', no: 'false', off: 'false' } as const;

/** Parameter → value that callers often send, in lower case → value that they mean. A synonym applies only if its meaning is allowed. */
export const valueSynonyms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  domain: {
    postgres: 'tools_postgres',
    postgresql: 'tools_postgres',
    github: 'tools_github',
    filesystem: 'tools_filesystem',
    files: 'tools_filesystem',
    errors: 'error_codes',
    'model context protocol': 'mcp',
  },
  status: { passed: 'verified', 'partially verified': 'partial' },
  maxRisk: { moderate: 'medium', mid: 'medium', any: 'high', all: 'high' },
  lang: {
    'zh-cn': 'zh',
    'zh-hans': 'zh',
    'zh-tw': 'zh',
    'zh-hant': 'zh',
    zh_cn: 'zh',
    cn: 'zh',
    chinese: 'zh',
    中文: 'zh',
    'en-us': 'en',
    'en-gb': 'en',
    en_us: 'en',
    english: 'en',
  },
  code: affirmations,
  facets: affirmations,
  snippet: affirmations,
  format: { md: 'markdown', 'text/markdown': 'markdown', 'application/json': 'json' },
};
