// The anchors of an article's headings, as github-slugger makes them: what links may lead to and what pages carry.
import GithubSlugger from 'github-slugger';
import type { Heading, Nodes } from 'mdast';
import { closest } from '../edition/closest.ts';
import type { Language } from '../edition/vocabulary.ts';
import type { Wording } from '../messages.ts';
import type { Draft } from './draft.ts';
import { nodesIn } from './nodes.ts';
import { contentOf, headingText } from './outline.ts';

/** The anchors of one language of an article, in order: its body first, then its questions. */
export function anchorsOf(draft: Draft, language: Language): string[] {
  const part = draft.outline.parts[language];
  if (part === undefined) return [];
  return anchorsIn(contentOf(part)).map(({ anchor }) => anchor);
}

const anchorsShown = 8;

/** So many faults of a file get a suggestion: finding one takes a walk over everything that could be meant. */
export const advisedMax = 50;

/** What to do about an anchor that is not among those of a text; the likely one is only looked for when it is `isSought`. */
export function anchorAdvice(anchor: string, anchors: readonly string[], isSought = true): Wording {
  const likely = isSought ? closest(anchor, anchors) : undefined;
  if (likely !== undefined) return { zh: `是不是想写 #${likely}？`, en: `Did you mean #${likely}?` };
  if (anchors.length === 0) {
    return { zh: '那里没有标题；只链接到文章本身。', en: 'There are no headings; link to the article alone.' };
  }
  const shown = anchors.slice(0, anchorsShown).map((known) => `#${known}`);
  const hasMore = anchors.length > anchorsShown;
  return {
    zh: `那里的锚点：${shown.join('、')}${hasMore ? ' 等' : ''}。`,
    en: `The anchors there: ${shown.join(', ')}${hasMore ? ' and others' : ''}.`,
  };
}

/** Every heading among some nodes with its anchor; a repeated heading gets -1, -2 … */
export function anchorsIn(nodes: readonly Nodes[]): { heading: Heading; anchor: string }[] {
  const slugger = new GithubSlugger();
  return headingsIn(nodes).map((heading) => ({
    heading,
    anchor: slugger.slug(headingText(heading)),
  }));
}

/** Every heading among some nodes and their descendants, in order. */
export function headingsIn(nodes: readonly Nodes[]): Heading[] {
  return nodesIn(nodes).filter((node) => node.type === 'heading');
}
