// Links and their targets: addresses of articles, pages and images, anchors of headings, definitions of link references.
import { posix } from 'node:path';
import GithubSlugger from 'github-slugger';
import type { Definition, FootnoteDefinition, Heading, Link, Nodes } from 'mdast';
import { guidePath, pagePath, twinPath } from '../edition/locations.ts';
import type { Language } from '../edition/vocabulary.ts';
import type { Place } from '../messages.ts';
import type { Draft } from './draft.ts';
import { guidesFolder, slugOf, splitPath } from './entry.ts';
import { extentOf, nodesIn, placeOf } from './markdown.ts';
import { contentOf, headingText, partsOf } from './outline.ts';

/** A link from one article to another: `[text](../domain/slug.md#heading)`. */
export interface ArticleLink {
  /** The address as the Markdown parser returns it, without escapes. */
  url: string;
  place: Place;
  language: Language;
  /** Whether the source contains the address exactly as in `url`, without escapes. */
  isPlain: boolean;
}

/** Whether an address links to an article: a relative path that ends in `.md`, with or without an anchor. */
export function isArticleLink(url: string): boolean {
  return /^(?![a-z][a-z0-9+.-]*:|\/|#|\?)[^#?]*\.md(?:#.*)?$/i.test(url);
}

/** The target of an article link: its path in the content folder, and its anchor, percent-decoded and without `#`. */
export function resolveArticleLink(fromPath: string, url: string): { path: string; anchor: string } {
  const [path = ''] = url.split('#', 1);
  return { path: posix.join(posix.dirname(fromPath), path), anchor: anchorIn(url) };
}

/** The anchor of an address, percent-decoded and without `#`. Empty when the address has none. */
export function anchorIn(url: string): string {
  const anchor = url.split('#', 2)[1] ?? '';
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}

/**
 * The published path for a link to an article or a guide. On a page it leads to the page of the same language, in Markdown to the
 * Markdown version.
 */
export function publishedAddress(fromPath: string, url: string, on: Language | 'markdown'): string {
  const { path, anchor } = resolveArticleLink(fromPath, url);
  const slug = slugOf(path);
  const fragment = anchor === '' ? '' : `#${anchor}`;
  const page = splitPath(path).folder === guidesFolder ? guidePath : pagePath;
  return `${on === 'markdown' ? twinPath(page(slug)) : page(slug, on)}${fragment}`;
}

/** The links from a draft to articles, in both languages. */
export function articleLinksIn({ outline, text }: Draft): ArticleLink[] {
  return partsOf(outline).flatMap((part) =>
    linksIn(contentOf(part))
      .filter(({ url }) => isArticleLink(url))
      .map((node) => ({
        url: node.url,
        place: placeOf(node),
        language: part.language,
        isPlain: addressExtent(node, text) !== undefined,
      })),
  );
}

/** The links and link definitions among some nodes and their descendants. */
export function linksIn(nodes: readonly Nodes[]): (Link | Definition)[] {
  return nodesIn(nodes).filter((node) => node.type === 'link' || node.type === 'definition');
}

/** The start and end offset of a link's address in the source. Undefined when the source writes the address with escapes. */
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

/** The length of `[label]:` at the start of a definition. The address is searched for after it, because a label can look the same. */
function definitionLabel(definition: string): number {
  return /^\[(?:[^\\\]]|\\[\s\S])*\]:/.exec(definition)?.[0].length ?? 0;
}

/**
 * A link or an image that works in the source but may be broken on the published page: a relative path to anything but an
 * article, a path from the root of the host, or an address of the author's own machine.
 */
export interface PageLink {
  /** The address as the Markdown parser returns it, without escapes. */
  url: string;
  place: Place;
  isImage: boolean;
}

export function pageLinksIn({ outline }: Draft): PageLink[] {
  return nodesIn(partsOf(outline).flatMap(contentOf)).flatMap((node) => {
    if (node.type !== 'link' && node.type !== 'image' && node.type !== 'definition') return [];
    const isImage = node.type === 'image';
    if (!mayLeadNowhere(node.url) || (!isImage && isArticleLink(node.url))) return [];
    return { url: node.url, place: placeOf(node), isImage };
  });
}

function mayLeadNowhere(url: string): boolean {
  if (url === '' || /^[#?]/.test(url) || /^[/\\]{2}/.test(url)) return false;
  return !/^[a-z][a-z\d+.-]*:/i.test(url) || pathOnOwnMachine(url) !== undefined;
}

/** The path of an address on localhost, where its author probably meant a path of this site. Undefined for any other address. */
export function pathOnOwnMachine(url: string): string | undefined {
  const origin = /^https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?::\d+)?(?=[/?#]|$)/i.exec(url)?.[0];
  return origin === undefined ? undefined : url.slice(origin.length);
}

/**
 * Whether an address has a scheme (such as `data:`) or a host. Browsers ignore white space at its start, and tabs and line breaks
 * anywhere.
 */
export function isElsewhere(address: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the URL standard strips these.
  const read = address.replaceAll(/^[\u0000-\u0020]+|[\t\n\r]/g, '');
  return /^(?:[a-z][a-z\d+.-]*:|[/\\]{2})/i.test(read);
}

/** The anchors of one language of a draft, in the order of the page: first those of the body, then those of the questions. */
export function anchorsOf(draft: Draft, language: Language): string[] {
  const part = draft.outline.parts[language];
  return part === undefined ? [] : anchorsIn(contentOf(part)).map(({ anchor }) => anchor);
}

/**
 * The headings among some nodes, each with its anchor. Anchors are formed as on GitHub: a repeated heading gets the suffix -1, -2
 * …
 */
export function anchorsIn(nodes: readonly Nodes[]): { heading: Heading; anchor: string }[] {
  const slugger = new GithubSlugger();
  return nodesIn(nodes)
    .filter((node) => node.type === 'heading')
    .map((heading) => ({ heading, anchor: slugger.slug(headingText(heading)) }));
}

/** The definition that a link reference or a footnote reference points to. */
export type AnyDefinition = Definition | FootnoteDefinition;

/** Definitions by label. If a label is defined twice, the first definition wins. */
export function definitionsByLabel(nodes: readonly Nodes[]): Map<string, AnyDefinition> {
  const definitions = new Map<string, AnyDefinition>();
  for (const node of nodesIn(nodes)) {
    if (node.type !== 'definition' && node.type !== 'footnoteDefinition') continue;
    if (!definitions.has(labelOf(node))) definitions.set(labelOf(node), node);
  }
  return definitions;
}

/**
 * The definitions that apply to one language of a draft, by label. If a label is defined several times, the first definition in
 * this language applies, or else the first one in the other language.
 */
export function definitionsOf({ outline, tree }: Draft, language: Language): Map<string, AnyDefinition> {
  const part = outline.parts[language];
  return definitionsByLabel([...(part === undefined ? [] : contentOf(part)), ...tree.children]);
}

/** The definitions that some nodes need but do not contain. A definition that only a needed footnote refers to counts too. */
export function definitionsFor(
  nodes: readonly Nodes[],
  definitions: ReadonlyMap<string, AnyDefinition>,
): AnyDefinition[] {
  const found = new Set<AnyDefinition>();
  let unseen = nodes;
  while (unseen.length > 0) {
    const referred = nodesIn(unseen).flatMap((node) =>
      'identifier' in node ? (definitions.get(labelOf(node)) ?? []) : [],
    );
    unseen = [...new Set(referred)].filter((definition) => !found.has(definition));
    for (const definition of referred) found.add(definition);
  }
  const own = new Set<Nodes>(nodes);
  return [...found].filter((definition) => !own.has(definition));
}

/**
 * The key of a reference or definition. Links and footnotes have separate labels, so the key of a footnote begins with `^`. Case
 * is ignored.
 */
export function labelOf({ type, identifier }: { type: string; identifier: string }): string {
  return `${type.startsWith('footnote') ? '^' : ''}${identifier.toUpperCase()}`;
}
