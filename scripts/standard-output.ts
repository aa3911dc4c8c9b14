// What commands print in pieces, and JSON that a terminal can show.

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CommandIo } from './command-io.ts';

/** Prints as fast as it is read, and no further: whoever stops reading, as `head` does, has what they want. */
export async function print(
  { stdout }: Pick<CommandIo, 'stdout'>,
  pieces: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  try {
    await pipeline(Readable.from(pieces), stdout, { end: false });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
  }
}

/** What JSON leaves as it is, though a terminal acts on it or shows it in another place. */
const unprintable = /[\u007f-\u009f\p{Bidi_Control}\u2028\u2029\ufeff]/gu;

/** A value as JSON in which every character can be seen. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
