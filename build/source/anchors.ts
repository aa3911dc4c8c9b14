// The anchors of an article's headings, as github-slugger makes them: what links may lead to and what pages carry.
import GithubSlugger from 'github-slugger';
import type { Heading, Nodes } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import type { Language } from '../edition/vocabulary.ts';
import type { Draft } from './draft.ts';

/** The anchors of one language of an article, in order: its body first, then its questions. */
export function anchorsOf(draft: Draft, language: Language): string[] {
  const part = draft.outline.parts[language];
  if (part === undefined) return [];
  const nodes = [...part.content, ...part.pairs.flatMap(({ question, answer }) => [question, ...answer])];
  return anchorsIn(nodes).map(({ anchor }) => anchor);
}

/** Every heading among some nodes with its anchor; a repeated heading gets -1, -2 … */
export function anchorsIn(nodes: readonly Nodes[]): { heading: Heading; anchor: string }[] {
  const slugger = new GithubSlugger();
  return headingsIn(nodes).map((heading) => ({
    heading,
    anchor: slugger.slug(textOf(heading, { includeHtml: false })),
  }));
}

function headingsIn(nodes: readonly Nodes[]): Heading[] {
  return nodes.flatMap((node) => {
    if (node.type === 'heading') return [node];
    return 'children' in node ? headingsIn(node.children) : [];
  });
}
