// Counts tokens with o200k_base, the byte pair encoding of OpenAI's models since GPT-4o. Other models' tokenizers give other
// numbers, mostly within a fifth of these for English and Chinese.
import { createRequire } from 'node:module';
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { separator } from '../edition/section-format.ts';

type Encoding = typeof import('gpt-tokenizer/encoding/o200k_base');

let encoding: Encoding | undefined;
/** Loads the vocabulary on first use: a tenth of a second that only a build with new texts pays. */
function loaded(): Encoding {
  if (encoding !== undefined) return encoding;
  encoding = createRequire(import.meta.url)('gpt-tokenizer/encoding/o200k_base') as Encoding;
  // Its cache keys are slices, each of which would keep its whole text in memory.
  encoding.setMergeCacheSize(0);
  return encoding;
}

const ordinary = { disallowedSpecial: new Set<string>() };

/** Token counts of known pieces: no token crosses pieces, and texts repeat their pieces. */
const knownPieces = new Map<string, number>();
const knownPiecesMax = 50_000;

function countedPiece(piece: string): number {
  const known = knownPieces.get(piece);
  if (known !== undefined) return known;
  const tokens = loaded().countTokens(piece, ordinary);
  if (knownPieces.size === knownPiecesMax) knownPieces.clear();
  // A copy, because a slice would keep the whole text in memory.
  knownPieces.set(structuredClone(piece), tokens);
  return tokens;
}

function countedPieces(text: string): number {
  let tokens = 0;
  for (const piece of text.match(O200K_TOKEN_SPLIT_REGEX) ?? []) tokens += countedPiece(piece);
  return tokens;
}

/** Merging the pairs of a run takes quadratic time; no prose has such runs of letters, marks or spaces. */
const longRun = /[\p{L}\p{M}]{1000,}|[^\s\p{L}\p{M}\p{N}]{1000,}|\s{1000,}/gu;

/**
 * The number of tokens of a text; a run of more than 999 letters, marks or spaces counts by its bytes, an upper bound. Special
 * tokens (`<|endoftext|>`) are counted as ordinary text. When a text ends with a line end and the next one begins with neither
 * white space nor `/`, their counts add up to that of the joined text: no token joins a line end with any other character after it.
 */
export function tokensOf(text: string): number {
  // A shorter text has no such run, and searching for one takes as long as counting.
  if (text.length < 1000) return countedPieces(text);
  let tokens = 0;
  const rest = text.replace(longRun, (run) => {
    tokens += Buffer.byteLength(run);
    return '\n';
  });
  return tokens + countedPieces(rest);
}

/**
 * Possible continuations of a text: nothing, the end of a document, another text. Marks and line ends can be one token or several.
 */
const endings = ['', '\n', separator] as const;

/** A text and its token count with each ending, so that neither it nor texts composed of it are counted again. */
export interface MeasuredText {
  text: string;
  /** Tokens of the text without its last words. */
  before: number;
  /** Tokens of the last words with each ending. */
  last: { readonly [Ending in (typeof endings)[number]]: number };
}

export function measuredText(text: string): MeasuredText {
  const cut = lastWords(text);
  const words = text.slice(cut);
  const last = { '': tokensOf(words), '\n': tokensOf(`${words}\n`), [separator]: tokensOf(words + separator) };
  return { text, before: tokensOf(text.slice(0, cut)), last };
}

/** The maximum number of tokens of a text with any ending. */
export const tokensOfAny = ({ before, last }: MeasuredText): number =>
  before + Math.max(...endings.map((ending) => last[ending]));

/** The maximum number of tokens of texts joined with blank lines and any ending. */
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
 * A place in the last line where every token ends: before a space between words, or a mark behind a letter of a script without
 * cases.
 */
const wordBorder = /(?<=\S)[ \t](?=\S)|(?<=\p{Lo})[，。；：、！？]/gu;

/** The start of the last words of a text. No token joins a line end with words that follow it. */
function lastWords(text: string): number {
  const line = text.lastIndexOf('\n') + 1;
  let cut = line;
  for (const { index } of text.slice(line).matchAll(wordBorder)) cut = line + index;
  return cut;
}
