// The parameters that operations share. Values arrive as text; `describe` says what is allowed, in the words of the errors.
import { z } from 'zod';
import { languages } from '../../build/edition/vocabulary.ts';

export const queryLengthMax = 256;
export const pageMax = 1_000_000;
export const pageSizeMax = 100;
export const defaultPageSize = 20;

/** A whole number in decimal digits, nothing else: no sign, no fraction, no other digits than 0–9. */
function wholeNumber(least: number, most: number) {
  return z
    .string()
    .regex(/^[1-9][0-9]{0,9}$/)
    .transform(Number)
    .refine((number) => number >= least && number <= most)
    .meta({ type: 'integer', minimum: least, maximum: most, description: `a whole number from ${least} to ${most}` });
}

export const page = wholeNumber(1, pageMax).default(1);
export const pageSize = wholeNumber(1, pageSizeMax).default(defaultPageSize);

export const queryText = z
  .string()
  .transform((text) => text.normalize('NFKC').trim())
  .refine((text) => text !== '' && [...text].length <= queryLengthMax)
  .meta({
    type: 'string',
    maxLength: queryLengthMax,
    description: `1–${queryLengthMax} characters that are not all spaces`,
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

/** What callers often write when they mean a parameter. */
export const parameterSynonyms: Readonly<Record<string, string>> = {
  query: 'q',
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
  type: 'format',
  output: 'format',
};
