// Makes passages for tests of search from plain texts, in the format in which the build makes them from articles.
import { addBlock } from '../../../build/bodies/passages.ts';
import { type Block, type BlockKind, passagesText } from '../../../build/edition/passage-format.ts';

export function passagesWith(...given: (string | readonly [BlockKind, string])[]): string {
  const blocks: Block[] = [];
  for (const block of given) {
    if (typeof block === 'string') addBlock('prose', block, blocks);
    else addBlock(block[0], block[1], blocks);
  }
  return passagesText(blocks);
}
