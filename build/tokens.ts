// How many tokens a text is: o200k_base, the byte pair encoding of OpenAI's models since GPT-4o. Other models' tokenizers give
// other numbers, mostly within a fifth of these for English and for Chinese.
import { createRequire } from 'node:module';

type Encoding = typeof import('gpt-tokenizer/encoding/o200k_base');

let encoding: Encoding | undefined;
/** The vocabulary takes a tenth of a second to load, which only a build with new texts pays. */
function loaded(): Encoding {
  encoding ??= createRequire(import.meta.url)('gpt-tokenizer/encoding/o200k_base') as Encoding;
  return encoding;
}

/** Merging the pairs of a run takes time with the square of its length; no prose has such runs of letters, marks or spaces. */
const longRun = /[\p{L}\p{M}]{1000,}|[^\s\p{L}\p{M}\p{N}]{1000,}|\s{1000,}/gu;

/**
 * The number of tokens of a text; of a run of more than 999 letters, marks or spaces the number of its bytes, which is never less.
 * What looks like a special token (`<|endoftext|>`) counts as the text that it is.
 *
 * Texts that end with a line end and are followed by one that begins with anything but white space count alike apart and
 * together, because the encoding never joins a line end with what follows it.
 */
export function tokensOf(text: string): number {
  const { countTokens } = loaded();
  let tokens = 0;
  const rest = text.replace(longRun, (run) => {
    tokens += Buffer.byteLength(run);
    return '\n';
  });
  return tokens + countTokens(rest, { disallowedSpecial: new Set() });
}
