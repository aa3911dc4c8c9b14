// Where the records of an article stand in its YAML, and which replacements put one there. Finds the places and promises
// nothing: whoever applies the replacements reads the result again.
import { type CST, isAlias, isCollection, isMap, isPair, isScalar, isSeq, Lexer, type Pair, parseDocument } from 'yaml';
import type { Replacement } from '../messages.ts';
import type { Record as VerificationRecord } from './front-matter-schema.ts';
import { blockRecord, flowRecord } from './record-text.ts';

export interface RecordChange {
  /** The numbers, from 0, of the records that go; the one that is written takes the place of the first. */
  gone: ReadonlySet<number>;
  written: VerificationRecord;
}

/**
 * The replacements in the YAML of a front matter, in order; undefined when its records stand where nobody can put another,
 * as behind an alias. The YAML is known to be a mapping without mistakes and ends with a line end.
 */
export function recordReplacements(yaml: string, change: RecordChange): Replacement[] | undefined {
  const root = parseDocument(yaml, { keepSourceTokens: true, version: '1.2' }).contents;
  if (!isMap(root)) return undefined;
  const pair = root.items.find(({ key }) => isScalar(key) && key.value === 'verification');
  const isFlow = root.flow === true;
  const { written } = change;
  if (pair === undefined) return addedKey(yaml, root.items, isFlow, written);
  const list = pair.value;
  if (isAlias(list)) return undefined;
  if (isSeq(list) && list.items.length > 0) {
    const items = list.items.map(startAndEnd(yaml));
    return list.flow === true ? inBrackets(yaml, items, change) : inBlock(yaml, dashesOf(list.srcToken), items, change);
  }
  return instead(yaml, pair, isFlow, written);
}

interface Extent {
  start: number;
  /** After the last character that is no white space. */
  end: number;
  /** After the white space that belongs to a text which keeps it. */
  wholeEnd: number;
}

function startAndEnd(yaml: string): (node: unknown) => Extent {
  return (node) => {
    const wholeEnd = endOf(node) ?? 0;
    const start = (isCollection(node) || isScalar(node) || isAlias(node) ? node.range?.[0] : undefined) ?? 0;
    return { start, end: yaml.slice(0, wholeEnd).trimEnd().length, wholeEnd };
  };
}

/** Where what a node says has ended: the range of a block also covers the comments below it. */
function endOf(node: unknown): number | undefined {
  if (isPair(node)) return endOf(node.value) ?? endOf(node.key);
  if (isCollection(node) && node.flow !== true) return endOf(node.items.at(-1));
  return isCollection(node) || isScalar(node) || isAlias(node) ? node.range?.[1] : undefined;
}

const colonOf = ({ srcToken }: Pair): number | undefined =>
  srcToken?.sep?.find(({ type }) => type === 'map-value-ind')?.offset;

function dashesOf(token: CST.Token | undefined): number[] {
  if (token?.type !== 'block-seq') return [];
  return token.items.flatMap(({ start }) => start.find(({ type }) => type === 'seq-item-ind')?.offset ?? []);
}

/** The key itself, behind all others. */
function addedKey(yaml: string, items: readonly Pair[], isFlow: boolean, written: VerificationRecord): Replacement[] {
  if (isFlow) {
    const end = startAndEnd(yaml)(items.at(-1)).end;
    return [insertion(end, `, verification: [${flowRecord(written)}]`)];
  }
  const first = items[0]?.key;
  const column = indentAt(yaml, isScalar(first) ? (first.range?.[0] ?? 0) : 0).length;
  const pad = ' '.repeat(column);
  return [insertion(yaml.length, `${pad}verification:\n${pad}  ${blockRecord(written, column + 2)}\n`)];
}

/** A list instead of none: of null, of nothing at all, of empty brackets. */
function instead(yaml: string, pair: Pair, isFlow: boolean, written: VerificationRecord): Replacement[] | undefined {
  const colon = colonOf(pair);
  const marked = pair.srcToken?.sep?.some(({ type }) => type === 'anchor' || type === 'tag') === true;
  if (colon === undefined || marked) return undefined;
  const { value } = pair;
  const range = isScalar(value) || isSeq(value) ? value.range : undefined;
  const [start, end] = range ?? [colon + 1, colon + 1];
  const given = yaml.slice(start, end);
  if (isFlow) {
    if (given === '') return [insertion(colon + 1, ` [${flowRecord(written)}]`)];
    return [{ start, end, replacement: `[${flowRecord(written)}]` }];
  }
  if (given.includes('#')) {
    const space = /\s*$/.exec(given.slice(0, -1))?.[0] ?? '';
    return [insertion(end - 1, `${flowRecord(written)}${space}`)];
  }
  const isBeside = yaml.slice(colon + 1, start).trim() === '' && !yaml.slice(colon + 1, start).includes('\n');
  const column = indentAt(yaml, colon).length + 2;
  return [
    ...(given === '' ? [] : [{ start: isBeside ? colon + 1 : start, end, replacement: '' }]),
    insertion(lineEndAt(yaml, end), `\n${' '.repeat(column)}${blockRecord(written, column)}`),
  ];
}

/** In a list that has a line, or more, for each record. Comments inside a record that is replaced stand above it then. */
function inBlock(
  yaml: string,
  dashes: readonly number[],
  items: readonly Extent[],
  { gone, written }: RecordChange,
): Replacement[] | undefined {
  const [firstDash, last] = [dashes[0], items.at(-1)];
  if (dashes.length !== items.length || firstDash === undefined || last === undefined) return undefined;
  const column = firstDash - lineStartAt(yaml, firstDash);
  const pad = ' '.repeat(column);
  const replacedOne = Math.min(...gone);
  const replacements = items.flatMap(({ end }, index): Replacement[] => {
    const dash = dashes[index] ?? 0;
    if (!gone.has(index)) return [];
    if (index !== replacedOne) {
      return [{ start: lineStartAt(yaml, dash), end: lineEndAt(yaml, end) + 1, replacement: '' }];
    }
    const comments = commentsIn(yaml, dash, end).map((comment) => `${comment}\n${pad}`);
    return [{ start: dash, end, replacement: `${comments.join('')}${blockRecord(written, column)}` }];
  });
  if (gone.size > 0) return replacements;
  // What a text keeps at its end is its own: the new record comes after it.
  const end = yaml[last.wholeEnd - 1] === '\n' ? last.wholeEnd - 1 : lineEndAt(yaml, last.wholeEnd);
  return [insertion(end, `\n${pad}${blockRecord(written, column)}`)];
}

/** In a list in brackets. */
function inBrackets(yaml: string, items: readonly Extent[], { gone, written }: RecordChange): Replacement[] {
  const replacedOne = Math.min(...gone);
  const lineBefore = (offset: number): string => yaml.slice(lineStartAt(yaml, offset), offset);
  const replacements = items.flatMap(({ start, end }, index): Replacement[] => {
    if (!gone.has(index)) return [];
    if (index !== replacedOne) return [withoutItem(yaml, items, index)];
    const pad = ' '.repeat(lineBefore(start).length);
    const comments = commentsIn(yaml, start, end).map((comment) => `${comment}\n${pad}`);
    const opening = comments.length > 0 && lineBefore(start).trim() !== '' ? `\n${pad}` : '';
    return [{ start, end, replacement: `${opening}${comments.join('')}${flowRecord(written)}` }];
  });
  const last = items.at(-1);
  if (gone.size > 0 || last === undefined) return replacements;
  const before = lineBefore(last.start);
  const space = before.trim() === '' ? `\n${before}` : ' ';
  return [insertion(last.end, `,${space}${flowRecord(written)}`)];
}

/** An item in brackets goes with the comma behind it; the last one with the comma before it, when nothing is between. */
function withoutItem(yaml: string, items: readonly Extent[], index: number): Replacement {
  const { start, end } = items[index] ?? { start: 0, end: 0 };
  // The space before a comment stays: without it there is none.
  const comma = /^\s*,(?:[^\S\n]+(?![^\S\n]|#))?/.exec(yaml.slice(end))?.[0];
  if (comma !== undefined) return { start, end: end + comma.length, replacement: '' };
  const before = /\s*,\s*$/.exec(yaml.slice(items[index - 1]?.end ?? start, start));
  return { start: before?.index === 0 ? start - before[0].length : start, end, replacement: '' };
}

/** Characters with which the lexer says what comes next; they are no part of the text. */
const lexerMarks = new Set(['\u0002', '\u0018', '\u001f', '\ufeff']);

function commentsIn(yaml: string, start: number, end: number): string[] {
  const comments: string[] = [];
  let offset = 0;
  // Nothing else begins with the sign: no text without quotes may, and a block of text begins with its indentation.
  for (const lexeme of new Lexer().lex(yaml)) {
    if (lexeme.startsWith('#') && offset >= start && offset < end) comments.push(lexeme);
    if (!lexerMarks.has(lexeme)) offset += lexeme.length;
  }
  return comments;
}

const insertion = (at: number, replacement: string): Replacement => ({ start: at, end: at, replacement });
const lineStartAt = (yaml: string, offset: number): number => yaml.lastIndexOf('\n', offset - 1) + 1;
const indentAt = (yaml: string, offset: number): string => /^ */.exec(yaml.slice(lineStartAt(yaml, offset)))?.[0] ?? '';

function lineEndAt(yaml: string, offset: number): number {
  const end = yaml.indexOf('\n', offset);
  return end === -1 ? yaml.length : end;
}
