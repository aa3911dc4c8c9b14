import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, blockKinds, linesOf, passagesStart, passagesText } from '../../../build/edition/passage-format.ts';

const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', ' '));
const block: fc.Arbitrary<Block> = fc.record(
  { kind: fc.constantFrom(...blockKinds), text: line, normal: line },
  { requiredKeys: ['kind', 'text'] },
);

describe('passages as text', () => {
  it('are read back as the blocks that were written', () => {
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

  it('begin with a line that has one letter for the kind of each block; then comes one line per text', () => {
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
