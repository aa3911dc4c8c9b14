// Named tables of numbers as one file: a line of JSON that says what follows, then the numbers themselves. A server views
// them where they lie; a hundred thousand articles would take seconds as JSON.

import { z } from 'zod';

export type NumberTable = Uint8Array | Uint32Array;
export type NumberTables = { [Name: string]: NumberTable };

const heading = z.strictObject({
  tables: z
    .array(z.tuple([z.string(), z.union([z.literal(1), z.literal(4)]), z.int().min(0)]))
    .describe('Name, bytes per number and how many there are, in the order of the file.'),
  words: z.array(z.string()).describe('Words that the numbers refer to.'),
});
type Heading = z.infer<typeof heading>;

/** Tables begin where 32-bit numbers may. */
const aligned = (length: number): number => Math.ceil(length / 4) * 4;

/** The bytes of some tables, little-endian, each table padded to four bytes. */
export function writeNumberTables(tables: NumberTables, words: readonly string[]): Buffer {
  const own: Heading = {
    tables: Object.entries(tables).map(([name, table]) => [name, widthOf(table), table.length]),
    words: [...words],
  };
  const pieces: Uint8Array[] = [headingLine(own)];
  for (const table of Object.values(tables)) {
    const bytes = littleEndian(table);
    pieces.push(bytes, Buffer.alloc(aligned(bytes.length) - bytes.length));
  }
  return Buffer.concat(pieces);
}

/** A heading as JSON, with spaces and a line end up to where numbers may begin. */
function headingLine(own: Heading): Buffer {
  const text = Buffer.from(JSON.stringify(own));
  return Buffer.concat([text, Buffer.alloc(aligned(text.length + 1) - text.length - 1, ' '), Buffer.from('\n')]);
}

/**
 * Reads tables back; `names` are those that must be there, with their width. Throws an Error that says what is wrong when the
 * bytes are not exactly what `writeNumberTables` writes for such tables.
 */
export function readNumberTables<Name extends string>(
  file: Uint8Array,
  names: { readonly [Own in Name]: 1 | 4 },
): { tables: { [Own in Name]: NumberTable }; words: string[] } {
  const lineEnd = file.indexOf(0x0a);
  if (lineEnd === -1) throw new Error('has no heading');
  const start = lineEnd + 1;
  const line = Buffer.from(file.subarray(0, start));
  const own = readHeading(line.toString('utf8'));
  if (!headingLine(own).equals(line)) throw new Error('has a heading that is spelt otherwise');
  // A buffer read from disk may begin anywhere in memory; numbers of 32 bits may not.
  const body = (file.byteOffset + start) % 4 === 0 ? file.subarray(start) : Uint8Array.from(file.subarray(start));
  const tables = new Map<string, NumberTable>();
  let at = 0;
  for (const [name, width, length] of own.tables) {
    const bytes = body.subarray(at, at + width * length);
    const isCut = bytes.length !== width * length || at + aligned(bytes.length) > body.length;
    if (isCut) throw new Error(`ends within the table ${name}`);
    if (tables.has(name)) throw new Error(`has two tables ${name}`);
    tables.set(name, width === 1 ? plain(bytes) : numbersIn(bytes));
    const end = at + bytes.length;
    at += aligned(bytes.length);
    const isPadding = body.subarray(end, at).every((byte) => byte === 0);
    if (!isPadding) throw new Error(`has more after the table ${name} than belongs to it`);
  }
  if (at !== body.length) throw new Error('goes on after its last table');
  for (const [name, width] of Object.entries(names)) {
    const table = tables.get(name);
    if (table === undefined || widthOf(table) !== width) throw new Error(`lacks the table ${name}`);
  }
  return { tables: Object.fromEntries(tables) as { [Own in Name]: NumberTable }, words: own.words };
}

function readHeading(text: string): Heading {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new Error('has no heading');
  }
  const checked = heading.safeParse(parsed);
  if (!checked.success) throw new Error('has a heading of another shape');
  return checked.data;
}

function widthOf(table: NumberTable): 1 | 4 {
  return table instanceof Uint32Array ? 4 : 1;
}

/** Whether this machine keeps the low byte of a number first, as the file does. */
const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

function littleEndian(table: NumberTable): Uint8Array {
  const bytes = Buffer.from(table.buffer, table.byteOffset, table.byteLength);
  return isLittleEndian || widthOf(table) === 1 ? bytes : Buffer.from(bytes).swap32();
}

/** A Buffer is another kind of object to the engine, which is at its fastest where it meets one kind only. */
const plain = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function numbersIn(bytes: Uint8Array): Uint32Array {
  const native = isLittleEndian ? bytes : Buffer.from(bytes).swap32();
  return new Uint32Array(native.buffer, native.byteOffset, native.byteLength / 4);
}
