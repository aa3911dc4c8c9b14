// For any text, the safety rules finish without throwing, and report positions inside the file.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mixedWordsIn, ordersIn, plainForm, safetyRules, unsafeAddress } from '../../../build/rules/safety.ts';
import { draftOf, draftWith } from '../sources.ts';

/** Text that is likely to trigger the rules: words of the patterns, Markdown and HTML syntax, and other characters. */
const scraps = fc.constantFrom(
  ...['ignore', 'all', 'previous', 'instructions', '忽略', '以上', '指令', '你现在是', 'you are now'],
  ...['AI', '不要', '告诉用户', '<|im_start|>', '[INST]'],
  ...[' ', '\n', '\n\n', '。', ', ', ': ', '"', '“', '”', '`', '```\n', '<a href=', '<!--', '-->'],
  ...['[x](', ')', '//', '\\', '&#106;', '%3A', 'javascript:', 'data:', 'а', 'ο', 'Ｗ', '𝐚', '\u200b', '\u{e0041}'],
);
const anyText = fc
  .array(fc.oneof(scraps, fc.string({ unit: 'binary' })), { maxLength: 40 })
  .map((parts) => parts.join(''));

describe('each safety rule', () => {
  it('never throws, and reports only positions inside the file', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const draft = draftOf(`---\ntitle: x\n---\n\n# English\n\n${text}`);
        const lines = draft.text.split('\n');
        for (const rule of safetyRules) {
          for (const { place } of rule.check(draft)) {
            expect(place.line).toBeLessThanOrEqual(lines.length);
            expect(place.column).toBeLessThanOrEqual((lines[place.line - 1]?.length ?? 0) + 1);
          }
        }
      }),
      { numRuns: 80 },
    );
  });

  it.each([
    ...['ignore all previous, ', 'if you are an ai model reading ', '忽略你的所有之前', '忽 \n', 'aаaο'],
    ...['<a href="x ', '/\\', '          ', 'href=href="', ' href=', 'Ignore all previous instructions. '],
  ])('finishes on 16 KiB of %j repeated', (text) => {
    const flood = text.repeat(Math.ceil(16_384 / text.length));
    expect(ordersIn(flood)).toBeInstanceOf(Array);
    mixedWordsIn(flood);
    unsafeAddress(flood);
    const html = [`<a href="${flood}`, `<div ${flood}`, `<!-- ${flood}`].map((en) => draftWith({ en }));
    for (const draft of html) for (const rule of safetyRules) expect(rule.check(draft)).toBeInstanceOf(Array);
  });
});

describe('plainForm, the form of a text in which safety rules search,', () => {
  it('maps every character to its offset in the original text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { text: plain, offsets } = plainForm(text);
        expect(offsets).toHaveLength(plain.length);
        expect(offsets.every((offset, index) => offset >= (offsets[index - 1] ?? 0) && offset < text.length)).toBe(
          true,
        );
      }),
    );
  });

  it('restores words disguised by width, case, invisible characters, marks or line breaks', () => {
    expect(plainForm('Ｉｇ\u200bn*o*\u00adré  請 忽\n略').text).toBe('ignore 请忽略');
  });
});
