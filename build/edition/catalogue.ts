// The catalogue lists every article of an edition once, in listing order, with what the server filters and sorts by and
// where the article's prebuilt bodies lie. Knows nothing of how bodies are made.
import { z } from 'zod';
import {
  articleId,
  confidenceScore,
  digest,
  domain,
  riskLevel,
  slug,
  timestamp,
  verificationStatus,
} from './article.ts';

/** Every prebuilt body of an article: `<kind>.<language choice>`. */
export const bodyNames = [
  'item.both', 'item.zh', 'item.en', // search item, a JSON object
  'json.both', 'json.zh', 'json.en', // article, a JSON object still open at its end: the server appends the links
  'markdown.both', 'markdown.zh', 'markdown.en', // article, to which the server appends the API Access section
  'page.zh', 'page.en', // whole page, with slots
  'parallel.both', // both languages side by side, to be put into a page
  'row.zh', 'row.en', // the article in a list of search results on a page
  'passages.zh', 'passages.en', // its plain text block by block, see `passages.ts`
  'sections.zh', 'sections.en', // its sections with their tokens, see `sections.ts`
] as const; // biome-ignore format: one line per kind
export type BodyName = (typeof bodyNames)[number];

export const bodyLocation = z.tuple([z.int().min(0), z.int().min(0), z.string()]);
/** Byte offset in the pack, length in bytes, fingerprint of the bytes. */
export type BodyLocation = z.infer<typeof bodyLocation>;

/** True for a place of every body. Written out, because ten thousand rows have two hundred thousand of them. */
function areBodies(value: unknown): value is Record<BodyName, BodyLocation> {
  if (typeof value !== 'object' || value === null) return false;
  const own: Record<string, unknown> = { ...value };
  return Object.keys(own).length === bodyNames.length && bodyNames.every((name) => isLocation(own[name]));
}

const isLocation = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 3 && isCount(value[0]) && isCount(value[1]) && typeof value[2] === 'string';

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

export const catalogueRow = z.strictObject({
  id: articleId,
  slug,
  aliases: z.array(slug),
  domain,
  verificationStatus,
  confidenceScore,
  riskLevel,
  updatedAt: timestamp,
  digest,
  shard: z.int().min(0),
  bodies: z.custom<Record<BodyName, BodyLocation>>(areBodies, 'the place of every body'),
});
export type CatalogueRow = z.infer<typeof catalogueRow>;

/** Rows in listing order: newest `updatedAt` first, then id. A row's index is the article's position everywhere. */
export const catalogue = z.strictObject({
  articles: z
    .array(catalogueRow)
    .refine((rows) => new Set(rows.map((row) => row.slug)).size === rows.length, 'two articles have one slug'),
});

/** For each facet and value, the ascending positions of the articles that have it. */
export const facets = z.strictObject({
  domain: z.record(z.string(), z.array(z.int().min(0))),
  verificationStatus: z.record(z.string(), z.array(z.int().min(0))),
  riskLevel: z.record(z.string(), z.array(z.int().min(0))),
});
export type Facets = z.infer<typeof facets>;

/** The pages that belong to no article: path → whole HTML page, with slots. */
export const pages = z.record(z.string(), z.string());
export type Pages = z.infer<typeof pages>;
