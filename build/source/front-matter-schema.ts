// The fields of front matter: one zod schema each for articles and guides, the only place that knows them.
// `describe` says what is expected, in the words that an author reads when a field is wrong.
import { z } from 'zod';
import { articleIdPattern, recordResults, riskLevels, slugLengthMax, slugPattern } from '../edition/vocabulary.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const controlCharacter = /[\u0000-\u0008\u000b-\u001f\u007f]/;
const characters = (text: string): number => [...text].length;

/** One line of text; `max` in characters (code points). */
function line(max: number, description: string) {
  return z
    .string()
    .transform((text) => text.trim().normalize('NFC'))
    .refine((text) => characters(text) >= 1 && characters(text) <= max)
    .refine((text) => !text.includes('\n') && !controlCharacter.test(text))
    .describe(description);
}

/** What a title may have; beyond `titleLengthAdvised` the rule `title-length` warns. Real collections hold a few such. */
export const titleLengthAdvised = 200;
const titleLengthMax = 600;
const title = line(titleLengthMax, `a title of 1–${titleLengthAdvised} characters on one line`);

/** One paragraph: line breaks inside it are folded away (between Han characters without a space). */
const paragraph = z
  .string()
  .transform((text) => text.trim().normalize('NFC'))
  .refine((text) => characters(text) >= 1 && characters(text) <= 600)
  .refine((text) => !/\n[^\S\n]*\n/.test(text) && !controlCharacter.test(text))
  .transform((text) =>
    text.replace(/(?<=\p{Script=Han}|[，。；：、！？）])\n\s*(?=\p{Script=Han})/gu, '').replace(/\s*\n\s*/g, ' '),
  )
  .describe('one paragraph of 1–600 characters');

const inBoth = <Text extends z.ZodType>(text: Text, description: string) =>
  z.strictObject({ zh: text, en: text }).describe(description);

/** `YYYY-MM-DDThh:mm:ssZ`, a day that exists; fractions of a second are allowed. */
const instant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/)
  .refine((text) => {
    const parsed = new Date(text);
    return !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 19) === text.slice(0, 19);
  })
  .describe('a date and time in UTC such as 2026-01-31T09:00:00Z');

const articleId = z.string().regex(articleIdPattern).describe('art_ followed by 1–40 of a–z and 0–9');
const digest = z
  .string()
  .regex(/^sha256-[0-9a-f]{64}$/)
  .describe('sha256- and 64 lower-case hexadecimal digits, as `stele digest` prints it');
const count = z.int().min(0).describe('a whole number, 0 or more');
const listed = (max: number) =>
  line(max, `a text of 1–${max} characters on one line, without a comma`).refine((text) => !text.includes(','));

export const record = z
  .strictObject({
    verifier: line(200, 'who or what checked: 1–200 characters on one line'),
    result: z.enum(recordResults).describe(`one of ${recordResults.join(', ')}`),
    at: instant,
    notes: z
      .union([paragraph, inBoth(paragraph, '')])
      .optional()
      .describe('one paragraph of 1–600 characters, or { zh, en } of such'),
    digest: digest.optional().describe('sha256- and 64 lower-case hexadecimal digits, as `stele digest` prints it'),
    examples: z
      .strictObject({ ran: count, failed: count, skipped: count })
      .optional()
      .describe('{ ran, failed, skipped }, each a whole number'),
  })
  .describe('a record { verifier, result, at, notes, digest, examples }');
export type Record = z.infer<typeof record>;

export const articleFields = z.strictObject({
  id: articleId,
  title: inBoth(title, 'the two titles: { zh, en }'),
  summary: inBoth(paragraph, 'the two summaries: { zh, en }'),
  author: line(200, 'an author label of 1–200 characters on one line'),
  tags: z.array(listed(64)).min(1).max(16).describe('a list of 1–16 tags'),
  keywords: z.array(listed(100)).max(64).describe('a list of 0–64 keywords'),
  riskLevel: z.enum(riskLevels).describe(`one of ${riskLevels.join(', ')}`),
  createdAt: instant,
  publishedAt: instant,
  updatedAt: instant,
  related: z.array(articleId).default([]).describe('a list of ids of other articles'),
  aliases: z
    .array(
      z
        .string()
        .regex(slugPattern)
        .max(slugLengthMax)
        .describe('a slug: lower-case words joined by hyphens, at most 100 characters'),
    )
    .default([])
    .describe('a list of former slugs'),
  verification: z.array(record).default([]).describe('a list of records'),
});
export type ArticleFields = z.infer<typeof articleFields>;

export const audiences = ['agent', 'author', 'operator'] as const;

export const guideFields = z.strictObject({
  title: inBoth(title, 'the two titles: { zh, en }'),
  summary: inBoth(paragraph, 'the two summaries: { zh, en }'),
  order: z.int().describe('a whole number: guides are listed in its order'),
  audience: z.enum(audiences).describe(`one of ${audiences.join(', ')}`),
});
export type GuideFields = z.infer<typeof guideFields>;
