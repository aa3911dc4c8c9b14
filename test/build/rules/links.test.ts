import { describe, expect, it } from 'vitest';
import { inLocale } from '../../../build/messages.ts';
import { anchorAdvice } from '../../../build/rules/links.ts';

describe('the suggestion for a missing anchor', () => {
  it.each([
    ['is the probably intended one', 'warm-the-pit', ['pour', 'warm-the-pot'], /^Did you mean #warm-the-pot\?$/],
    ['lists what there is', 'penguins', ['pour', 'stir'], /^The anchors there: #pour, #stir\.$/],
    ['lists up to eight', 'penguins', [...'abcdefghi'].map((letter) => letter.repeat(20)), /#h+ and others\.$/],
    ['says when there is none', 'penguins', [], /no headings/],
  ])('%s', (_, anchor, known, expected) => {
    expect(inLocale(anchorAdvice(anchor, known, true), 'en')).toMatch(expected);
  });
});
