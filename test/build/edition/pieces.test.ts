// Files of tables in pieces: cut and found again.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupPieces, piecesOf } from '../../../build/edition/pieces.ts';

describe('a file in pieces', () => {
  it('is a file like any other when it fits into one', () => {
    expect([...piecesOf('search/a.bin', Buffer.from('1234'), 4)]).toEqual([['search/a.bin', Buffer.from('1234')]]);
    expect([...piecesOf('search/a.bin', Buffer.of(), 4)]).toEqual([['search/a.bin', Buffer.of()]]);
  });

  it('has no piece that is larger than allowed, and is all of them in the order of their names', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 1, max: 60 }), (bytes, most) => {
        const pieces = [...piecesOf('search/a.bin', Buffer.from(bytes), most)];
        const inOrder = [...pieces].sort(([left], [right]) => (left < right ? -1 : 1));
        expect(pieces.every(([, piece]) => piece.length <= most)).toBe(true);
        expect(Buffer.concat(inOrder.map(([, piece]) => piece)).equals(bytes)).toBe(true);
        expect([...groupPieces(inOrder.map(([path]) => path))]).toEqual([
          ['search/a.bin', inOrder.map(([path]) => path)],
        ]);
      }),
    );
  });

  it('is distinguished from its neighbours', () => {
    const paths = ['search/a.bin.0000', 'search/a.bin.0001', 'search/b.bin', 'search/0001.json', 'bodies/0000.pack'];
    expect([...groupPieces(paths)].map(([whole, pieces]) => [whole, pieces.length])).toEqual([
      ['search/a.bin', 2],
      ['search/b.bin', 1],
      ['search/0001.json', 1],
      ['bodies/0000.pack', 1],
    ]);
  });
});
