// How deep a file may nest: whatever walks a tree by recursion relies on it, and the Markdown parser's time grows with the
// square of the depth.
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

/** How many quotes, list items and footnotes the start of a line opens or goes on with. */
export function containersAt(line: string): number {
  // `- - - -` is a thematic break.
  if (/^[ \t]*([-*_])(?:[ \t]*\1)+[ \t]*$/.test(line)) return 0;
  return line.match(/[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)|\[\^)/gy)?.length ?? 0;
}

/** Blanks out lines that nest too deep, so that the parser never sees them. */
export function withoutDeepLines(text: string): { text: string; places: Place[] } {
  const places: Place[] = [];
  const lines = text.split('\n').map((line, index) => {
    if (line.length <= nestingMax || containersAt(line) <= nestingMax) return line;
    places.push({ line: index + 1, column: 1 });
    return ' '.repeat(line.length);
  });
  return { text: lines.join('\n'), places };
}

/** Empties the containers of a tree that lie too deep, and says where the first of them begins. */
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
