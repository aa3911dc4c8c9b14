// How much work a file would be for the parsers, measured on its text before they meet it, in one walk over it. Their time grows
// with the product of what they hold against each other: marks that look for a partner, lines that a list entry closes.
// How much is too much is for the rule `complexity` to say.

import { nestingMax } from './nesting.ts';

/** Lines with no blank one between them and no list entry: whatever a mark may belong to ends with them. */
export interface Paragraph {
  /** The line on which it begins. */
  line: number;
  characters: number;
  /** Every mark of emphasis, code, links and HTML, and every address. */
  marks: number;
  /** Those among them that look through the paragraph for a partner. */
  waitingMarks: number;
  /** How many characters are looked at on behalf of marks and addresses, at most. */
  searched: number;
  /** If it is a table, how many cells it has. Short rows are filled up to the columns that its second line announces. */
  cells: number;
  /** What a definition in it could hold: an address and a title, written again wherever somebody refers to it. */
  definitionCharacters: number;
}

const blank = /^[ \t]*$/;
/** A list entry with something in it: it ends any paragraph before it (CommonMark 0.31.2, section 5.2). */
const entry = /^ {0,3}[-+*][ \t]+[^ \t]/;

/** The paragraphs of a file's lines, from the index at which its body begins. */
export function paragraphsOf(lines: readonly string[], bodyStart: number): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let start = bodyStart;
  const end = (next: number): void => {
    if (next > start) paragraphs.push(measured(lines.slice(start, next), start + 1));
  };
  lines.forEach((line, index) => {
    if (index < bodyStart) return;
    if (blank.test(line)) {
      end(index);
      start = index + 1;
    } else if (entry.test(line)) {
      end(index);
      start = index;
    }
  });
  end(lines.length);
  return paragraphs;
}

/** A line end is as much work as this many characters: the parser notes where it is, each time it comes by. */
const lineEndWork = 8;

function measured(lines: readonly string[], line: number): Paragraph {
  const text = lines.join('\n');
  const backticks = text.match(/`+/g) ?? [];
  const partners = countOf(text, /[*_~[\]<]/g);
  const addresses = addressWork * countOf(text, address);
  // An address is looked at by what may stand around it, and code looks for as many backticks, once for each number of them.
  const waitingMarks = partners + addresses + 8 * new Set(backticks).size;
  // Inside open brackets each word looks back to them: it could be an address, which must not be in a link.
  const words = text.includes('[') ? countOf(text, /[\w.+-]+/g) : 0;
  return {
    line,
    characters: text.length,
    marks: partners + backticks.join('').length + countOf(text, /[!()]/g) + addresses,
    waitingMarks,
    searched:
      waitingMarks * (text.length + lineEndWork * lines.length) +
      words * (words + lineEndWork * lines.length) +
      2 * lazyLines(lines) ** 2 +
      (addresses === 0 ? 0 : endsOfAddresses(text)),
    cells: cellsIn(lines),
    definitionCharacters: text.includes(']:') ? text.length : 0,
  };
}

const address = /www\.|:\/\/|@/gi;
/** An address is as much work as this many marks. */
const addressWork = 4;
const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Lines that go on with a paragraph of a quote or an entry without its mark: for each the parser looks through all before it. */
function lazyLines(lines: readonly string[]): number {
  const marked = lines.filter((line) => countOf(line, container) > 0).length;
  return marked === 0 ? 0 : lines.length - marked;
}

function cellsIn(lines: readonly string[]): number {
  const columns = lines.reduce((most, line) => Math.max(most, columnsOf(line)), 0);
  return columns === 0 ? 0 : lines.reduce((sum, line) => sum + Math.max(columns, countOf(line, /\|/g)), 0);
}

/** The columns that a line announces when it is the second of a table, such as `|---|:-:|`. */
function columnsOf(line: string): number {
  return /^[-:| \t>]*$/.test(line) && line.includes('-') ? countOf(line, /\|/g) : 0;
}

/** Punctuation at the end of an address is not part of it: at each such character the parser looks whether only such follow. */
function endsOfAddresses(text: string): number {
  let searched = 0;
  for (const [word] of text.matchAll(/\S+/g)) {
    const addresses = countOf(word, address);
    if (addresses === 0) continue;
    const ends = word.match(/[!"'&)*,.:;<?_~\]]+(?:[a-z]+;[!"'&)*,.:;<?_~\]]*)*/gi) ?? [];
    searched += addresses * ends.reduce((sum, { length }) => sum + length * length, 0);
  }
  return searched;
}

/** List entries, levels of quotes, notes and underlined headings: what may close whatever is open before it. */
export function entriesIn(lines: readonly string[], bodyStart: number): number {
  return lines.slice(bodyStart).reduce((sum, line) => sum + entriesOf(line), 0);
}

function entriesOf(line: string): number {
  const marks = countOf(line, container);
  // A line that opens more never reaches the parser, unless it is a thematic break, which opens nothing.
  return (marks > nestingMax + 1 ? 0 : marks) + (underline.test(line) ? 1 : 0);
}

/** Sticky, so that only marks at the start of a line count, one after the other. */
const container = /[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)|\[\^)/gy;
const underline = /^[ \t>]*(?:=+|--+)[ \t]*$/;

/** How many characters come of references, at most: each repeats a definition, and a note is repeated under each answer. */
export function repeatedCharacters(lines: readonly string[], paragraphs: readonly Paragraph[]): number {
  const text = lines.join('\n');
  const longest = paragraphs.reduce((most, { definitionCharacters }) => Math.max(most, definitionCharacters), 0);
  return countOf(text, /\]/g) * longest + countOf(text, /\[\^/g) * noteCharacters(lines);
}

/** All footnotes together, with the indented paragraphs that belong to them. */
function noteCharacters(lines: readonly string[]): number {
  let characters = 0;
  let isInNote = false;
  let afterBlank = false;
  for (const line of lines) {
    const start = /^[ \t>]*/.exec(line)?.[0] ?? '';
    const isIndented = start.includes('    ') || start.includes('\t');
    if (line.includes('[^') && line.includes(']:')) isInNote = true;
    else if (afterBlank && !isIndented && start !== line) isInNote = false;
    if (isInNote) characters += line.length + 1;
    afterBlank = start === line;
  }
  return characters;
}

/** Combining marks, and what Unicode normalisation turns into some. */
const combining = /[\p{M}\u0e33\u0eb3\uff9e\uff9f]+/gu;

/** The longest run of combining characters, and the offset at which it begins. Normalisation sorts such a run. */
export function longestCombining(text: string): { length: number; start: number } {
  let longest = { length: 0, start: 0 };
  for (const { 0: run, index } of text.matchAll(combining)) {
    if (run.length > longest.length) longest = { length: run.length, start: index };
  }
  return longest;
}
