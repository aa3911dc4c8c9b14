// Markdown as text: the author's own characters with edits at known offsets. Nothing is parsed and serialised again, so that agents
// read exactly the author's text.
import type { Heading, Nodes, RootContent } from 'mdast';
import { addressExtent, isArticleLink, linksIn, publishedAddress } from './links.ts';
import { commentsIn, extentOf, isComment, nodesIn } from './markdown.ts';

/** Replaces the text between two offsets. */
interface Edit {
  start: number;
  end: number;
  replacement: string;
}

export interface Publication {
  /** The content path of the file, against which relative links are resolved. */
  path: string;
  /** The number of levels that headings move down; no heading goes below 6. */
  headingShift: number;
  /** The prefix of paths from the root of the host, and the prefix of paths of articles and guides. */
  roots?: Roots;
}

export interface Roots {
  host: string;
  content: string;
}

const noRoots: Roots = { host: '', content: '' };

/** The text of some nodes as callers receive it: without HTML comments, with links to articles as absolute paths. */
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

/** Runs of neighbouring nodes keep the author's spacing; a part cut out between them (the Q&A part) leaves a blank line. */
function textOfNodes(nodes: readonly RootContent[], source: string, edits: readonly Edit[]): string {
  const runs: { start: number; end: number }[] = [];
  for (const node of nodes) {
    // A block comment leaves no blank lines, so that adding one changes no text.
    if (isComment(node)) continue;
    const { start, end } = extentOf(node);
    const run = runs.at(-1);
    if (run !== undefined && source.slice(run.end, start).trim() === '') run.end = end;
    else runs.push({ start, end });
  }
  const inOrder = [...edits].sort((left, right) => left.start - right.start || left.end - right.end);
  let next = 0;
  const texts = runs.map(({ start, end }) => {
    // Runs and edits are in the order of the file, so that each edit is visited once.
    while ((inOrder[next]?.start ?? end) < start) next += 1;
    const first = next;
    while ((inOrder[next]?.start ?? Number.POSITIVE_INFINITY) <= end) next += 1;
    return applyEdits(source, start, end, inOrder.slice(first, next));
  });
  return (
    texts
      // The indentation of a first line stays: it may mark code.
      .map((text) => text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd())
      .filter((text) => text !== '')
      .join('\n\n')
  );
}

function applyEdits(source: string, start: number, end: number, edits: readonly Edit[]): string {
  let text = '';
  let at = start;
  for (const edit of edits) {
    // An edit inside an earlier edit, such as a line end inside a dropped comment, is skipped.
    if (edit.start < at || edit.end > end) continue;
    text += source.slice(at, edit.start) + edit.replacement;
    at = edit.end;
  }
  return text + source.slice(at, end);
}

function commentEdits(nodes: readonly Nodes[], source: string): Edit[] {
  return commentsIn(nodes, source).map((extent) => ({ ...extent, replacement: '' }));
}

function linkEdits(nodes: readonly Nodes[], source: string, { path, roots }: { path: string; roots: Roots }): Edit[] {
  return linksIn(nodes).flatMap((node): Edit[] => {
    const published = isArticleLink(node.url)
      ? `${roots.content}${publishedAddress(path, node.url, 'markdown')}`
      : isRootPath(node.url)
        ? `${roots.host}${node.url}`
        : node.url;
    const extent = published === node.url ? undefined : addressExtent(node, source);
    return extent === undefined ? [] : [{ ...extent, replacement: published }];
  });
}

/** A path on this host; `//` begins the name of another. */
const isRootPath = (url: string): boolean => /^\/(?!\/)/.test(url);

function headingEdits(nodes: readonly Nodes[], source: string, shift: number): Edit[] {
  if (shift === 0) return [];
  return nodesIn(nodes).flatMap((node) => (node.type === 'heading' ? editsOfHeading(node, source, shift) : []));
}

function editsOfHeading(heading: Heading, source: string, shift: number): Edit[] {
  const { start, end } = extentOf(heading);
  const marks = '#'.repeat(Math.min(6, heading.depth + shift));
  const atx = /^#{1,6}(?=[ \t\n]|$)/.exec(source.slice(start, end))?.[0];
  if (atx !== undefined) return [{ start, end: start + atx.length, replacement: marks }];
  // A heading underlined with === or --- becomes one line with marks.
  const lastChild = heading.children.at(-1);
  const textEnd = lastChild === undefined ? start : extentOf(lastChild).end;
  // In a quote its lines begin with `>`, and a backslash before a line end is a break: neither is text.
  const lineEnds = lineEndsIn(source, start, textEnd).map((extent) => ({ ...extent, replacement: ' ' }));
  return [{ start, end: start, replacement: `${marks} ` }, ...lineEnds, { start: textEnd, end, replacement: '' }];
}

/** Every line end with the surrounding white space and quotation marks. A pattern would backtrack over each run of spaces. */
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
