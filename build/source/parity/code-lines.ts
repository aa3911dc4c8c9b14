// The lines of a program that do something: comments, which are translated, and blank lines are left out.
import type { Code } from 'mdast';

export interface CodeLine {
  text: string;
  /** Counts from 0 within the code. */
  index: number;
}

interface CommentStyle {
  /** What begins a comment that ends with its line. */
  line: readonly string[];
  block: readonly (readonly [open: string, close: string])[];
}

const slashes: CommentStyle = { line: ['//'], block: [['/*', '*/']] };
const hashes: CommentStyle = { line: ['#'], block: [] };
const dashes: CommentStyle = { line: ['--'], block: [['/*', '*/']] };
const python: CommentStyle = {
  line: ['#'],
  block: [
    ['"""', '"""'],
    ["'''", "'''"],
  ],
};
const markup: CommentStyle = {
  line: ['//'],
  block: [
    ['<!--', '-->'],
    ['/*', '*/'],
    ['{/*', '*/}'],
  ],
};
const styles: Readonly<Record<string, CommentStyle>> = {
  ...named(
    slashes,
    'js jsx ts tsx json jsonc json5 jsonl java c cpp csharp cs go rust swift kotlin dart objc scss less css',
  ),
  ...named(
    hashes,
    'bash yaml toml ruby powershell dockerfile makefile http dotenv ini nginx perl r graphql conf elixir',
  ),
  ...named(dashes, 'sql lua haskell'),
  ...named(python, 'python'),
  ...named(markup, 'html xml vue svelte svg'),
  ...named(
    {
      line: [],
      block: [
        ['{#', '#}'],
        ['<!--', '-->'],
      ],
    },
    'jinja',
  ),
  ...named({ line: ['//', '#'], block: [['/*', '*/']] }, 'php'),
};

function named(style: CommentStyle, names: string): Record<string, CommentStyle> {
  return Object.fromEntries(names.split(' ').map((name) => [name, style]));
}

const aliases: Readonly<Record<string, string>> = {
  javascript: 'js',
  mjs: 'js',
  cjs: 'js',
  node: 'js',
  typescript: 'ts',
  mts: 'ts',
  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  yml: 'yaml',
  py: 'python',
  rb: 'ruby',
  ps1: 'powershell',
  pwsh: 'powershell',
  postgresql: 'sql',
  pgsql: 'sql',
  htm: 'html',
  'vue-html': 'html',
  md: 'markdown',
  text: '',
  txt: '',
  plain: '',
  plaintext: '',
  'objective-c': 'objc',
  'sh-vue': 'bash',
  golang: 'go',
  rs: 'rust',
  env: 'dotenv',
};

/** What a fence says its language is, under one name; empty when it says none, or text. */
export function languageOf(code: Code): string {
  const name = (code.lang ?? '').toLowerCase().replace(/[{:,].*$/s, '');
  return Object.hasOwn(aliases, name) ? (aliases[name] ?? '') : name;
}

/** Code that is run, once for both languages. */
export const runnableLanguages: ReadonlySet<string> = new Set([
  'js',
  'jsx',
  'ts',
  'tsx',
  'json',
  'bash',
  'sql',
  'http',
  'yaml',
]);

/** What may be words for people from beginning to end. */
export const proseLanguages: ReadonlySet<string> = new Set([
  '',
  'mermaid',
  'output',
  'markdown',
  'console',
  'diff',
  'ascii',
  'plantuml',
]);

export function codeLines(code: Code): CodeLine[] {
  const language = languageOf(code);
  const style = Object.hasOwn(styles, language) ? styles[language] : undefined;
  const text = style === undefined ? code.value : withoutComments(code.value, style);
  return text
    .split('\n')
    .map((line, index) => ({ text: line.trim().replace(/\s+/g, ' '), index }))
    .filter((line) => line.text !== '');
}

/** The code with its comments blanked out; line ends stay, so that lines keep their numbers. */
function withoutComments(code: string, style: CommentStyle): string {
  const kept: string[] = [];
  // Before this index no quotation mark of the kind closes: what looks like an opening one is an apostrophe.
  const unclosed = new Map<string, number>();
  let at = 0;
  while (at < code.length) {
    const end = commentEnd(code, at, style);
    if (end > at) {
      kept.push(code.slice(at, end).replace(/[^\n]+/g, ' '));
      at = end;
      continue;
    }
    const next = /["'`]/.test(code.charAt(at)) ? stringEnd(code, at, unclosed) : at + 1;
    kept.push(code.slice(at, next));
    at = next;
  }
  return kept.join('');
}

/** Where the comment ends that begins at an index; the index itself when none does. */
function commentEnd(code: string, at: number, { line, block }: CommentStyle): number {
  for (const [open, close] of block) {
    if (!code.startsWith(open, at)) continue;
    const end = code.indexOf(close, at + open.length);
    return end === -1 ? code.length : end + close.length;
  }
  const opened = line.some((mark) => code.startsWith(mark, at));
  // `https://` is no comment, nor is the `#` in `a#b`.
  if (!opened || (at > 0 && !/[\s;,(){}[\]>]/.test(code.charAt(at - 1)))) return at;
  const end = code.indexOf('\n', at);
  return end === -1 ? code.length : end;
}

/** Where a string ends; one that does not end in its line is none, and its mark alone is passed over. */
function stringEnd(code: string, at: number, unclosed: Map<string, number>): number {
  const mark = code.charAt(at);
  if (at < (unclosed.get(mark) ?? 0)) return at + 1;
  let index = at + 1;
  for (; index < code.length; index += 1) {
    const character = code.charAt(index);
    if (character === '\\') index += 1;
    else if (character === mark) return index + 1;
    else if (character === '\n' && mark !== '`') break;
  }
  unclosed.set(mark, index);
  return at + 1;
}
