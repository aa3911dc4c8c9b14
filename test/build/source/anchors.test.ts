import { describe, expect, it } from 'vitest';
import { inLocale } from '../../../build/messages.ts';
import { anchorAdvice, anchorsOf } from '../../../build/source/anchors.ts';
import { draftWith } from '../sources.ts';

const anchors = (en: string): string[] => anchorsOf(draftWith({ en }), 'en');

describe('anchors', () => {
  it('are made as github-slugger makes them', () => {
    expect(anchors('## Warm the pot!\n\n## C++ & C#\n\n## `tools/call`\n\n## 茶壶 Teapot\n\n## 🫖')).toEqual([
      'warm-the-pot',
      'c--c',
      'toolscall',
      '茶壶-teapot',
      '',
    ]);
  });

  it('number headings that repeat, through body and questions alike', () => {
    expect(anchors('## Tea\n\n## Tea\n\n## Q&A\n\n### Tea\n\nTea.\n\n#### Tea\n\nTea.')).toEqual([
      'tea',
      'tea-1',
      'tea-2',
      'tea-3',
    ]);
  });

  it('put the body before the questions, wherever the questions stand', () => {
    expect(anchors('## Q&A\n\n### First?\n\nYes.\n\n## Last\n\nText.')).toEqual(['last', 'first']);
  });

  it('hold no raw HTML, no comment and no space at either end', () => {
    expect(anchors('## A <b>pot</b> <!-- later -->')).toEqual(['a-pot']);
  });

  it('are made for headings inside lists and quotations, too', () => {
    expect(anchors('> ## Quoted\n\n- ### Listed')).toEqual(['quoted', 'listed']);
  });
});

describe('the advice about an anchor that is not there', () => {
  it.each([
    [
      'names the one that was probably meant',
      'warm-the-pit',
      ['pour', 'warm-the-pot'],
      /^Did you mean #warm-the-pot\?$/,
    ],
    ['lists what there is', 'penguins', ['pour', 'stir'], /^The anchors there: #pour, #stir\.$/],
    ['lists up to eight', 'penguins', [...'abcdefghi'].map((letter) => letter.repeat(20)), /#h+ and others\.$/],
    ['says when there is none', 'penguins', [], /no headings/],
  ])('%s', (_, anchor, known, expected) => {
    expect(inLocale(anchorAdvice(anchor, known), 'en')).toMatch(expected);
  });
});
