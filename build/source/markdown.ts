// Parses Markdown: CommonMark with GitHub's extensions, and with emphasis that works beside Chinese characters. Also has
// functions for nodes: their place, descendants, nesting depth, words and comments.
import type { Nodes, Root, RootContent } from 'mdast';
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { type Place, startOfFile } from '../messages.ts';

export const markdown = unified().use(remarkParse).use(remarkGfm).use(remarkCjkFriendly).freeze();

/** The place of a node in its file. */
export function placeOf(node: { position?: RootContent['position'] } | undefined): Place {
  const start = node?.position?.start;
  return start === undefined ? startOfFile : { line: start.line, column: start.column };
}

/** The start and end offset of a node in the text of its file. */
export function extentOf(node: { position?: RootContent['position'] }): { start: number; end: number } {
  return { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 };
}

/** Some nodes and all their descendants, parents first. */
export function nodesIn(nodes: readonly Nodes[], found: Nodes[] = []): Nodes[] {
  for (const node of nodes) {
    found.push(node);
    if ('children' in node) nodesIn(node.children, found);
  }
  return found;
}

/** An HTML comment as CommonMark 0.31 defines it. A comment that is never closed extends to the end of its node. */
const comment = /<!--(?:-?>|[\s\S]*?(?:-->|$))/g;

/** The offsets of the comments among some nodes and their descendants. */
export function commentsIn(nodes: readonly Nodes[], source: string): { start: number; end: number }[] {
  return nodesIn(nodes).flatMap((node) => {
    if (node.type !== 'html') return [];
    const { start, end } = extentOf(node);
    return [...source.slice(start, end).matchAll(comment)].map((match) => ({
      start: start + match.index,
      end: start + match.index + match[0].length,
    }));
  });
}

/** Removes the comments from raw HTML. */
export const withoutComments = (html: string): string => html.replace(comment, '');

/** True for a node that contains comments and nothing else. */
export function isComment(node: RootContent): boolean {
  return node.type === 'html' && node.value.startsWith('<!--') && withoutComments(node.value).trim() === '';
}

const phrasing = new Set([
  'text',
  'emphasis',
  'strong',
  'delete',
  'link',
  'linkReference',
  'inlineCode',
  'image',
  'imageReference',
  'break',
  'footnoteReference',
  'html',
]);

/** The blocks that show readers no text: HTML, which pages leave out, thematic breaks, and definitions of links and footnotes. */
const wordless = new Set(['html', 'thematicBreak', 'definition', 'footnoteDefinition']);

/** True for a block that shows readers text. */
export function isText({ type }: Nodes): boolean {
  return !wordless.has(type);
}

/**
 * The words of some nodes for search and for checks, without markup, addresses and HTML. Each block ends with a line break, so
 * that the words of two blocks never run together.
 */
export function plainText(nodes: readonly Nodes[]): string {
  const pieces: string[] = [];
  for (const node of nodes) collect(node, pieces);
  return pieces.join('');
}

function collect(node: Nodes, pieces: string[]): void {
  if (node.type === 'html' || node.type === 'definition') return;
  if (node.type === 'break') pieces.push('\n');
  else if ('value' in node) pieces.push(node.value);
  else if ('alt' in node) pieces.push(node.alt ?? '');
  else if ('children' in node) for (const child of node.children) collect(child, pieces);
  if (!phrasing.has(node.type)) pieces.push('\n');
}

/**
 * The maximum nesting level of list items, quotes, emphasis and YAML collections. Functions that recurse over a tree rely on it,
 * and the time of the Markdown parser is quadratic in the depth.
 */
export const nestingMax = 64;

/** The nodes that count as a nesting level. Paragraphs, lists and tables do not count. */
const containers: ReadonlySet<string> = new Set([
  'blockquote',
  'listItem',
  'footnoteDefinition',
  'emphasis',
  'strong',
  'delete',
  'link',
  'linkReference',
]);

/** The number of quotes, list items and footnotes that the start of a line opens or continues. */
export function containersAt(line: string): number {
  // `- - - -` is a thematic break and opens no list.
  if (/^[ \t]*([-*_])(?:[ \t]*\1)+[ \t]*$/.test(line)) return 0;
  return line.match(/[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)|\[\^)/gy)?.length ?? 0;
}

/** Before parsing, replaces each line that nests too deep by spaces, because the parser is too slow for such lines. */
export function withoutDeepLines(text: string): { text: string; places: Place[] } {
  const places: Place[] = [];
  const lines = text.split('\n').map((line, index) => {
    if (line.length <= nestingMax || containersAt(line) <= nestingMax) return line;
    places.push({ line: index + 1, column: 1 });
    return ' '.repeat(line.length);
  });
  return { text: lines.join('\n'), places };
}

/** Removes the children of nodes that nest too deep. Returns the place of the first such node, or an empty list. */
export function cutDeepNodes(tree: Root): Place[] {
  return tree.children.flatMap((child) => cut(child, 0)).slice(0, 1);
}

function cut(node: RootContent, outerLevel: number): Place[] {
  if (!('children' in node)) return [];
  const level = outerLevel + (containers.has(node.type) ? 1 : 0);
  if (level > nestingMax) {
    node.children = [];
    return [placeOf(node)];
  }
  return node.children.flatMap((child) => cut(child, level));
}
