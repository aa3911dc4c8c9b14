// Blocks of code: what language they are in, where each line of a fence lies in the file, and how wide a line is.
import type { Code } from 'mdast';
import type { Draft } from './draft.ts';
import { extentOf, nodesIn } from './markdown.ts';

export interface Fence {
  node: Code;
  /** The first word behind the fence, in lower case; empty when there is none. */
  language: string;
  /** The lines between the fences with their offsets; quotes and lists around the block are still before them. */
  lines: { text: string; start: number }[];
}

/** Every fence of a draft, in order; code that is only indented is none. */
export function fencesIn({ tree, text }: Pick<Draft, 'tree' | 'text'>): Fence[] {
  return nodesIn(tree.children).flatMap((node) => {
    if (node.type !== 'code') return [];
    const { start, end } = extentOf(node);
    if (!/^(?:`{3}|~{3})/.test(text.slice(start, start + 3))) return [];
    return [{ node, language: (node.lang ?? '').toLowerCase(), lines: linesOf(text, start, end, node) }];
  });
}

function linesOf(text: string, start: number, end: number, { value }: Code): Fence['lines'] {
  if (value === '') return [];
  const lines: Fence['lines'] = [];
  let at = text.indexOf('\n', start) + 1;
  // A fence that nobody closed ends with its last line of code.
  for (const code of value.split('\n')) {
    const lineEnd = text.indexOf('\n', at);
    const line = text.slice(at, lineEnd === -1 ? end : lineEnd);
    lines.push({ text: code, start: at + Math.max(0, line.length - code.length) });
    at += line.length + 1;
  }
  return lines;
}

const aliases = new Map(
  Object.entries({
    js: 'javascript mjs cjs node',
    ts: 'typescript mts',
    bash: 'sh shell zsh sh-vue',
    yaml: 'yml',
    python: 'py',
    ruby: 'rb',
    powershell: 'ps1 pwsh',
    sql: 'postgresql pgsql',
    html: 'htm vue-html',
    markdown: 'md',
    '': 'text txt plain plaintext',
    objc: 'objective-c',
    go: 'golang',
    rust: 'rs',
    dotenv: 'env',
  }).flatMap(([name, others]) => others.split(' ').map((other): [string, string] => [other, name])),
);

/** What a block of code says its language is, under one name; empty when it says none, or text. */
export function languageOf(code: Code): string {
  const name = (code.lang ?? '').toLowerCase().replace(/[{:,].*$/s, '');
  return aliases.get(name) ?? name;
}

/** What may be words for people from beginning to end. */
export const proseLanguages: ReadonlySet<string> = new Set([
  ...['', 'mermaid', 'output', 'markdown', 'console', 'diff', 'ascii', 'plantuml'],
]);

/** East Asian wide characters, after Unicode's UAX #11, in ranges that are coarse where no code is written. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const noWidth = /[\p{Mn}\p{Me}\u200c\u200d]/u;
/** The columns of a tab, wherever it stands. */
const tabWidth = 4;

/** The columns of a text on one line: two for each wide character, none for marks over a letter. */
export function columnsOf(line: string): number {
  // Most lines are ASCII, where a character is a column.
  if (/^[\x20-\x7e]*$/.test(line)) return line.length;
  let columns = 0;
  for (const character of line) {
    if (character === '\t') columns += tabWidth;
    else if (!noWidth.test(character)) columns += wide.test(character) ? 2 : 1;
  }
  return columns;
}

/** The offset of the first character that does not fit. */
export function overflowOf(line: string, columnsMax: number): number {
  let columns = 0;
  let offset = 0;
  for (const character of line) {
    columns += columnsOf(character);
    if (columns > columnsMax) return offset;
    offset += character.length;
  }
  return offset;
}
