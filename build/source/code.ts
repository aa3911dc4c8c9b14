// Blocks of code: their language, and the source offsets of each line of a fence.
import type { Code } from 'mdast';
import type { Draft } from './draft.ts';
import { extentOf, nodesIn } from './markdown.ts';

export interface Fence {
  node: Code;
  /** The first word behind the fence, in lower case; empty without one. */
  language: string;
  /** The lines between the fences with their offsets, including the marks of enclosing quotes and lists. */
  lines: { text: string; start: number }[];
}

/** Every fence of a draft, in order; indented code is excluded. */
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
  // An unclosed fence ends with its last line of code.
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

/** The normalised language of a block of code; empty without one, or for text. */
export function languageOf(code: Code): string {
  const name = (code.lang ?? '').toLowerCase().replace(/[{:,].*$/s, '');
  return aliases.get(name) ?? name;
}

/** Languages of blocks that may consist entirely of prose. */
export const proseLanguages: ReadonlySet<string> = new Set([
  ...['', 'mermaid', 'output', 'markdown', 'console', 'diff', 'ascii', 'plantuml'],
]);
