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
 *
 * Counts can be added: if a text ends with a line break and the next text begins with neither white space nor `/`, the sum is the
 * count of both texts together. The reason is that a token with a line break contains no other characters after it.
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
 * The texts that may follow a text: nothing, a line break at the end of a document, or the separator before another text. They
 * change the count, because punctuation and line breaks may form one token together.
 */
const endings = ['', '\n', separator] as const;

/** A text with its token count for each ending, so that texts composed of it need not be counted again. */
export interface MeasuredText {
  text: string;
  /** Tokens of the text up to its last words. */
  before: number;
  /** Tokens of the last words together with each ending. */
  last: { readonly [Ending in (typeof endings)[number]]: number };
}

export function measuredText(text: string): MeasuredText {
  const cut = lastWords(text);
  const words = text.slice(cut);
  const last = { '': tokensOf(words), '\n': tokensOf(`${words}\n`), [separator]: tokensOf(words + separator) };
  return { text, before: tokensOf(text.slice(0, cut)), last };
}

/** The number of tokens of a text with the ending that takes most tokens. */
export const tokensOfAny = ({ before, last }: MeasuredText): number =>
  before + Math.max(...endings.map((ending) => last[ending]));

/** The number of tokens of texts joined by blank lines, with the ending that takes most tokens. */
export function tokensOfJoined(texts: readonly MeasuredText[]): number {
  const isCountedApart = texts.slice(1).every(({ text }) => /^[^\s/]/.test(text));
  if (!isCountedApart) return tokensOfAny(measuredText(texts.map(({ text }) => text).join(separator)));
  return texts.reduce(
    (tokens, text, index) =>
      tokens + (index === texts.length - 1 ? tokensOfAny(text) : text.before + text.last[separator]),
    0,
  );
}

/**
 * A position where a token surely ends: before a space between words, or before Chinese punctuation that follows a letter of a
 * script without upper and lower case.
 */
const wordBorder = /(?<=\S)[ \t](?=\S)|(?<=\p{Lo})[，。；：、！？]/gu;

/** The offset at which the last words of a text begin. Only these words can share a token with an ending. */
function lastWords(text: string): number {
  const line = text.lastIndexOf('\n') + 1;
  let cut = line;
  for (const { index } of text.slice(line).matchAll(wordBorder)) cut = line + index;
  return cut;
}
