// Code blocks: the language of each, and the offsets of each line of a fenced code block in the source.
import type { Code } from 'mdast';
import type { Draft } from './draft.ts';
import { extentOf, nodesIn } from './markdown.ts';

export interface Fence {
  node: Code;
  /** The first word after the opening fence, in lower case. Empty when there is none. */
  language: string;
  /**
   * The lines between the fences without the marks of enclosing quotes and lists. `start` is the offset of the line's code in the
   * file.
   */
  lines: { text: string; start: number }[];
}

/** The fenced code blocks of a draft, in order. Indented code blocks are left out. */
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
  // The loop counts lines of code, because a fence that is never closed has no closing line.
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

/** The normalised language of a code block. Empty for plain text and for a block without a language. */
export function languageOf(code: Code): string {
  const name = (code.lang ?? '').toLowerCase().replace(/[{:,].*$/s, '');
  return aliases.get(name) ?? name;
}

/** The languages of blocks that need not contain code. Such a block may contain prose alone. */
export const proseLanguages: ReadonlySet<string> = new Set([
  ...['', 'mermaid', 'output', 'markdown', 'console', 'diff', 'ascii', 'plantuml'],
]);
