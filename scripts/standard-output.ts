// Printing in pieces, and JSON that is safe on a terminal.

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CommandIo } from './command-io.ts';

/** Prints with backpressure. A reader that closes the pipe, such as `head`, is not an error. */
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

/** Characters that JSON leaves unescaped although a terminal interprets or reorders them. */
const unprintable = /[\u007f-\u009f\p{Bidi_Control}\u2028\u2029\ufeff]/gu;

/** A value as JSON with every character visible. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
