import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aligned, canBeAligned } from '../../../build/edition/alignment.ts';
import { type Block, blockKinds, linesOf, passagesStart, passagesText } from '../../../build/edition/passages.ts';
import { normalFormOf } from '../../../build/edition/words.ts';
import { anyText } from '../texts.ts';

const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', ' '));
const block: fc.Arbitrary<Block> = fc.record(
  { kind: fc.constantFrom(...blockKinds), text: line, normal: line },
  { requiredKeys: ['kind', 'text'] },
);

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Some code units of the normal form of a text that can be aligned with it. */
const stretch = fc
  .record({ text: anyText, from: fc.nat(), more: fc.nat(4) })
  .map(({ text, from, more }) => ({ text, normal: normalFormOf(text), from, more }))
  .filter(({ text, normal }) => normal !== '' && canBeAligned(text, normal))
  .map(({ text, normal, from, more }) => {
    const at = from % normal.length;
    return { text, normal, at, end: Math.min(normal.length, at + 1 + more) };
  });

describe('passages as text', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(fc.array(block), (blocks) => {
        const text = passagesText(blocks);
        const read = linesOf(text).map(({ kind, start, end, normal }): Block => {
          const own = { kind, text: text.slice(start, end) };
          return normal === undefined ? own : { ...own, normal: text.slice(normal.start, normal.end) };
        });
        expect(read).toEqual(blocks.map(({ normal, ...own }) => (normal === undefined ? own : { ...own, normal })));
      }),
    );
  });

  it('stand together behind the letters of their kinds, so that they can be searched at once', () => {
    const text = passagesText([
      { kind: 'heading', text: 'A' },
      { kind: 'prose', text: 'Ｂ', normal: 'B' },
      { kind: 'code', text: 'c' },
    ]);
    expect(text).toBe('hPc\nA\nＢ\nc\nB\n');
    expect(passagesStart(text)).toBe(4);
    expect(passagesText([])).toBe('\n');
    expect(linesOf('\n')).toEqual([]);
  });
});

describe('the alignment of a text with its normal form', () => {
  it.each([
    ['Ａ ﬁle', 'A file', 'file', 'ﬁle'],
    ['資料庫連線', '资料库连线', '库连', '庫連'],
    ['nai\u0308ve cafe\u0301', 'naïve café', 'café', 'cafe\u0301'],
    ['a…Ｂ', 'a...B', 'B', 'Ｂ'],
    ['don’t', "don't", "n't", 'n’t'],
    ['𠮷Ａ', '𠮷A', 'A', 'Ａ'],
  ])('of %j leads from %j %j to %j', (text, normal, part, original) => {
    expect(normalFormOf(text)).toBe(normal);
    const at = normal.indexOf(part);
    const { start, end } = aligned(text, normal)(at, at + part.length);
    expect(text.slice(start, end)).toBe(original);
  });

  it('leads from any stretch to the graphemes at both of its ends, found one by one in the whole text', () => {
    fc.assert(
      fc.property(stretch, ({ text, normal, at, end }) => {
        const characters = [...normal];
        let place = 0;
        const spans = [...graphemes.segment(text)].map(({ index, segment }) => {
          const start = place;
          // What the analyser does after NFKC replaces characters one by one.
          place += characters.splice(0, [...segment.normalize('NFKC')].length).join('').length;
          return { start, first: index, last: index + segment.length };
        });
        const first = spans.findLast(({ start }) => start <= at);
        const last = spans.findLast(({ start }) => start <= end - 1);
        expect(aligned(text, normal)(at, end)).toEqual({ start: first?.first, end: last?.last });
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['a', 'b'],
    ['a', ''],
    ['a', 'ab'],
    ['茶', 'a'],
  ])('is refused for %j and %j, which say different things', (text, normal) => {
    expect(canBeAligned(text, normal)).toBe(false);
  });
});
