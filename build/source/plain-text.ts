// The words of Markdown nodes without their marks, for search and for checks. Addresses and HTML are not words.
import type { Nodes } from 'mdast';

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

/** Blocks in which there is nothing to read: HTML (pages drop it), rules, the definitions of links and footnotes. */
const wordless = new Set(['html', 'thematicBreak', 'definition', 'footnoteDefinition']);

/** True for a block that readers get something of. */
export function isText({ type }: Nodes): boolean {
  return !wordless.has(type);
}

/** The text of some nodes; blocks end with a line end, so that their words never run together. */
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
