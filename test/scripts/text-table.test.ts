import { describe, expect, it } from 'vitest';
import { columnsOf, cutTo, tableText } from '../../scripts/text-table.ts';

it.each([
  [0, ['']],
  [1, ['é', 'e\u0301', '→', '©']],
  [2, ['ｶﾅ', 'a\u200bb', '𠮷', '㎏', '\u1112\u1161\u11ab', '👍🏽', '👩‍👩‍👧', '🇨🇳', '❤️', '1️⃣']],
  [4, ['中文', 'Ａ１', '한국', '…—“”']],
  [5, ['plain']],
  [8, ['，。「」']],
])('a terminal needs %d columns for each of the texts %j', (columns, texts) => {
  expect(texts.filter((text) => columnsOf(text) !== columns)).toEqual([]);
});

describe('a text table', () => {
  it('aligns Chinese and English texts to the left, and numbers to the right', () => {
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

  it('shows control characters as escape sequences', () => {
    expect(tableText([['a\u001b[2Jb\n\u009b\u202e', 'c']])).toBe('a\\u{1b}[2Jb\\u{a}\\u{9b}\\u{202e}  c');
  });

  it('has no trailing spaces', () => {
    const rows = ['a b', 'c ', 'long '].map((row) => row.split(' '));
    expect(tableText(rows)).toBe('a     b\nc\nlong');
  });
});

it.each([
  ['中文字', 6, '中文字'],
  ['中文字', 5, '中文…'],
  ['中文字', 4, '中…'],
  ['plains', 5, 'plai…'],
  ['👩‍👩‍👧👩‍👩‍👧', 3, '👩‍👩‍👧…'],
])('the text %j is truncated to %d columns', (text, columns, cut) => {
  expect(cutTo(text, columns)).toBe(cut);
});
