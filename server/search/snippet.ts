// Selects the excerpt of an article for a query: the range of its passages with the greatest weight of different
// terms, cut at the end of a sentence if possible, with the words of the query marked as Markdown strong. Pure.
import { graphemesOf, isAlone } from '../../build/edition/graphemes.ts';
import type { Line } from '../../build/edition/passage-format.ts';
import type { Finding, Match } from './scanner.ts';

/** The longest excerpt, in UTF-16 code units, including marks and ellipses. */
export const snippetLengthMax = 240;
const mark = '**';
const ellipsis = '…';
/** The length of a mark's two delimiters. */
const markLength = 2 * mark.length;
/** Room for text and marks: an ellipsis at both ends is always reserved. */
const room = snippetLengthMax - 2 * ellipsis.length;
/** The maximum length of marked text, so that one long word cannot fill an excerpt. */
const markedMax = 120;
/** The factor for terms that occur only in code. They say less than terms in prose. */
const codeShare = 0.5;
/** Text before the matches may take this share of the room that the matches leave. */
const shareBefore = 0.6;
/** Headings up to this length are shown before the first sentence under them. */
const headingMax = 80;

/** The excerpt of an article; undefined when there is nothing to mark. */
export function snippetOf(
  passages: string,
  { matches, lines }: Pick<Finding, 'matches' | 'lines'>,
  weightOf: (term: string) => number,
): string | undefined {
  if (matches.length === 0) return undefined;
  const view = new View(passages, lines, marksOf(passages, matches, lines));
  const core = bestSpan(matches, view, weightOf);
  return view.render(withContext(core, view));
}

interface Span {
  start: number;
  end: number;
}

/** Joins overlapping and touching matches into marks of whole graphemes. Of a long match only the beginning is marked. */
function marksOf(text: string, matches: readonly Match[], lines: readonly Line[]): Span[] {
  const marks: Span[] = [];
  let at = 0;
  for (const match of matches) {
    while ((lines[at]?.end ?? Number.POSITIVE_INFINITY) <= match.start) at += 1;
    const line = lines[at];
    if (line === undefined) break;
    const { start, end } = wholeGraphemes(text, match, line);
    const last = marks.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else marks.push({ start, end });
  }
  return marks;
}

function wholeGraphemes(text: string, { start, end }: Span, line: Line): Span {
  let last = Math.min(end, start + markedMax);
  while (!isBetweenGraphemes(text, last, line)) last += 1;
  return { start: safe(start, line, text), end: last };
}

/** The passages with their lines and marks, for computing costs and cuts. */
class View {
  readonly text: string;
  readonly lines: readonly Line[];
  readonly #marks: readonly Span[];

  constructor(text: string, lines: readonly Line[], marks: readonly Span[]) {
    this.text = text;
    this.lines = lines;
    this.#marks = marks;
  }

  /** The index of the first mark that ends after an offset. */
  markAt = (offset: number): number => firstIndex(this.#marks, ({ end }) => end > offset);

  /** The length of a span in an excerpt, including the delimiters of its marks. */
  cost({ start, end }: Span): number {
    let marks = 0;
    for (let at = this.markAt(start); (this.#marks[at]?.start ?? Number.POSITIVE_INFINITY) < end; at += 1) marks += 1;
    return end - start + marks * markLength;
  }

  fits = (span: Span): boolean => this.cost(span) <= room;

  lineAt = (offset: number): number =>
    Math.min(
      firstIndex(this.lines, ({ end }) => end >= offset),
      this.lines.length - 1,
    );

  render({ start, end, isCutBefore, isCutAfter }: Cut): string {
    const pieces: string[] = isCutBefore ? [ellipsis] : [];
    let from = start;
    for (let at = this.markAt(start); (this.#marks[at]?.start ?? Number.POSITIVE_INFINITY) < end; at += 1) {
      const first = Math.max(start, this.#marks[at]?.start ?? 0);
      const last = Math.min(end, this.#marks[at]?.end ?? 0);
      if (first >= last) continue;
      pieces.push(this.text.slice(from, first), mark, this.text.slice(first, last), mark);
      from = last;
    }
    pieces.push(this.text.slice(from, end), ...(isCutAfter ? [ellipsis] : []));
    return pieces.join('').replaceAll('\n', ' ');
  }
}

/** The first index at which a test passes that also passes at all later indexes; the length if there is none. */
function firstIndex<Item>(items: readonly Item[], test: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(items[middle] as Item)) high = middle;
    else low = middle + 1;
  }
  return low;
}

interface Cut extends Span {
  isCutBefore: boolean;
  isCutAfter: boolean;
}

/** The span from one match to another that fits and has the greatest weight of different terms; the first of equal spans. */
function bestSpan(matches: readonly Match[], view: View, weightOf: (term: string) => number): Span {
  const weights = new Map<string, number>();
  const held = new Map<string, { prose: number; code: number }>();
  let mass = 0;
  let best: { mass: number; span: Span } | undefined;
  const count = ({ start, terms }: Match, by: 1 | -1): void => {
    const kind = view.lines[view.lineAt(start)]?.kind === 'code' ? 'code' : 'prose';
    for (const term of terms) {
      const weight = weights.get(term) ?? weightOf(term);
      weights.set(term, weight);
      const counts = held.get(term) ?? { prose: 0, code: 0 };
      const share = (): number => (counts.prose > 0 ? 1 : counts.code > 0 ? codeShare : 0);
      const before = share();
      counts[kind] += by;
      held.set(term, counts);
      mass += (share() - before) * weight;
    }
  };
  let first = 0;
  matches.forEach((match, last) => {
    count(match, 1);
    const end = Math.min(match.end, match.start + markedMax);
    while (first < last && !view.fits({ start: matches[first]?.start ?? 0, end })) {
      count(matches[first] as Match, -1);
      first += 1;
    }
    // A difference below 1e-9 is no difference: sums of the same weights in another order differ in their last bits.
    if (best === undefined || mass > best.mass + 1e-9)
      best = { mass, span: { start: matches[first]?.start ?? 0, end } };
  });
  return best?.span ?? { start: 0, end: 0 };
}

/** Extends a span backwards to the start of its sentence or clause, and forwards to the last end of a sentence that fits. */
function withContext(core: Span, view: View): Cut {
  const { text, lines } = view;
  const firstLine = lines[view.lineAt(core.start)];
  if (firstLine === undefined) return { ...core, isCutBefore: false, isCutAfter: false };
  const before = startFor(core, firstLine, view);
  const after = endFor({ start: before.at, end: core.end }, view);
  let start = before.isCut ? before.at : earlierStart({ start: before.at, end: after.at }, firstLine, view);
  let end = after.at;
  // Spaces and separators at the ends are removed, because they separated the span from text that is not shown.
  const [left, right] = [before.isCut ? /[\s|,;:，；：、]/ : /\s/, after.isCut ? /[\s|,;:，；：、]/ : /\s/];
  while (start < core.start && left.test(text[start] ?? '')) start += 1;
  while (end > core.end && right.test(text[end - 1] ?? '')) end -= 1;
  return { start, end, isCutBefore: before.isCut, isCutAfter: after.isCut };
}

interface Edge {
  at: number;
  isCut: boolean;
}

function startFor(core: Span, line: Line, view: View): Edge {
  const most = Math.floor((room - view.cost(core)) * shareBefore);
  const earliest = core.start - most;
  const isNear = (at: number): boolean => at <= core.start && at >= earliest && view.fits({ start: at, end: core.end });
  const { sentences, clauses } = boundariesIn(view.text, line, { from: earliest - 1, to: core.start + 1 });
  const sentence = sentences.findLast(isNear);
  if (sentence !== undefined) return { at: sentence, isCut: false };
  const clause = clauses.find(isNear);
  if (clause !== undefined) return { at: clause, isCut: true };
  for (let at = Math.max(line.start, earliest); at < core.start; at += 1) {
    if (isBetweenWords(view.text, at, line) && isNear(at)) return { at, isCut: true };
  }
  return { at: safe(core.start, line, view.text), isCut: core.start > line.start };
}

/** The end of the excerpt: the last end of a sentence that fits, perhaps in a later line, or else the end of a clause or word. */
function endFor(span: Span, view: View): Edge {
  const limit = span.start + room;
  let at = view.lineAt(span.end);
  const line = view.lines[at];
  if (line === undefined) return { at: span.end, isCut: false };
  const isNear = (end: number): boolean => end >= span.end && view.fits({ start: span.start, end });
  const within = { from: span.end - 2, to: limit + 1 };
  const own = boundariesIn(view.text, line, within);
  let found = own.sentences.findLast(isNear);
  while (found === view.lines[at]?.end && found !== undefined) {
    const next = view.lines[at + 1];
    if (next === undefined || next.kind === 'heading' || (next.kind === 'code') !== (view.lines[at]?.kind === 'code')) {
      // After a heading, the excerpt goes on with the text under it.
      if (next === undefined || view.lines[at]?.kind !== 'heading' || next.kind === 'heading') break;
    }
    const further = boundariesIn(view.text, next, within).sentences.findLast((end) => end > next.start && isNear(end));
    if (further === undefined) break;
    found = further;
    at += 1;
  }
  if (found !== undefined) return { at: found, isCut: false };
  const clause = own.clauses.findLast(isNear);
  if (clause !== undefined && clause - span.end > (limit - span.end) / 3) return { at: clause, isCut: true };
  for (let end = Math.min(line.end, limit); end > span.end; end -= 1) {
    if (isBetweenWords(view.text, end, line) && isNear(end)) return { at: end, isCut: true };
  }
  return { at: safe(span.end, line, view.text), isCut: span.end < line.end };
}

/** Fills the remaining room with sentences before the span, and with the heading above. */
function earlierStart({ start, end }: Span, line: Line, view: View): number {
  const { sentences } = boundariesIn(view.text, line, { from: end - room, to: start });
  const earlier = sentences.find((at) => at <= start && view.fits({ start: at, end })) ?? start;
  const above = view.lines[view.lines.indexOf(line) - 1];
  const isShown = earlier === line.start && above?.kind === 'heading' && above.end - above.start <= headingMax;
  return isShown && view.fits({ start: above.start, end }) ? above.start : earlier;
}

/** The nearest offset before `at` at which no grapheme is split. */
function safe(at: number, line: Line, text: string): number {
  let place = at;
  while (!isBetweenGraphemes(text, place, line)) place -= 1;
  return place;
}

// Cut positions in a text: after sentences, after clauses, between words, and never inside a grapheme.

/** The possible cuts in a line of text, as offsets in the whole text. */
interface Boundaries {
  /** The ends of sentences and of the line, ascending; the start of the line is the first. */
  sentences: readonly number[];
  clauses: readonly number[];
}

const sentenceEnd = /[。！？]+[”’」』）)\]]*\s?|[.!?]+["”'’)\]]*\s(?!\p{Ll})/gu;
const clauseEnd = /[，、；：]\s?|[,;:]\s|\s[—–-]+\s|—+/gu;
/** The end of a statement. In code, statements take the place of clauses. */
const statementEnd = /[;{}]\s/g;

/** The boundaries between two offsets of a line; the line's own ends count as boundaries. */
function boundariesIn(
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

/** Whether a cut at this offset splits no grapheme. `line` is the line that contains the offset. */
function isBetweenGraphemes(text: string, at: number, line: Line): boolean {
  if (at <= line.start || at >= line.end) return true;
  if (isAlone(text.charCodeAt(at - 1)) && isAlone(text.charCodeAt(at))) return true;
  return segmentsOf(text, line).containing(at - line.start)?.index === at - line.start;
}

/** The graphemes of lines are cached, because they are used many times and computing them reads the whole line. */
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

/** Whether a cut at this offset splits no grapheme and no word. Between two ideographs every offset is allowed. */
function isBetweenWords(text: string, at: number, line: Line): boolean {
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
