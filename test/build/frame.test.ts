import { describe, expect, it } from 'vitest';
import { frameOf } from '../../build/frame.ts';

describe('a frame', () => {
  it('has its mark under the character, also behind Chinese ones, which are two columns wide', () => {
    expect(frameOf('茶壶\n用API时\n漏水', { line: 2, column: 2 })).toBe(
      '  1 | 茶壶\n> 2 | 用API时\n    |   ^\n  3 | 漏水',
    );
    expect(frameOf('茶壶 teapot', { line: 1, column: 4 })).toBe('> 1 | 茶壶 teapot\n    |      ^');
  });

  it('keeps tabs before its mark', () => {
    expect(frameOf('\ta', { line: 1, column: 2 })).toBe('> 1 | \ta\n    | \t^');
  });

  it('shows of a long line what is around the fault', () => {
    const [line = '', mark = ''] = frameOf(`${'x'.repeat(5000)}!${'y'.repeat(5000)}`, { line: 1, column: 5001 }).split(
      '\n',
    );
    expect(line.length).toBeLessThan(200);
    expect(line.charAt(mark.indexOf('^'))).toBe('!');
  });

  it('spells out what a terminal would obey', () => {
    expect(frameOf('a\u001b[2Jb', { line: 1, column: 1 })).toContain('a\\u{1b}[2Jb');
  });
});
