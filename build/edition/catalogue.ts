// The catalogue lists every article of an edition once, in listing order, with the fields that the server filters and sorts by and
// the location of the article's prebuilt bodies.
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
} from './article-schema.ts';
import { byCodeUnit } from './hash.ts';
import { catalogueFile, cataloguePart, isCatalogue } from './locations.ts';

/** The prebuilt bodies of an article. The names are `<kind>.<language choice>`. */
export const bodyNames = [
  'item.both', 'item.zh', 'item.en', // the search item: a JSON object
  'json.both', 'json.zh', 'json.en', // the article: a JSON object without its end, to which the server adds the links
  'markdown.both', 'markdown.zh', 'markdown.en', // the article, to which the server adds the API Access section
  'page.zh', 'page.en', // the whole page, with slots
  'parallel.both', // both languages side by side: the content of a page, without its frame
  'row.zh', 'row.en', // the article in a list of search results on a page
  'passages.zh', 'passages.en', // the plain text block by block, see `passages.ts`
  'sections.zh', 'sections.en', // the sections with their tokens, see `sections.ts`
] as const; // biome-ignore format: one line per kind
export type BodyName = (typeof bodyNames)[number];

/** The location of a body in a pack: byte offset, length in bytes, fingerprint of the bytes. */
export const bodyLocation = z.tuple([z.int().min(0), z.int().min(0), z.string()]);
export type BodyLocation = z.infer<typeof bodyLocation>;

const fingerprintLength = 16;
const space = 0x20;

/**
 * The locations of an article's bodies in its pack, where they lie side by side in the order of `bodyNames`: the offset of the
 * first body, the length of each, the fingerprint of each. This is one string to save memory, because ten thousand articles have
 * two hundred thousand bodies.
 */
export const bodyPlaces = z
  .string()
  .regex(
    new RegExp(`^\\d{1,15}(?: \\d{1,9}){${bodyNames.length}} [\\w-]{${bodyNames.length * fingerprintLength}}$`),
    'the place of every body',
  );

/** Encodes locations as one string. Throws when the bodies are not contiguous. */
export function placesOf(locations: Readonly<Record<BodyName, BodyLocation>>): string {
  let end = locations[bodyNames[0]][0];
  const own = bodyNames.map((name) => locations[name]);
  for (const [offset, length] of own) {
    if (offset !== end) throw new Error('the bodies of an article are not adjacent in the pack');
    end += length;
  }
  const lengths = own.map(([, length]) => length);
  return `${own[0]?.[0]} ${lengths.join(' ')} ${own.map(([, , fingerprint]) => fingerprint).join('')}`;
}

const numberOfBody = new Map<string, number>(bodyNames.map((name, number) => [name, number]));

export function placeOf(places: string, name: BodyName): BodyLocation {
  const { offset, length } = extentOf(places, numberOfBody.get(name) ?? 0);
  return [offset, length, tagIn(places, name)];
}

/** The fingerprint of one body. */
export function tagIn(places: string, name: BodyName): string {
  const from = places.length - (bodyNames.length - (numberOfBody.get(name) ?? 0)) * fingerprintLength;
  return places.slice(from, from + fingerprintLength);
}

/** The offset in the pack at which the last body ends. */
export function endOfBodies(places: string): number {
  const { offset, length } = extentOf(places, bodyNames.length - 1);
  return offset + length;
}

function extentOf(places: string, number: number): { offset: number; length: number } {
  let [offset, length, at] = [0, 0, 0];
  for (let field = 0; field <= number + 1; field += 1) {
    offset += length;
    length = 0;
    for (let unit = places.charCodeAt(at); unit !== space; unit = places.charCodeAt(at)) {
      length = length * 10 + unit - 0x30;
      at += 1;
    }
    at += 1;
  }
  return { offset, length };
}

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
  bodies: bodyPlaces,
});
export type CatalogueRow = z.infer<typeof catalogueRow>;

/**
 * Catalogue rows in listing order: newest `updatedAt` first, then by id. In the whole catalogue, the index of a row is the
 * article's position, by which all other files refer to it. A part of the catalogue holds some of the rows.
 */
export const catalogue = z.strictObject({
  articles: z
    .array(catalogueRow)
    .refine((rows) => new Set(rows.map((row) => row.slug)).size === rows.length, 'two articles have the same slug'),
});

/** The maximum number of rows in one file. Such a file is eleven megabytes of JSON, which a server parses in a tenth of a second. */
export const rowsMax = 2 ** 14;

/** The JSON text of the catalogue. With more rows than fit in one file, the texts of its parts in order. */
export function* catalogueTexts(
  rows: readonly CatalogueRow[],
  most = rowsMax,
): Generator<[path: string, text: string]> {
  const text = (from: number): string => JSON.stringify({ articles: rows.slice(from, from + most) });
  if (rows.length <= most) yield [catalogueFile, text(0)];
  else for (let at = 0; at < rows.length; at += most) yield [cataloguePart(at / most), text(at)];
}

/**
 * Selects the files of the catalogue from the given paths and sorts them in the order of their rows. If there is no such file,
 * returns the path that the catalogue should have, so that an error can name the missing file.
 */
export function cataloguePaths(paths: Iterable<string>): string[] {
  const found = [...paths].filter(isCatalogue).sort(byCodeUnit);
  return found.length === 0 ? [catalogueFile] : found;
}

/** For each facet and each of its values, the positions of the articles that have the value, ascending. */
export const facets = z.strictObject({
  domain: z.record(z.string(), z.array(z.int().min(0))),
  verificationStatus: z.record(z.string(), z.array(z.int().min(0))),
  riskLevel: z.record(z.string(), z.array(z.int().min(0))),
});
export type Facets = z.infer<typeof facets>;

/**
 * The pages that belong to no article: the path of the page → the location of its HTML in the pack of pages. The HTML contains
 * slots.
 */
export const pagePlaces = z.record(z.string(), bodyLocation);
export type PagePlaces = z.infer<typeof pagePlaces>;
