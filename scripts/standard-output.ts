// Prints long output in pieces, and formats JSON that is safe on a terminal.

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CommandIo } from './command-io.ts';

/** Prints the pieces and waits while the reader is slow. It is no error if the reader closes the pipe, as `head` does. */
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

/** Characters that JSON.stringify does not escape, although they change how a terminal shows the text. */
const unprintable = /[\u007f-\u009f\p{Bidi_Control}\u2028\u2029\ufeff]/gu;

/** A value as indented JSON, in which invisible characters are escaped. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
