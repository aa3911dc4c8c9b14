import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, blockKinds, linesOf, passagesText } from '../../../build/edition/passage-format.ts';

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
});
