// Counts tokens with o200k_base, the byte pair encoding of OpenAI's models since GPT-4o. The tokenizers of other models give
// other numbers. For English and Chinese, the difference is mostly less than a fifth.
import { createRequire } from 'node:module';
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { separator } from '../edition/section-format.ts';

type Encoding = typeof import('gpt-tokenizer/encoding/o200k_base');

let encoding: Encoding | undefined;
/** Loads the vocabulary on first use. Loading takes a tenth of a second, which a build without new texts saves. */
function loaded(): Encoding {
  if (encoding !== undefined) return encoding;
  encoding = createRequire(import.meta.url)('gpt-tokenizer/encoding/o200k_base') as Encoding;
  // The tokenizer's own cache is off, because its keys are slices that keep whole texts in memory.
  encoding.setMergeCacheSize(0);
  return encoding;
}

const ordinary = { disallowedSpecial: new Set<string>() };

/**
 * The number of tokens of each piece. The tokenizer first splits a text into pieces (mostly words), and no token extends over two
 * pieces. Most pieces occur many times.
 */
const knownPieces = new Map<string, number>();
const knownPiecesMax = 50_000;

function countedPiece(piece: string): number {
  const known = knownPieces.get(piece);
  if (known !== undefined) return known;
  const tokens = loaded().countTokens(piece, ordinary);
  if (knownPieces.size === knownPiecesMax) knownPieces.clear();
  // Copy the piece, because a slice would keep the whole text in memory.
  knownPieces.set(structuredClone(piece), tokens);
  return tokens;
}

function countedPieces(text: string): number {
  let tokens = 0;
  for (const piece of text.match(O200K_TOKEN_SPLIT_REGEX) ?? []) tokens += countedPiece(piece);
  return tokens;
}

/**
 * Matches a run of letters, punctuation marks or spaces that is too long for the tokenizer, which takes quadratic time for such a
 * run. No prose has a run of this length.
 */
const longRun = /[\p{L}\p{M}]{1000,}|[^\s\p{L}\p{M}\p{N}]{1000,}|\s{1000,}/gu;

/**
 * The number of tokens of a text. Each run of more than 999 letters, punctuation marks or spaces counts as one token per byte,
 * which is an upper bound. Special tokens (`<|endoftext|>`) count as ordinary text.
 */
export function tokensOf(text: string): number {
  // A text shorter than 1,000 characters contains no match of `longRun`, and searching for one takes as long as counting.
  if (text.length < 1000) return countedPieces(text);
  let tokens = 0;
  const rest = text.replace(longRun, (run) => {
    tokens += Buffer.byteLength(run);
    return '\n';
  });
  return tokens + countedPieces(rest);
}

/**
 * The number of tokens of a text with the ending that takes most tokens: nothing, a line break at the end of a document, or the
 * separator before another text. Punctuation and line breaks may form one token together.
 */
export const tokensOfAny = (text: string): number =>
  Math.max(...['', '\n', separator].map((ending) => tokensOf(text + ending)));
