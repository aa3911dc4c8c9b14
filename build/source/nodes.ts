// The one walk over Markdown nodes: everything below some nodes, in reading order.
import type { Nodes } from 'mdast';

/** Some nodes and everything below them, each before what is in it. */
export function nodesIn(nodes: readonly Nodes[], found: Nodes[] = []): Nodes[] {
  for (const node of nodes) {
    found.push(node);
    if ('children' in node) nodesIn(node.children, found);
  }
  return found;
}
