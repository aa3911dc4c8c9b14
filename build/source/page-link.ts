// Links and images that may lead nowhere once an article is published: relative ones that name no article's file, paths of
// this site, and addresses of a machine that only its author reaches. Other addresses are left alone.
import type { Nodes } from 'mdast';
import { languages } from '../edition/vocabulary.ts';
import type { Place } from '../messages.ts';
import { isArticleLink } from './article-link.ts';
import type { Draft } from './draft.ts';
import { nodesIn } from './nodes.ts';
import { contentOf, placeOf } from './outline.ts';

export interface PageLink {
  /** As Markdown reads it. */
  url: string;
  place: Place;
  isImage: boolean;
}

/** What a server is called by those who run it on their own machine. */
const ownMachine = /^https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?::\d+)?(?=[/?#]|$)/i;

/** The path of this site that an address on the author's own machine stands for; undefined for any other address. */
export function pathOnOwnMachine(url: string): string | undefined {
  const origin = ownMachine.exec(url)?.[0];
  return origin === undefined ? undefined : url.slice(origin.length);
}

/** A path of this site: one slash, not two, which name a host. */
export const isSitePath = (url: string): boolean => /^\/(?![/\\])/.test(url);

export function pageLinksIn({ outline }: Draft): PageLink[] {
  const parts = languages.flatMap((language) => outline.parts[language] ?? []);
  return nodesIn(parts.flatMap(contentOf)).flatMap((node) => pageLink(node) ?? []);
}

function pageLink(node: Nodes): PageLink | undefined {
  if (node.type !== 'link' && node.type !== 'image' && node.type !== 'definition') return undefined;
  const isImage = node.type === 'image';
  if (!mayLeadNowhere(node.url) || (!isImage && isArticleLink(node.url))) return undefined;
  return { url: node.url, place: placeOf(node), isImage };
}

function mayLeadNowhere(url: string): boolean {
  if (url === '' || /^[#?]/.test(url) || /^[/\\]{2}/.test(url)) return false;
  return !/^[a-z][a-z\d+.-]*:/i.test(url) || pathOnOwnMachine(url) !== undefined;
}
