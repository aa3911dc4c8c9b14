// How many tokens a text is: o200k_base, the byte pair encoding of OpenAI's models since GPT-4o. Other models' tokenizers give
// other numbers, mostly within a fifth of these for English and for Chinese.
import { createRequire } from 'node:module';
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { separator } from '../edition/section-format.ts';

type Encoding = typeof import('gpt-tokenizer/encoding/o200k_base');

let encoding: Encoding | undefined;
/** The vocabulary takes a tenth of a second to load, which only a build with new texts pays. */
function loaded(): Encoding {
  if (encoding !== undefined) return encoding;
  encoding = createRequire(import.meta.url)('gpt-tokenizer/encoding/o200k_base') as Encoding;
  // What it remembers are parts of texts, each of which keeps its whole text in memory.
  encoding.setMergeCacheSize(0);
  return encoding;
}

const ordinary = { disallowedSpecial: new Set<string>() };

/** Tokens of the pieces met before: no token reaches from one piece into the next, and texts repeat their pieces. */
const knownPieces = new Map<string, number>();
const knownPiecesMax = 50_000;

function countedPiece(piece: string): number {
  const known = knownPieces.get(piece);
  if (known !== undefined) return known;
  const tokens = loaded().countTokens(piece, ordinary);
  if (knownPieces.size === knownPiecesMax) knownPieces.clear();
  // A copy: a piece cut out of a text keeps all of that text in memory.
  knownPieces.set(structuredClone(piece), tokens);
  return tokens;
}

function countedPieces(text: string): number {
  let tokens = 0;
  for (const piece of text.match(O200K_TOKEN_SPLIT_REGEX) ?? []) tokens += countedPiece(piece);
  return tokens;
}

/** Merging the pairs of a run takes time with the square of its length; no prose has such runs of letters, marks or spaces. */
const longRun = /[\p{L}\p{M}]{1000,}|[^\s\p{L}\p{M}\p{N}]{1000,}|\s{1000,}/gu;

/**
 * The number of tokens of a text; of a run of more than 999 letters, marks or spaces the number of its bytes, which is never less.
 * What looks like a special token (`<|endoftext|>`) counts as the text that it is.
 *
 * Texts that end with a line end and are followed by one that begins with anything but white space or `/` count alike apart
 * and together, because the encoding joins a line end with nothing else that follows it.
 */
export function tokensOf(text: string): number {
  // Looking for such runs takes as long as counting does.
  if (text.length < 1000) return countedPieces(text);
  let tokens = 0;
  const rest = text.replace(longRun, (run) => {
    tokens += Buffer.byteLength(run);
    return '\n';
  });
  return tokens + countedPieces(rest);
}

/** What may follow a text: nothing, the end of a document, another text. Marks and line ends can be one token or several. */
const endings = ['', '\n', separator] as const;

/** A text and what it comes to with each ending, so that neither it nor texts made of it need be counted again. */
export interface MeasuredText {
  text: string;
  /** Tokens of all but the words at its end. */
  before: number;
  /** Tokens of these with each ending. */
  last: { readonly [Ending in (typeof endings)[number]]: number };
}

export function measuredText(text: string): MeasuredText {
  const cut = lastWords(text);
  const words = text.slice(cut);
  const last = { '': tokensOf(words), '\n': tokensOf(`${words}\n`), [separator]: tokensOf(words + separator) };
  return { text, before: tokensOf(text.slice(0, cut)), last };
}

/** The most tokens that a text is with any ending. */
export const tokensOfAny = ({ before, last }: MeasuredText): number =>
  before + Math.max(...endings.map((ending) => last[ending]));

/** The most tokens that texts are together, with blank lines between them and any ending. */
export function tokensOfJoined(texts: readonly MeasuredText[]): number {
  const isCountedApart = texts.slice(1).every(({ text }) => /^[^\s/]/.test(text));
  if (!isCountedApart) return tokensOfAny(measuredText(texts.map(({ text }) => text).join(separator)));
  return texts.reduce(
    (tokens, text, index) =>
      tokens + (index === texts.length - 1 ? tokensOfAny(text) : text.before + text.last[separator]),
    0,
  );
}

/** A place in the last line where every token ends: before a space between words, or a mark behind a letter of a script without cases. */
const wordBorder = /(?<=\S)[ \t](?=\S)|(?<=\p{Lo})[，。；：、！？]/gu;

/** Where the last words of a text begin. Line ends are joined with no words that follow. */
function lastWords(text: string): number {
  const line = text.lastIndexOf('\n') + 1;
  let cut = line;
  for (const { index } of text.slice(line).matchAll(wordBorder)) cut = line + index;
  return cut;
}
