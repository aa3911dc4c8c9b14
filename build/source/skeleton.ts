// What a fix may never change about a file: its letters and digits, the shape of its body, code, addresses, anchors, and every
// field but the white space and punctuation of titles and summaries. Two drafts with the same skeleton say the same.
import { slug } from 'github-slugger';
import type { Nodes } from 'mdast';
import type { Draft } from './draft.ts';
import { nodesIn } from './nodes.ts';
import { headingText } from './outline.ts';

export function skeletonOf({ text, tree, frontMatter }: Draft): string {
  const { title, summary, ...fields } = frontMatter.values ?? {};
  const nodes = nodesIn(tree.children)
    // What is around words shifts with spaces; whether the words are the same, their letters say.
    .filter(({ type }) => type !== 'text')
    .map(shapeOf);
  return JSON.stringify([lettersOf(text), fields, lettersOf(JSON.stringify([title, summary])), nodes]);
}

/** Letters and digits in order; case is spelling, which the rule `terms` may correct in a name. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}

/** A node without its place, its words and what is in it. */
function shapeOf(node: Nodes): unknown[] {
  const shape = Object.entries(node).filter(([name]) => name !== 'position' && name !== 'children');
  return node.type === 'heading' ? [...shape, slug(headingText(node))] : shape;
}
