// Produces the published Markdown of an article by edits at known offsets of the source. The syntax tree is never serialised, so
// apart from these edits agents read the author's own characters.
import type { Heading, Nodes, RootContent } from 'mdast';
import type { Replacement } from '../messages.ts';
import { addressExtent, isArticleLink, linksIn, publishedAddress } from './links.ts';
import { commentsIn, extentOf, isComment, nodesIn } from './markdown.ts';

export interface Publication {
  /** The path of the file in the content folder. Relative links are resolved against it. */
  path: string;
  /** The number of levels by which headings move down. No heading goes below level 6. */
  headingShift: number;
  /** Prefixes for paths: `host` for paths from the root of the host, `content` for paths of articles and guides. */
  roots?: Roots;
}

export interface Roots {
  host: string;
  content: string;
}

const noRoots: Roots = { host: '', content: '' };

/** The Markdown of some nodes as callers receive it. HTML comments are removed, and links to articles become absolute paths. */
export function publishedText(
  nodes: readonly RootContent[],
  source: string,
  { path, headingShift, roots = noRoots }: Publication,
): string {
  const edits = [
    ...commentEdits(nodes, source),
    ...linkEdits(nodes, source, { path, roots }),
    ...headingEdits(nodes, source, headingShift),
  ];
  return textOfNodes(nodes, source, edits);
}

/**
 * Joins nodes. Adjacent nodes keep the author's spacing. Where a part between two nodes is cut out, such as the Q&A part, one
 * blank line remains.
 */
function textOfNodes(nodes: readonly RootContent[], source: string, edits: readonly Replacement[]): string {
  const runs: { start: number; end: number }[] = [];
  for (const node of nodes) {
    // A comment that is a block of its own leaves no blank lines, so that adding a comment does not change the published text.
    if (isComment(node)) continue;
    const { start, end } = extentOf(node);
    const run = runs.at(-1);
    if (run !== undefined && source.slice(run.end, start).trim() === '') run.end = end;
    else runs.push({ start, end });
  }
  const inOrder = [...edits].sort((left, right) => left.start - right.start || left.end - right.end);
  let next = 0;
  const texts = runs.map(({ start, end }) => {
    // Runs and edits are both sorted by offset, so that this loop visits each edit once.
    while ((inOrder[next]?.start ?? end) < start) next += 1;
    const first = next;
    while ((inOrder[next]?.start ?? Number.POSITIVE_INFINITY) <= end) next += 1;
    return applyEdits(source, start, end, inOrder.slice(first, next));
  });
  return (
    texts
      // Keep the indentation of the first line, because it may mark code.
      .map((text) => text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd())
      .filter((text) => text !== '')
      .join('\n\n')
  );
}

function applyEdits(source: string, start: number, end: number, edits: readonly Replacement[]): string {
  let text = '';
  let at = start;
  for (const edit of edits) {
    // Skip an edit that lies inside an earlier edit, such as a line break inside a removed comment.
    if (edit.start < at || edit.end > end) continue;
    text += source.slice(at, edit.start) + edit.replacement;
    at = edit.end;
  }
  return text + source.slice(at, end);
}

function commentEdits(nodes: readonly Nodes[], source: string): Replacement[] {
  return commentsIn(nodes, source).map((extent) => ({ ...extent, replacement: '' }));
}

function linkEdits(
  nodes: readonly Nodes[],
  source: string,
  { path, roots }: { path: string; roots: Roots },
): Replacement[] {
  return linksIn(nodes).flatMap((node): Replacement[] => {
    const published = isArticleLink(node.url)
      ? `${roots.content}${publishedAddress(path, node.url, 'markdown')}`
      : isRootPath(node.url)
        ? `${roots.host}${node.url}`
        : node.url;
    const extent = published === node.url ? undefined : addressExtent(node, source);
    return extent === undefined ? [] : [{ ...extent, replacement: published }];
  });
}

/** Whether an address is a path from the root of this host. An address that begins with `//` names another host. */
const isRootPath = (url: string): boolean => /^\/(?!\/)/.test(url);

function headingEdits(nodes: readonly Nodes[], source: string, shift: number): Replacement[] {
  if (shift === 0) return [];
  return nodesIn(nodes).flatMap((node) => (node.type === 'heading' ? editsOfHeading(node, source, shift) : []));
}

function editsOfHeading(heading: Heading, source: string, shift: number): Replacement[] {
  const { start, end } = extentOf(heading);
  const marks = '#'.repeat(Math.min(6, heading.depth + shift));
  const atx = /^#{1,6}(?=[ \t\n]|$)/.exec(source.slice(start, end))?.[0];
  if (atx !== undefined) return [{ start, end: start + atx.length, replacement: marks }];
  // A heading underlined with === or --- becomes one line that begins with # marks.
  const lastChild = heading.children.at(-1);
  const textEnd = lastChild === undefined ? start : extentOf(lastChild).end;
  // Inside a quote, each line of the heading begins with `>`. A backslash before a line break is a hard break. Neither is part of
  // the text.
  const lineEnds = lineEndsIn(source, start, textEnd).map((extent) => ({ ...extent, replacement: ' ' }));
  return [{ start, end: start, replacement: `${marks} ` }, ...lineEnds, { start: textEnd, end, replacement: '' }];
}

/**
 * The line breaks between two offsets, each with the white space and quote marks around it. A regular expression would backtrack
 * over each run of spaces.
 */
function lineEndsIn(source: string, start: number, end: number): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (let at = source.indexOf('\n', start); at !== -1 && at < end; at = source.indexOf('\n', at)) {
    let from = at;
    while (from > start && /[^\S\n]/.test(source.charAt(from - 1))) from -= 1;
    if (from > start && source.charAt(from - 1) === '\\') from -= 1;
    at += 1;
    while (at < end && /[\s>]/.test(source.charAt(at))) at += 1;
    found.push({ start: from, end: at });
  }
  return found;
}
