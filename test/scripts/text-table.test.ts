import { describe, expect, it } from 'vitest';
import { columnsOf, cutTo, tableText } from '../../scripts/text-table.ts';

describe('the width of a text in columns', () => {
  it.each([
    ['', 0],
    ['plain', 5],
    ['é', 1],
    ['e\u0301', 1],
    ['中文', 4],
    ['，。「」', 8],
    ['Ａ１', 4],
    ['ｶﾅ', 2],
    ['한국', 4],
    ['\u1112\u1161\u11ab', 2],
    ['𠮷', 2],
    ['㎏', 2],
    ['…—“”', 4],
    ['→', 1],
    ['👍🏽', 2],
    ['👩‍👩‍👧', 2],
    ['🇨🇳', 2],
    ['❤️', 2],
    ['1️⃣', 2],
    ['©', 1],
    ['a\u200bb', 2],
  ])('of %j are %d', (text, columns) => {
    expect(columnsOf(text)).toBe(columns);
  });
});

describe('a table', () => {
  it('aligns Chinese and English, and numbers to the right', () => {
    const rows = [
      ['query', 'asked', 'last'],
      ['中文 mcp', '7', 'x'],
      ['plain', '1,200', 'y'],
    ];
    expect(tableText(rows, ['left', 'right']).split('\n')).toEqual([
      'query     asked  last',
      '中文 mcp      7  x',
      'plain     1,200  y',
    ]);
  });

  it('shows control characters', () => {
    expect(tableText([['a\u001b[2Jb\n\u009b\u202e', 'c']])).toBe('a\\u{1b}[2Jb\\u{a}\\u{9b}\\u{202e}  c');
  });

  it('has no trailing spaces', () => {
    expect(
      tableText([
        ['a', 'b'],
        ['c', ''],
        ['long', ''],
      ]),
    ).toBe('a     b\nc\nlong');
  });
});

describe('a truncated text', () => {
  it.each([
    ['中文字', 6, '中文字'],
    ['中文字', 5, '中文…'],
    ['中文字', 4, '中…'],
    ['plains', 5, 'plai…'],
    ['👩‍👩‍👧👩‍👩‍👧', 3, '👩‍👩‍👧…'],
  ])('%j fits into %d columns', (text, columns, cut) => {
    expect(cutTo(text, columns)).toBe(cut);
  });
});
