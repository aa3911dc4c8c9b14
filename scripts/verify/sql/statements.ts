// Splits SQL into statements at the same places as psql, following its lexer (src/fe_utils/psqlscan.l): statements sent together
// would form one transaction. It knows no more grammar than that lexer; the server reports syntax errors.

export interface Piece {
  /** The statement with everything before it: the pieces joined are the text. */
  text: string;
  /** The text that psql sends: without leading blanks and one-line comments. Empty at the end of a text. */
  statement: string;
  /** The line on which the statement begins, from 0. */
  line: number;
}

export interface SplitSql {
  pieces: Piece[];
  /** The line of the first psql command (`\d`), from 0; it and the rest are in the last piece. */
  metaCommandLine: number | undefined;
}

const blank = /(?:[ \t\n\r\f\v]|--[^\n\r]*)+/y;
/** Identifiers by psql's rules: `$` may not begin one. psql reads bytes; everything beyond ASCII belongs to names. */
const identifier = /[A-Za-z_\u0080-\uffff][A-Za-z_0-9$\u0080-\uffff]*/y;
const dollarQuote = /\$(?:[A-Za-z_\u0080-\uffff][A-Za-z_0-9\u0080-\uffff]*)?\$/y;
const number = /\$?[0-9]+/y;
const plainString = /'[^']*(?:''[^']*)*(?:'|$)/y;
/**
 * `E'…'` up to its closing quote or the end of the text; neither `''` nor a quote after a backslash closes it. PostgreSQL joins
 * it to a string on the next line. psql reads line by line and scans that one as a plain string, so it is not matched here.
 */
const escapeString = /[eE]'[^'\\]*(?:(?:\\[\s\S]|'')[^'\\]*)*(?:'|\\?$)/y;
const quotedName = /"[^"]*(?:"|$)/y;

/** Splits a text; an unterminated statement at the end counts too. */
export function splitSql(text: string): SplitSql {
  const pieces: Piece[] = [];
  let at = 0;
  let line = 0;
  while (at < text.length) {
    const begin = at + lengthOf(blank, text, at);
    const { end, metaCommandAt } = statementEnd(text, begin);
    const statementLine = line + linesIn(text, at, begin);
    const isMeta = metaCommandAt !== undefined;
    pieces.push({
      text: text.slice(at, isMeta ? text.length : end),
      statement: text.slice(begin, end),
      line: statementLine,
    });
    if (isMeta) return { pieces, metaCommandLine: statementLine + linesIn(text, begin, metaCommandAt) };
    line = statementLine + linesIn(text, begin, end);
    at = end;
  }
  return { pieces, metaCommandLine: undefined };
}

/** The end of a statement, or the place where a psql command interrupts it. */
function statementEnd(text: string, begin: number): { end: number; metaCommandAt?: number } {
  const blocks = new Blocks();
  let parentheses = 0;
  let at = begin;
  while (at < text.length) {
    const character = text[at];
    const word = lengthOf(escapeString, text, at) > 0 ? 0 : lengthOf(identifier, text, at);
    if (word > 0) {
      blocks.read(text.slice(at, at + word).toLowerCase(), parentheses);
      at += word;
    } else if (character === '\\') {
      return { end: at, metaCommandAt: at };
    } else if (character === ';' && parentheses === 0 && blocks.depth === 0) {
      return { end: at + 1 };
    } else {
      if (character === '(') parentheses += 1;
      if (character === ')') parentheses = Math.max(0, parentheses - 1);
      at += tokenLength(text, at);
    }
  }
  return { end: text.length };
}

/** The length of a token other than a word: of a token that may contain a semicolon, else of one character. */
function tokenLength(text: string, at: number): number {
  if (text.startsWith('/*', at)) return commentLength(text, at);
  const dollars = lengthOf(dollarQuote, text, at);
  if (dollars > 0) {
    const close = text.indexOf(text.slice(at, at + dollars), at + dollars);
    return (close === -1 ? text.length : close + dollars) - at;
  }
  for (const token of [escapeString, blank, plainString, quotedName, number]) {
    const length = lengthOf(token, text, at);
    if (length > 0) return length;
  }
  return 1;
}

/** Comments nest. */
function commentLength(text: string, at: number): number {
  const mark = /\/\*|\*\//g;
  mark.lastIndex = at;
  let depth = 0;
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return mark.lastIndex - at;
  }
  return text.length - at;
}

/**
 * Functions and procedures may have a body between BEGIN and END; CASE ends with END too. This is the lexer's heuristic, word by
 * word.
 */
class Blocks {
  depth = 0;
  private words: string[] = [];

  read(word: string, parentheses: number): void {
    if (this.words.length < 4) this.words.push(word);
    if (parentheses > 0 || !/^create (?:or replace )?(?:function|procedure)\b/.test(this.words.join(' '))) return;
    if (word === 'begin' || (word === 'case' && this.depth > 0)) this.depth += 1;
    else if (word === 'end' && this.depth > 0) this.depth -= 1;
  }
}

function lengthOf(token: RegExp, text: string, at: number): number {
  token.lastIndex = at;
  return token.test(text) ? token.lastIndex - at : 0;
}

const linesIn = (text: string, from: number, to: number): number => text.slice(from, to).split('\n').length - 1;
