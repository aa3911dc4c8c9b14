// The search data that FlexSearch does not hold: the headlines of every article, and pairs of terms with the same meaning in the
// two languages. The tables refer to a term by its number, which is its position in the index.
//
// The file begins with a line of JSON that names the tables. The little-endian numbers of each table follow, from an offset that
// is a multiple of four, so that a server can use them in place. As JSON, the tables of a hundred thousand articles would take
// seconds to parse.
import { z } from 'zod';

/**
 * The kinds of headlines. A headline is a short text that names the subject of an article or of a part of it. A `name` consists
 * of the words of the slug. An `item` is a list item, or a keyword of several words.
 */
export const headlineKinds = ['title', 'heading', 'question', 'name', 'item'] as const;
export type HeadlineKind = (typeof headlineKinds)[number];

export interface SearchTables {
  /**
   * Terms of headlines that are not in the index, because the index leaves out common words. Term number `index size + i` is
   * `extraTerms[i]`.
   */
  extraTerms: string[];
  /** The headlines of the article at position p have the numbers `articleStarts[p]` to `articleStarts[p + 1] - 1`. */
  articleStarts: Uint32Array;
  /** The distinct terms of headline h are `headlineTerms` from index `headlineStarts[h]` to `headlineStarts[h + 1] - 1`. */
  headlineStarts: Uint32Array;
  /** For each headline, the index of its kind in the list `headlineKinds`. */
  headlineKinds: Uint8Array;
  headlineTerms: Uint32Array;
  /**
   * Translations, sorted by `translationFrom`: term `translationFrom[i]` of one language often means term `translationTo[i]` of
   * the other.
   */
  translationFrom: Uint32Array;
  translationTo: Uint32Array;
  /** How often the two terms of a translation occur together: the Dice coefficient, times 255. */
  translationDice: Uint8Array;
}

/** The bytes per number of each table. The file holds the tables in this order. */
const widths = {
  articleStarts: 4,
  headlineStarts: 4,
  headlineKinds: 1,
  headlineTerms: 4,
  translationFrom: 4,
  translationTo: 4,
  translationDice: 1,
} as const;
const names = Object.keys(widths) as (keyof typeof widths)[];

const heading = z.strictObject({
  tables: z.array(z.tuple([z.string(), z.int(), z.int().min(0)])).describe('Name, bytes per number, count of numbers.'),
  words: z.array(z.string()).describe('`extraTerms`.'),
});

const padded = (bytes: number): number => Math.ceil(bytes / 4) * 4;

export function writeSearchTables(tables: SearchTables): Buffer {
  const own: z.infer<typeof heading> = {
    tables: names.map((name) => [name, widths[name], tables[name].length]),
    words: tables.extraTerms,
  };
  const text = Buffer.from(JSON.stringify(own));
  const pieces: Uint8Array[] = [text, Buffer.alloc(padded(text.length + 1) - text.length - 1, ' '), Buffer.from('\n')];
  for (const name of names) {
    const { buffer, byteOffset, byteLength } = tables[name];
    pieces.push(Buffer.from(buffer, byteOffset, byteLength), Buffer.alloc(padded(byteLength) - byteLength));
  }
  return Buffer.concat(pieces);
}

/**
 * Reads the search tables. `index` states how many terms and articles the index has. Throws an Error that states the fault when the
 * tables do not fit the index.
 */
export function readSearchTables(file: Uint8Array, index: { terms: number; articles: number }): SearchTables {
  const read = tablesIn(file);
  const terms = index.terms + read.extraTerms.length;
  if (new Set(read.extraTerms).size < read.extraTerms.length) throw new Error('an extra term is listed twice');
  expectStarts(read.articleStarts, { groups: index.articles, members: read.headlineKinds.length });
  expectStarts(read.headlineStarts, { groups: read.headlineKinds.length, members: read.headlineTerms.length });
  if (read.headlineKinds.some((kind) => kind >= headlineKinds.length))
    throw new Error('the tables have a headline of an unknown kind');
  expectBelow(read.headlineTerms, terms);
  expectBelow(read.translationFrom, index.terms);
  expectBelow(read.translationTo, index.terms);
  const pairs = read.translationFrom.length;
  if (read.translationTo.length !== pairs || read.translationDice.length !== pairs) {
    throw new Error('the translation tables have different lengths');
  }
  if (!isAscending(read.translationFrom)) throw new Error('the translations are not sorted by term');
  return read;
}

function tablesIn(file: Uint8Array): SearchTables {
  const start = file.indexOf(0x0a) + 1;
  const { tables, words } = headingIn(Buffer.from(file.subarray(0, start)).toString('utf8'));
  // A typed array of 32-bit numbers must begin at a multiple of four bytes. A Buffer may begin at any offset and is copied if
  // necessary.
  const body = (file.byteOffset + start) % 4 === 0 ? file.subarray(start) : Uint8Array.from(file.subarray(start));
  let at = 0;
  const views = names.map((name, place) => {
    const [own, width, length] = tables[place] ?? [];
    if (own !== name || width !== widths[name] || length === undefined) throw new Error(`the table ${name} is missing`);
    const offset = body.byteOffset + at;
    at += padded(width * length);
    if (at > body.length) throw new Error(`the file ends within the table ${name}`);
    return [
      name,
      width === 4 ? new Uint32Array(body.buffer, offset, length) : new Uint8Array(body.buffer, offset, length),
    ];
  });
  if (at !== body.length || tables.length > names.length) throw new Error('the file has bytes after the last table');
  return { extraTerms: words, ...Object.fromEntries(views) };
}

function headingIn(line: string): z.infer<typeof heading> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    throw new Error('the first line is not JSON');
  }
  const checked = heading.safeParse(parsed);
  if (!checked.success) throw new Error('the first line does not list the tables');
  return checked.data;
}

function expectStarts(starts: Uint32Array, { groups, members }: { groups: number; members: number }): void {
  if (starts.length !== groups + 1 || starts[0] !== 0 || starts[groups] !== members || !isAscending(starts)) {
    throw new Error('the start offsets do not match the tables');
  }
}

function isAscending(numbers: Uint32Array): boolean {
  for (let at = 1; at < numbers.length; at += 1) {
    if ((numbers[at] as number) < (numbers[at - 1] as number)) return false;
  }
  return true;
}

function expectBelow(numbers: Uint32Array, limit: number): void {
  // A loop instead of `reduce`: for millions of numbers it takes a tenth of the time.
  let largest = -1;
  for (let at = 0; at < numbers.length; at += 1) largest = Math.max(largest, numbers[at] as number);
  if (largest >= limit) throw new Error('the tables refer to terms that the index does not have');
}
