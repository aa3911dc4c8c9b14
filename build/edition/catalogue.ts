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

/** Byte offset in a pack, length in bytes, fingerprint of the bytes. */
export const bodyLocation = z.tuple([z.int().min(0), z.int().min(0), z.string()]);
export type BodyLocation = z.infer<typeof bodyLocation>;

const fingerprintLength = 16;
const space = 0x20;

/**
 * The locations of an article's bodies in its pack, contiguous and in the order of `bodyNames`: the offset of the first, the length
 * of each, their fingerprints. One string, because ten thousand articles have two hundred thousand bodies.
 */
export const bodyPlaces = z
  .string()
  .regex(
    new RegExp(`^\\d{1,15}(?: \\d{1,9}){${bodyNames.length}} [\\w-]{${bodyNames.length * fingerprintLength}}$`),
    'the place of every body',
  );

/** Throws when the bodies are not contiguous. */
export function placesOf(locations: Readonly<Record<BodyName, BodyLocation>>): string {
  let end = locations[bodyNames[0]][0];
  const own = bodyNames.map((name) => locations[name]);
  for (const [offset, length] of own) {
    if (offset !== end) throw new Error('the bodies of an article do not lie together');
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

/** The end offset of the last body. */
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
 * Rows in listing order, or some of them: newest `updatedAt` first, then id. A row's index is the article's position everywhere.
 */
export const catalogue = z.strictObject({
  articles: z
    .array(catalogueRow)
    .refine((rows) => new Set(rows.map((row) => row.slug)).size === rows.length, 'two articles have one slug'),
});

/** Rows in one file: eleven megabytes of JSON, which a server parses in a tenth of a second. */
export const rowsMax = 2 ** 14;

/** The catalogue as its file, or as its parts in order when there are too many rows for one. */
export function* catalogueTexts(
  rows: readonly CatalogueRow[],
  most = rowsMax,
): Generator<[path: string, text: string]> {
  const text = (from: number): string => JSON.stringify({ articles: rows.slice(from, from + most) });
  if (rows.length <= most) yield [catalogueFile, text(0)];
  else for (let at = 0; at < rows.length; at += most) yield [cataloguePart(at / most), text(at)];
}

/** The paths of a catalogue's files in the order of their rows; never empty, so that a missing catalogue has a name. */
export function cataloguePaths(paths: Iterable<string>): string[] {
  const found = [...paths].filter(isCatalogue).sort(byCodeUnit);
  return found.length === 0 ? [catalogueFile] : found;
}

/** For each facet and value, the ascending positions of its articles. */
export const facets = z.strictObject({
  domain: z.record(z.string(), z.array(z.int().min(0))),
  verificationStatus: z.record(z.string(), z.array(z.int().min(0))),
  riskLevel: z.record(z.string(), z.array(z.int().min(0))),
});
export type Facets = z.infer<typeof facets>;

/** The pages that belong to no article: path → location of the HTML page, with slots, in its pack. */
export const pagePlaces = z.record(z.string(), bodyLocation);
export type PagePlaces = z.infer<typeof pagePlaces>;
