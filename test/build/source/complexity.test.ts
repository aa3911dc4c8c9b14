import { describe, expect, it } from 'vitest';
import { complexity } from '../../../build/rules/complexity.ts';
import { entriesIn, longestCombining, paragraphsOf, repeatedCharacters } from '../../../build/source/complexity.ts';
import { articleText } from '../../site.ts';
import { entryOf } from '../sources.ts';

const linesOf = (text: string): string[] => text.split('\n');
const paragraphs = (text: string) => paragraphsOf(linesOf(text), 0);

describe('a paragraph, to the measure of its marks,', () => {
  it.each([
    ['ends at a line of spaces and tabs', 'a*\n \t\nb*', [1, 3], 0],
    ['ends at a list entry', 'a*\n- b*\n* c*', [1, 2, 3], 0],
    ['goes on over an empty entry, which ends no paragraph', 'a*\n-\nb*', [1], 0],
    ['goes on over what is indented like code', 'a*\n    - b*', [1], 0],
    ['goes on over a space that is none to Markdown', 'a*\n\u3000\nb*', [1], 0],
    ['begins after the front matter', '---\na: "*"\n---\nb*', [4], 3],
  ])('%s', (_title, text, lines, bodyStart) => {
    expect(paragraphsOf(linesOf(text), bodyStart).map(({ line }) => line)).toEqual(lines);
  });

  it('counts what looks for a partner, and an address four times', () => {
    expect(paragraphs('a* _b ~c [d] <e')[0]).toMatchObject({ waitingMarks: 6, marks: 6 });
    expect(paragraphs('www.a https://b c@d')[0]).toMatchObject({ waitingMarks: 12, marks: 12 });
    expect(paragraphs('`a` ``b`` `c`')[0]).toMatchObject({ waitingMarks: 16, marks: 8 });
  });

  it('grows in work with the square of its length', () => {
    const work = (count: number): number => paragraphs('*a '.repeat(count))[0]?.searched ?? 0;
    expect(work(2000) / work(1000)).toBeCloseTo(4, 1);
  });

  it('has a cell for each column that its second line announces, in each row, and more in longer rows', () => {
    expect(paragraphs('| a | b |\n|---|:-:|\n| c |\n|d|e|f|g|')[0]).toMatchObject({ cells: 3 + 3 + 3 + 5 });
    expect(paragraphs('a | b')[0]).toMatchObject({ cells: 0 });
  });

  it('is more work when it goes on without the mark of its quote', () => {
    const work = (text: string): number => paragraphs(text)[0]?.searched ?? 0;
    expect(work(`> a\n${'b\n'.repeat(1000)}c`) - work(`a\n${'b\n'.repeat(1000)}c`)).toBe(2 * 1001 ** 2);
  });
});

describe('entries', () => {
  it.each([
    ['- a\n+ b\n12. c\n3) d', 4],
    ['> > a\n>> b', 4],
    ['> - 1. a', 3],
    ['a\n===\n\nb\n--', 2],
    ['[^a]: b', 1],
    ['> '.repeat(65), 65],
    ['> '.repeat(67), 0],
    ['-a\n1.b\n*c*\n***d', 0],
  ])('of %j are %i', (text, count) => {
    expect(entriesIn(linesOf(text), 0)).toBe(count);
  });
});

describe('what references repeat', () => {
  const repeated = (text: string): number => repeatedCharacters(linesOf(text), paragraphs(text));

  it('is the longest definition for each bracket', () => {
    expect(repeated('[a] [b]\n\n[a]: c\n\n[a]: defgh')).toBe(4 * '[a]: defgh'.length);
  });

  it('is all notes, with their indented paragraphs, for each note that is referred to', () => {
    const note = '[^a]: tea\n\n    more\n';
    expect(repeated(`x[^a]\n\n${note}\ny`)).toBe(2 * '[^a]: tea'.length + 2 * (note.length + 1));
  });
});

it('finds the longest run of combining characters', () => {
  expect(longestCombining('a\u0301 b\u0316\u0300 c')).toEqual({ length: 2, start: 4 });
});

describe('the rule', () => {
  const found = (en: string) => complexity.check(entryOf(articleText({ en }))).length;

  it.each([
    ['emphasis', '*a '.repeat(3600), '*a '.repeat(3700)],
    ['list entries', '- a\n'.repeat(4150), '- a\n'.repeat(4180)],
    ['lines', 'a\n\n'.repeat(9980), 'a\n\n'.repeat(10_000)],
    ['marks of nested lists', `${'- '.repeat(50)}a\n`.repeat(150), `${'- '.repeat(50)}a\n`.repeat(170)],
    ['cells', `|a|\n|-|\n${'|b\n'.repeat(19_800)}`, `|a|b|\n|-|-|\n${'|b\n'.repeat(19_800)}`],
    [
      'definitions',
      `[a]: ${'b'.repeat(15_000)}\n\n${'[a]\n'.repeat(1000)}`,
      `[a]: ${'b'.repeat(16_000)}\n\n${'[a]\n'.repeat(1000)}`,
    ],
  ])('refuses more %s than it lets pass', (_what, allowed, refused) => {
    expect([found(allowed), found(refused)]).toEqual([0, 1]);
  });

  it.each(['*a', ']', 'www.a_', 'a\n', '|-', '[^', '\u0316\u0300', '`'])('refuses the largest file of %j', (unit) => {
    expect(found(unit.repeat(255_000 / Buffer.byteLength(unit)))).toBeGreaterThan(0);
  });
});
