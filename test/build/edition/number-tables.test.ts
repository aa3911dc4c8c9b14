import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type NumberTables, readNumberTables, writeNumberTables } from '../../../build/edition/number-tables.ts';

const bytes = fc.array(fc.nat(255), { maxLength: 9 }).map((some) => Uint8Array.from(some));
const numbers = fc.array(fc.nat(0xffffffff), { maxLength: 9 }).map((some) => Uint32Array.from(some));
const name = fc.constantFrom('sides', 'starts', 'constructor', '__proto__', 'a b', '表', '"', '\n');
const tables: fc.Arbitrary<NumberTables> = fc
  .uniqueArray(fc.tuple(name, fc.oneof(bytes, numbers)), { selector: ([own]) => own })
  .map((entries) => Object.fromEntries(entries));
/** Terms are cut at so many UTF-16 units, so that half a character may be left. */
const words = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('茶', '\ud83d', '', '\n', '"')), {
  maxLength: 4,
});

const widthsOf = (some: NumberTables): { [Name: string]: 1 | 4 } =>
  Object.fromEntries(Object.entries(some).map(([own, table]) => [own, table instanceof Uint32Array ? 4 : 1]));
const plain = (some: NumberTables): { [Name: string]: number[] } =>
  Object.fromEntries(Object.entries(some).map(([own, table]) => [own, [...table]]));
const read = (file: Uint8Array, names: { [Name: string]: 1 | 4 } = {}) => readNumberTables(file, names);

/** A file of a heading and bytes, whatever they say. */
const fileOf = (heading: unknown, body: number[] = []): Buffer => {
  const text = JSON.stringify(heading);
  return Buffer.concat([Buffer.from(`${text.padEnd(Math.ceil((text.length + 1) / 4) * 4 - 1)}\n`), Buffer.from(body)]);
};

describe('tables of numbers', () => {
  it('are read back as they were written, wherever in memory the file lies', () => {
    fc.assert(
      fc.property(tables, words, fc.nat(7), (some, own, offset) => {
        const file = Buffer.concat([Buffer.alloc(offset), writeNumberTables(some, own)]).subarray(offset);
        const back = read(file, widthsOf(some));
        expect(plain(back.tables)).toEqual(plain(some));
        expect(widthsOf(back.tables)).toEqual(widthsOf(some));
        expect(back.words).toEqual(own);
      }),
      { numRuns: 200 },
    );
  });

  it('are little-endian, and begin where 32-bit numbers may', () => {
    const file = writeNumberTables({ small: Uint8Array.of(7), large: Uint32Array.of(0x01020304) }, ['tea']);
    const start = file.indexOf('\n') + 1;
    expect(file.toString('utf8', 0, start).trimEnd()).toBe('{"tables":[["small",1,1],["large",4,1]],"words":["tea"]}');
    expect(start % 4).toBe(0);
    expect([...file.subarray(start)]).toEqual([7, 0, 0, 0, 4, 3, 2, 1]);
  });

  it('are refused, or are exactly what the bytes say, when any byte is another', () => {
    fc.assert(
      fc.property(tables, words, fc.nat(), fc.integer({ min: 1, max: 255 }), (some, own, at, change) => {
        const file = writeNumberTables(some, own);
        const place = at % file.length;
        file[place] = (file[place] as number) ^ change;
        let back: ReturnType<typeof read>;
        try {
          back = read(file);
        } catch (error) {
          expect((error as Error).message).toMatch(/^(?:has|ends|goes) /);
          return;
        }
        expect(writeNumberTables(back.tables, back.words).equals(file)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['no heading', Buffer.from('{"tables":[],"words":[]}'), {}, 'has no heading'],
    ['another heading', fileOf({ tables: [] }), {}, 'has a heading of another shape'],
    ['another order in the heading', fileOf({ words: [], tables: [] }), {}, 'has a heading that is spelt otherwise'],
    ['the same table twice', fileOf({ tables: Array(2).fill(['a', 1, 0]), words: [] }), {}, 'has two tables a'],
    ['too few numbers', fileOf({ tables: [['a', 4, 2]], words: [] }, [1, 0, 0, 0]), {}, 'ends within the table a'],
    ['another width', writeNumberTables({ a: Uint8Array.of(1) }, []), { a: 4 }, 'lacks the table a'],
    ['no table of such a name', writeNumberTables({}, []), { constructor: 1 }, 'lacks the table constructor'],
  ] as [string, Buffer, { [Name: string]: 1 | 4 }, string][])('are refused of %s', (_, file, names, reason) => {
    expect(() => read(file, names)).toThrow(new Error(reason));
  });
});
