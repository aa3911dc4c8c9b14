// Splits SQL into statements at the same places as psql, by the rules of its lexer (src/fe_utils/psqlscan.l). Statements must be sent one
// by one, because statements that are sent together form one transaction. The server reports syntax errors.

export interface Piece {
  /** The text that psql sends, without leading white space and one-line comments. Empty for the rest after the last statement. */
  statement: string;
  /** The line on which the statement begins, from 0. */
  line: number;
}

export interface SplitSql {
  pieces: Piece[];
  /** The line of the first psql command such as `\d`, from 0. The command and the text after it are in the last piece. */
  metaCommandLine: number | undefined;
}

const blank = /(?:[ \t\n\r\f\v]|--[^\n\r]*)+/y;
/** An identifier by psql's rules. It may contain `$` but not begin with it. All characters beyond ASCII belong to identifiers. */
const identifier = /[A-Za-z_\u0080-\uffff][A-Za-z_0-9$\u0080-\uffff]*/y;
const dollarQuote = /\$(?:[A-Za-z_\u0080-\uffff][A-Za-z_0-9\u0080-\uffff]*)?\$/y;
const number = /\$?[0-9]+/y;
const plainString = /'[^']*(?:''[^']*)*(?:'|$)/y;
/**
 * A string `E'…'` up to its closing quote or the end of the text. Neither `''` nor `\'` closes it. PostgreSQL continues such a string if
 * the next line begins with a quote. psql reads that line as a string of its own, and so does this module.
 */
const escapeString = /[eE]'[^'\\]*(?:(?:\\[\s\S]|'')[^'\\]*)*(?:'|\\?$)/y;
const quotedName = /"[^"]*(?:"|$)/y;

/** Splits a text into statements. A last statement without a semicolon counts too. */
export function splitSql(text: string): SplitSql {
  const pieces: Piece[] = [];
  let at = 0;
  let line = 0;
  while (at < text.length) {
    const begin = at + lengthOf(blank, text, at);
    const { end, metaCommandAt } = statementEnd(text, begin);
    const statementLine = line + linesIn(text, at, begin);
    pieces.push({ statement: text.slice(begin, end), line: statementLine });
    if (metaCommandAt !== undefined)
      return { pieces, metaCommandLine: statementLine + linesIn(text, begin, metaCommandAt) };
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

/**
 * The length of the token at a place where no word begins. A token that may contain a semicolon, such as a string or a comment, is
 * measured as a whole. The length of an unknown token is 1.
 */
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

/** The length of a block comment. Block comments nest in PostgreSQL. */
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
 * Counts open BEGIN … END blocks in bodies of functions and procedures, where a semicolon does not end the statement. CASE also ends with
 * END. Follows the heuristic of psql's lexer, which looks at the words alone.
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
