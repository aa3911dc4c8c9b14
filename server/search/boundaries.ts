// Where a text may be cut: after sentences, after clauses, between words, and never inside what readers see as one character.
import { graphemesOf, isAlone } from '../../build/edition/graphemes.ts';
import type { Line } from '../../build/edition/passages.ts';

/** A line of text that is asked where it may be cut. Offsets are those of the whole text, the line's ends included. */
export interface Boundaries {
  /** Behind which a sentence or the line ends, ascending; the start of the line is the first. */
  sentences: readonly number[];
  clauses: readonly number[];
}

const sentenceEnd = /[。！？]+[”’」』）)\]]*\s?|[.!?]+["”'’)\]]*\s(?!\p{Ll})/gu;
const clauseEnd = /[，、；：]\s?|[,;:]\s|\s[—–-]+\s|—+/gu;
/** Code has no sentences; a statement is as near as it comes. */
const statementEnd = /[;{}]\s/g;

/** The boundaries between two offsets of a line, which count as such when they are the line's own ends. */
export function boundariesIn(
  text: string,
  { kind, start, end }: Line,
  { from, to }: { from: number; to: number },
): Boundaries {
  const [least, most] = [Math.max(start, from), Math.min(end, to)];
  const slice = text.slice(least, most);
  const endsOf = (pattern: RegExp): number[] =>
    [...slice.matchAll(pattern)].map((match) => least + match.index + match[0].length);
  return {
    sentences: [
      ...(least === start ? [start] : []),
      ...(kind === 'code' ? [] : endsOf(sentenceEnd)),
      ...(most === end ? [end] : []),
    ],
    clauses: endsOf(kind === 'code' ? statementEnd : clauseEnd),
  };
}

/** True where no character that readers see is cut in two. `line` is the line that the place is in. */
export function isBetweenGraphemes(text: string, at: number, line: Line): boolean {
  if (at <= line.start || at >= line.end) return true;
  if (isAlone(text.charCodeAt(at - 1)) && isAlone(text.charCodeAt(at))) return true;
  return segmentsOf(text, line).containing(at - line.start)?.index === at - line.start;
}

/** Segments of a line are asked for many times, and making them costs its whole length. */
const segmented = new WeakMap<object, Intl.Segments>();

function segmentsOf(text: string, line: Line): Intl.Segments {
  const known = segmented.get(line);
  if (known !== undefined) return known;
  const segments = graphemesOf(text.slice(line.start, line.end));
  segmented.set(line, segments);
  return segments;
}

const inWord = /[\p{L}\p{N}\p{M}_]/u;
const ideograph = /[\p{Script=Han}\u3040-\u30ff]/u;

/** True where no word is cut in two either; between ideographs there is always a place. */
export function isBetweenWords(text: string, at: number, line: Line): boolean {
  const [before, after] = [characterBefore(text, at), characterAt(text, at)];
  const isInside = inWord.test(before) && inWord.test(after) && !ideograph.test(before) && !ideograph.test(after);
  return !isInside && isBetweenGraphemes(text, at, line);
}

const characterAt = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) ?? 0x20);

function characterBefore(text: string, at: number): string {
  const unit = text.charCodeAt(at - 1);
  const isLow = unit >= 0xdc00 && unit <= 0xdfff;
  return at <= 0 ? ' ' : characterAt(text, isLow ? at - 2 : at - 1);
}
