// The fields of front matter: one zod schema for articles and one for guides. `describe` holds the expectation that a message
// shows to the author of a wrong field. `zh` in `meta` holds it in Chinese. The other keys of `meta` are JSON Schema for editors,
// because zod cannot derive it from a refinement.
import { z } from 'zod';
import {
  articleIdPattern,
  type Bilingual,
  recordResults,
  riskLevels,
  safetyRules,
  slugLengthMax,
  slugPattern,
} from '../edition/vocabulary.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for control characters.
const controlCharacter = /[\u0000-\u0008\u000b-\u001f\u007f]/;
const characters = (text: string): number => [...text].length;

/** The expectation of a schema in both languages. Undefined when the schema has no description. */
export function expectationOf(schema: z.ZodType): Bilingual | undefined {
  const { description, zh } = schema.meta() ?? {};
  return description === undefined || typeof zh !== 'string' ? undefined : { zh, en: description };
}

/**
 * A regular expression for a line of text that does not begin with white space and contains no control characters. `without` are
 * further characters that it must not contain.
 */
const written = (without: string): string =>
  String.raw`[^\s\u0000-\u001f\u007f${without}][^\u0000-\u0008\u000a-\u001f\u007f${without}]*`;
/** In JSON Schema, these patterns replace the refinements below. They also accept the white space that the zod schemas trim. */
const linePattern = (without = ''): string => String.raw`^\s*${written(without)}\s*$`;
const paragraphPattern = String.raw`^\s*${written('')}(?:\n[^\S\u000a-\u001f]*${written('')})*\s*$`;

/** A schema for one line of text. `max` counts characters (code points). */
export function line(max: number, description: string) {
  return z
    .string()
    .transform((text) => text.trim().normalize('NFC'))
    .refine((text) => characters(text) >= 1 && characters(text) <= max)
    .refine((text) => !text.includes('\n') && !controlCharacter.test(text))
    .describe(description)
    .meta({ minLength: 1, maxLength: max, pattern: linePattern() });
}

/**
 * The recommended maximum length of a title. The rule `title-length` warns above it. It is no hard limit, because real
 * collections contain a few longer titles.
 */
export const titleLengthAdvised = 200;
const titleLengthMax = 600;
const title = line(titleLengthMax, `a title of 1–${titleLengthAdvised} characters on one line`).meta({
  zh: `单行标题，1–${titleLengthAdvised} 个字符`,
});

/** A schema for one paragraph. Line breaks inside it become a space, or nothing between Han characters. */
export const paragraphOf = (max: number) =>
  z
    .string()
    .transform((text) => text.trim().normalize('NFC'))
    .refine((text) => characters(text) >= 1 && characters(text) <= max)
    .refine((text) => !/\n[^\S\n]*\n/.test(text) && !controlCharacter.test(text))
    .transform((text) =>
      text.replace(/(?<=\p{Script=Han}|[，。；：、！？）])\n\s*(?=\p{Script=Han})/gu, '').replace(/\s*\n\s*/g, ' '),
    )
    .describe(`one paragraph of 1–${max} characters`)
    .meta({ zh: `一段文字，1–${max} 个字符`, minLength: 1, maxLength: max, pattern: paragraphPattern });
const paragraph = paragraphOf(600);

export const bilingual = <Text extends z.ZodType>(text: Text) => z.strictObject({ zh: text, en: text });

/** A schema for a time `YYYY-MM-DDThh:mm:ssZ` on a day that exists. Fractions of a second are allowed. */
const instant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/)
  .refine((text) => {
    const parsed = new Date(text);
    return !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 19) === text.slice(0, 19);
  })
  .describe('a date and time in UTC such as 2026-01-31T09:00:00Z')
  .meta({ zh: '以 UTC 表示的日期和时间，例如 2026-01-31T09:00:00Z', format: 'date-time' });

/** A schema for a day `YYYY-MM-DD` that exists. */
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .refine((text) => {
    const parsed = new Date(`${text}T00:00:00Z`);
    return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
  })
  .describe('a day such as 2027-01-31')
  .meta({ zh: '日期，例如 2027-01-31', format: 'date' });

const articleId = z
  .string()
  .regex(articleIdPattern)
  .describe('art_ followed by 1–40 of a–z and 0–9')
  .meta({ zh: '由 art_ 加 1–40 个 a–z、0–9 字符组成的 id' });
const digest = z
  .string()
  .regex(/^sha256-[0-9a-f]{64}$/)
  .describe('sha256- and 64 lower-case hexadecimal digits, as `npm run digest` prints it')
  .meta({ zh: '由 `npm run digest` 输出的摘要值：sha256- 加 64 位小写十六进制数字' });
const count = z.int().min(0).describe('a whole number, 0 or more').meta({ zh: '不小于 0 的整数' });
const listed = (max: number) =>
  line(max, `a text of 1–${max} characters on one line, without a comma`)
    .refine((text) => !text.includes(','))
    .meta({ zh: `单行文字，1–${max} 个字符，不含逗号`, pattern: linePattern(',') });
/** A schema for one of several words. */
const oneOf = <Words extends readonly [string, ...string[]]>(words: Words) =>
  z
    .enum(words)
    .describe(`one of ${words.join(', ')}`)
    .meta({ zh: `以下值之一：${words.join('、')}` });

export const record = z
  .strictObject({
    verifier: line(200, 'who or what checked: 1–200 characters on one line').meta({
      zh: '单行的检查者名称（人或工具），1–200 个字符',
    }),
    result: oneOf(recordResults),
    at: instant,
    notes: z
      .union([paragraph, bilingual(paragraph)])
      .optional()
      .describe('one paragraph of 1–600 characters, or one for each language as { zh, en }')
      .meta({ zh: '一段文字，1–600 个字符，或两种语言各一段的 { zh, en }' }),
    digest: digest.optional(),
    examples: z
      .strictObject({ ran: count, failed: count, skipped: count })
      .optional()
      .describe('{ ran, failed, skipped }, each a whole number')
      .meta({ zh: '由三个整数组成的 { ran, failed, skipped }' }),
  })
  .describe('a record { verifier, result, at, notes, digest, examples }')
  .meta({ zh: '一条记录 { verifier, result, at, notes, digest, examples }' });
export type Record = z.infer<typeof record>;
/** The verifier in the records that `stele verify` writes. */
export const ownVerifier = 'stele verify';

/** A record before it is parsed; its texts may have white space at the ends. */
export type NewRecord = z.input<typeof record>;

const titles = bilingual(title).describe('the two titles: { zh, en }').meta({ zh: '两种语言的标题 { zh, en }' });
const summaries = bilingual(paragraph)
  .describe('the two summaries: { zh, en }')
  .meta({ zh: '两种语言的摘要 { zh, en }' });

const reason = paragraphOf(300);

/** A safety rule that the author exempts the article from, with the reason. */
const allowed = z
  .strictObject({
    rule: oneOf(safetyRules),
    reason: z
      .union([reason, bilingual(reason)])
      .describe('one paragraph of 1–300 characters, or one for each language as { zh, en }')
      .meta({ zh: '一段文字，1–300 个字符，或两种语言各一段的 { zh, en }' }),
  })
  .describe('an entry { rule, reason }')
  .meta({ zh: '一项 { rule, reason }' });

export const articleFields = z.strictObject({
  id: articleId,
  title: titles,
  summary: summaries,
  author: line(200, 'an author label of 1–200 characters on one line').meta({
    zh: '单行的作者署名，1–200 个字符',
  }),
  tags: z.array(listed(64)).min(1).max(16).describe('a list of 1–16 tags').meta({ zh: '由 1–16 个标签组成的列表' }),
  keywords: z.array(listed(100)).max(64).describe('a list of 0–64 keywords').meta({ zh: '由 0–64 个关键词组成的列表' }),
  riskLevel: oneOf(riskLevels),
  createdAt: instant,
  publishedAt: instant,
  updatedAt: instant,
  related: z
    .array(articleId)
    .default([])
    .describe('a list of ids of other articles')
    .meta({ zh: '由其他文章的 id 组成的列表' }),
  aliases: z
    .array(
      z
        .string()
        .regex(slugPattern)
        .max(slugLengthMax)
        .describe(`a slug: lower-case words joined by hyphens, at most ${slugLengthMax} characters`)
        .meta({ zh: `一个 slug：用连字符连接的小写单词，至多 ${slugLengthMax} 个字符` }),
    )
    .default([])
    .describe('a list of former slugs')
    .meta({ zh: '由曾用 slug 组成的列表' }),
  reviewBy: day.optional(),
  allow: z
    .array(allowed)
    .max(safetyRules.length)
    .refine((entries) => new Set(entries.map(({ rule }) => rule)).size === entries.length)
    .default([])
    .describe('a list of { rule, reason }, at most one for each safety rule')
    .meta({ zh: '由 { rule, reason } 组成的列表，每条安全规则至多一项' }),
  verification: z.array(record).default([]).describe('a list of records').meta({ zh: '由记录组成的列表' }),
});
export type ArticleFields = z.infer<typeof articleFields>;

export const audiences = ['agent', 'author', 'operator'] as const;

export const guideFields = z.strictObject({
  title: titles,
  summary: summaries,
  order: z.int().describe('a whole number, by which guides are sorted').meta({ zh: '决定指南排列次序的整数' }),
  audience: oneOf(audiences),
});
export type GuideFields = z.infer<typeof guideFields>;
