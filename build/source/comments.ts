// HTML comments in Markdown: dropped from everything that is published, and warned about.
import type { Nodes, RootContent } from 'mdast';
import { nodesIn } from './nodes.ts';
import { extentOf } from './outline.ts';

/** A comment as CommonMark 0.31 has it; one that is never closed runs to the end of its node. */
const comment = /<!--(?:-?>|[\s\S]*?(?:-->|$))/g;

/** The offsets of every comment among some nodes and their descendants. */
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

/** Raw HTML with its comments taken out. */
export const withoutComments = (html: string): string => html.replace(comment, '');

/** True for a node that is nothing but comments. */
export function isComment(node: RootContent): boolean {
  return node.type === 'html' && node.value.startsWith('<!--') && withoutComments(node.value).trim() === '';
}
