// How deep a file may nest. Whatever walks a tree by recursion relies on it, and the Markdown parser's time grows with the
// square of the depth: a file of nothing but `>` would keep it busy for hours.
import type { Root, RootContent } from 'mdast';
import type { Place } from '../messages.ts';
import { placeOf } from './outline.ts';

/** Levels inside one another: lists, quotes, emphasis, YAML collections. */
export const nestingMax = 64;

/** What counts as a level; paragraphs, lists and tables only group. */
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

const containerMark = /[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))/gy;
/** `- - - -` opens nothing. */
const thematicBreak = /^[ \t]*([-*_])(?:[ \t]*\1)+[ \t]*$/;

/** Blanks lines out that open more quotes and list entries than may nest, so that they never reach the parser. */
export function withoutDeepLines(text: string): { text: string; places: Place[] } {
  const places: Place[] = [];
  const lines = text.split('\n').map((line, index) => {
    if (!opensTooMuch(line)) return line;
    places.push({ line: index + 1, column: 1 });
    return ' '.repeat(line.length);
  });
  return { text: lines.join('\n'), places };
}

/** Empties the containers of a tree that lie too deep, and says where the first of them begins. */
export function cutDeepNodes(tree: Root): Place[] {
  const place = tree.children.flatMap((child) => cut(child, 0) ?? [])[0];
  return place === undefined ? [] : [place];
}

function opensTooMuch(line: string): boolean {
  // The shortest line that could: one character for each level.
  if (line.length <= nestingMax || thematicBreak.test(line)) return false;
  return [...line.matchAll(containerMark)].length > nestingMax;
}

function cut(node: RootContent, outerLevel: number): Place | undefined {
  if (!('children' in node)) return undefined;
  const level = outerLevel + (containers.has(node.type) ? 1 : 0);
  if (level > nestingMax) {
    node.children = [];
    return placeOf(node);
  }
  return node.children.flatMap((child) => cut(child, level) ?? [])[0];
}
