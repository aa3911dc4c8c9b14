// The prose of a draft, block by block: its words with their offsets in the file. Code, addresses, HTML and escapes are in it
// only as marks that are no words, so that whoever looks at words never sees them and never changes them.
import type { Nodes } from 'mdast';
import type { Language } from '../edition/vocabulary.ts';
import type { Draft } from './draft.ts';
import { frontMatterProse } from './front-matter-prose.ts';
import { nodesIn } from './nodes.ts';
import { contentOf, extentOf } from './outline.ts';

/** Stands for what is no word: an image, a tag, an address. A private character, so that it belongs to no script. */
export const mark = '\ue000';
/** Stands for inline code, which Chinese text keeps a space from. */
const codeMark = '`x`';

/** One paragraph, heading, table cell or value. The arrays have an entry for each UTF-16 unit of `text`. */
export interface Prose {
  text: string;
  /** The offset in the file at which a unit begins. */
  starts: number[];
  /** The offset at which it ends. */
  ends: number[];
  /** The offset behind it and the marks of emphasis or link that close behind it: a space goes there. */
  afters: number[];
  /** True for what may not be changed: marks and line ends. */
  locked: boolean[];
  /** Headings have anchors, which links from anywhere rely on. */
  isHeading: boolean;
}

/** All prose of one language: title, summary, body, questions and answers. */
export function proseIn(draft: Draft, language: Language): Prose[] {
  const part = draft.outline.parts[language];
  const blocks = part === undefined ? [] : nodesIn(contentOf(part));
  return [
    ...frontMatterProse(draft, language),
    ...blocks
      .filter(({ type }) => type === 'paragraph' || type === 'heading' || type === 'tableCell')
      .map((block) => proseOf(block, draft.text)),
  ];
}

const emptyProse = (isHeading = false): Prose => ({
  text: '',
  starts: [],
  ends: [],
  afters: [],
  locked: [],
  isHeading,
});

function proseOf(block: Nodes, source: string): Prose {
  const prose = emptyProse(block.type === 'heading');
  const pieces: string[] = [];
  collect(block, source, prose, pieces);
  prose.text = pieces.join('');
  return prose;
}

function collect(node: Nodes, source: string, prose: Prose, pieces: string[]): void {
  const { start, end } = extentOf(node);
  if (node.type === 'text') collectText(source, start, end, prose, pieces);
  else if (node.type === 'inlineCode') append(codeMark, start, end, prose, pieces);
  else if (node.type === 'break') append('\n', start, end, prose, pieces);
  else if (!('children' in node) || (node.type === 'link' && source[start] !== '['))
    append(mark, start, end, prose, pieces);
  else {
    for (const child of node.children) collect(child, source, prose, pieces);
    if (prose.afters.length > 0) prose.afters[prose.afters.length - 1] = end;
  }
}

/** Escapes, character references, and the ends of lines with what quotes and lists put around them. */
const unreadable = /\\[!-/:-@[-`{-~]|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]*);|[^\S\n]*\n[\s>]*/gi;

function collectText(source: string, start: number, end: number, prose: Prose, pieces: string[]): void {
  let at = start;
  for (const match of source.slice(start, end).matchAll(unreadable)) {
    const matchStart = start + match.index;
    appendWords(source, at, matchStart, prose, pieces);
    at = matchStart + match[0].length;
    append(match[0].includes('\n') ? '\n' : mark, matchStart, at, prose, pieces);
  }
  appendWords(source, at, end, prose, pieces);
}

function appendWords(source: string, start: number, end: number, prose: Prose, pieces: string[]): void {
  pieces.push(source.slice(start, end));
  for (let at = start; at < end; at += 1) {
    prose.starts.push(at);
    prose.ends.push(at + 1);
    prose.afters.push(at + 1);
    prose.locked.push(false);
  }
}

/** What stands for a stretch of the file that is no words. */
function append(stand: string, start: number, end: number, prose: Prose, pieces: string[]): void {
  pieces.push(stand);
  for (let unit = 0; unit < stand.length; unit += 1) {
    const isLast = unit === stand.length - 1;
    prose.starts.push(start);
    prose.ends.push(isLast ? end : start);
    prose.afters.push(isLast ? end : start);
    prose.locked.push(true);
  }
}
