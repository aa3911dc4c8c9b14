// Links from one article to another: `[text](../domain/slug.md#heading)`. Other links are left alone.
import { posix } from 'node:path';
import type { Definition, Link, Nodes } from 'mdast';
import { guidePath, pagePath, twinPath } from '../edition/locations.ts';
import { type Language, languages } from '../edition/vocabulary.ts';
import type { Place } from '../messages.ts';
import type { Draft } from './draft.ts';
import { guidesFolder, slugOf, splitPath } from './entry.ts';
import { nodesIn } from './nodes.ts';
import { contentOf, extentOf, placeOf } from './outline.ts';

export interface ArticleLink {
  node: Link | Definition;
  language: Language;
  /** As written. */
  url: string;
  place: Place;
  /** Where the address stands in the file's text; only when it stands there as it is. */
  extent: { start: number; end: number };
  isPlain: boolean;
}

/** A relative link whose path ends in `.md`: not absolute, no scheme, no bare anchor. */
export function isArticleLink(url: string): boolean {
  return /^(?![a-z][a-z0-9+.-]*:|\/|#|\?)[^#?]*\.md(?:#.*)?$/i.test(url);
}

/** The content path a link leads to, and its anchor without `#` (percent-decoded). */
export function resolveArticleLink(fromPath: string, url: string): { path: string; anchor: string } {
  const [path = ''] = url.split('#', 1);
  return { path: posix.join(posix.dirname(fromPath), path), anchor: anchorIn(url) };
}

/** The anchor of an address, percent-decoded and without `#`; empty when it has none. */
export function anchorIn(url: string): string {
  return decoded(url.split('#', 2)[1] ?? '');
}

/** The path a link to an article or a guide gets: on the pages of one language, or in Markdown. */
export function publishedAddress(fromPath: string, url: string, on: Language | 'markdown'): string {
  const { path, anchor } = resolveArticleLink(fromPath, url);
  const slug = slugOf(path);
  const fragment = anchor === '' ? '' : `#${anchor}`;
  const page = splitPath(path).folder === guidesFolder ? guidePath : pagePath;
  return `${on === 'markdown' ? twinPath(page(slug)) : page(slug, on)}${fragment}`;
}

/** Every link to an article in a draft, in both languages. */
export function articleLinksIn(draft: Draft): ArticleLink[] {
  return languages.flatMap((language) => {
    const part = draft.outline.parts[language];
    if (part === undefined) return [];
    return articleLinksAmong(contentOf(part)).map((node) => toArticleLink(node, language, draft.text));
  });
}

/** Links and link definitions to articles among some nodes and their descendants. */
export function articleLinksAmong(nodes: readonly Nodes[]): (Link | Definition)[] {
  return linksIn(nodes).filter(({ url }) => isArticleLink(url));
}

/** All links and link definitions among some nodes and their descendants. */
export function linksIn(nodes: readonly Nodes[]): (Link | Definition)[] {
  return nodesIn(nodes).filter((node) => node.type === 'link' || node.type === 'definition');
}

/** Where the address of a link is written: after the link's text, or after a definition's label. */
export function addressExtent(node: Link | Definition, text: string): { start: number; end: number } | undefined {
  const { start, end } = extentOf(node);
  const from = node.type === 'link' ? endOfChildren(node) : start + definitionLabel(text.slice(start, end));
  const at = text.slice(from, end).indexOf(node.url);
  return at === -1 ? undefined : { start: from + at, end: from + at + node.url.length };
}

function endOfChildren(link: Link): number {
  const lastChild = link.children.at(-1);
  return lastChild === undefined ? extentOf(link).start : extentOf(lastChild).end;
}

/** How long `[label]:` is; a label may itself read like an address. */
function definitionLabel(definition: string): number {
  return /^\[(?:[^\\\]]|\\[\s\S])*\]:/.exec(definition)?.[0].length ?? 0;
}

function toArticleLink(node: Link | Definition, language: Language, text: string): ArticleLink {
  const extent = addressExtent(node, text);
  return {
    node,
    language,
    url: node.url,
    place: placeOf(node),
    extent: extent ?? extentOf(node),
    isPlain: extent !== undefined,
  };
}

function decoded(anchor: string): string {
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}
