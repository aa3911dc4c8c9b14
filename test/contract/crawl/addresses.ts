// Extracts the addresses in an answer: in headers, JSON, Markdown, HTML and plain text. Those in the sitemap, in sets of links and
// in forms are tested in test/server/faces.
import LinkHeader from 'http-link-header';
import { twinPath } from '../../../build/edition/locations.ts';
import { dataIn, tagsIn } from '../../build/markup.ts';
import { proseOf } from '../markdown.ts';

export interface Address {
  /** Absolute, perhaps with a fragment. */
  url: string;
  /** Where it was found; the crawler counts by this. */
  kind: string;
  /** The promised media type. */
  type?: string | undefined;
}

export interface Answer {
  url: string;
  ok: boolean;
  headers: Headers;
  text: string;
}

/** The value for a placeholder; undefined for an unknown one. */
export type Fill = (placeholder: string) => string | undefined;

interface Reading {
  /** The base of relative addresses. */
  base: string;
  fill: Fill;
}

export const mediaTypeOf = (headers: Headers): string => headers.get('content-type')?.split(';', 1)[0] ?? '';

export function addressesIn({ url, ok, headers, text }: Answer, fill: Fill): Address[] {
  const links = LinkHeader.parse(headers.get('link') ?? '');
  const mediaType = mediaTypeOf(headers);
  // The language of Markdown may be known only from the request; its canonical address names the page.
  const canonical = links.rel('canonical')[0]?.uri;
  const base = mediaType === 'text/markdown' && canonical !== undefined ? twinPath(canonical) : url;
  return [
    ...links.refs.map(({ uri, rel, type }) => ({ ...named(uri, `Link rel=${rel}`, url), type })),
    ...['X-Agent-API-Endpoint', 'X-Agent-API-Docs'].flatMap((name) => {
      const written = headers.get(name);
      return written === null ? [] : [named(written, name, url)];
    }),
    ...inBody(mediaType, text, { base, fill, ok }),
  ];
}

function inBody(mediaType: string, text: string, { ok, ...reading }: Reading & { ok: boolean }): Address[] {
  const { base, fill } = reading;
  const { pathname } = new URL(base);
  if (mediaType === 'application/json') {
    // The OpenAPI document contains examples of answers; their addresses need not all exist.
    if (pathname.endsWith('/openapi.json')) return absoluteIn(text, 'OpenAPI', reading);
    const found = addressesInJson(JSON.parse(text), { base: pageOf(base), fill });
    return found.map((address) => (ok ? address : { ...address, kind: `problem: ${address.kind}` }));
  }
  if (mediaType === 'text/html') return inHtml(text, reading);
  if (mediaType !== 'text/markdown' && mediaType !== 'text/plain') return [];
  const isIndex = /^\/llms(?:\.txt|\/)/.test(pathname);
  const paths = isIndex ? [...text.matchAll(/`(\/api\/v1\/[^`\s]*)`/g)] : [];
  return [
    ...inMarkdown(text, { base: pageOf(base), fill }),
    ...absoluteIn(text, 'text', reading),
    ...paths.map(([, path = '']) => named(path, 'path in an index', base)),
  ];
}

const named = (written: string, kind: string, base: string): Address => ({ url: new URL(written, base).href, kind });

/** The page whose anchors are meant by in-page links of an API answer. */
function pageOf(address: string): string {
  const url = new URL(address);
  return url.pathname.startsWith('/api/v1/articles/')
    ? `${url.origin}${url.pathname.slice('/api/v1'.length)}.md`
    : address;
}

/** Fields with Markdown of articles. */
const ofArticles = /(?:^|\.)(?:content|qa|text)(?:\.|$)/;

/** In a value: complete requests, absolute addresses, ids of related articles, links in Markdown. */
export function addressesInJson(value: unknown, reading: Reading, path = ''): Address[] {
  if (Array.isArray(value)) return value.flatMap((inner) => addressesInJson(inner, reading, path));
  if (typeof value === 'object' && value !== null) {
    const slug = 'slug' in value && typeof value.slug === 'string' ? value.slug : undefined;
    const own = slug === undefined ? reading : { ...reading, base: new URL(`/articles/${slug}.md`, reading.base).href };
    return Object.entries(value).flatMap(([name, inner]) =>
      // In JSON-LD, the name of a thing.
      name === '@id' ? [] : addressesInJson(inner, own, path === '' ? name : `${path}.${name}`),
    );
  }
  if (typeof value !== 'string') return [];
  const { base } = reading;
  if (ofArticles.test(path)) return inMarkdown(value, reading);
  if (path.endsWith('relatedArticles.id')) return [named(`/api/v1/articles/${value}`, path, base)];
  if (/(?:^|\.)(?:nextStep|get|suggestions)$/.test(path)) return [named(value.replace(/^GET (?=\/)/, ''), path, base)];
  if (/^https?:\/\/\S+$/.test(value)) return [named(filled(value, reading.fill), path, base)];
  if (!/(?:^|\.)(?:hint|message|allowed)$/.test(path)) return [];
  return [...value.matchAll(/(?<![\w<])(\/(?:api|articles|docs)\/[\w\-./?=&%<>…@]*[\w/>])/g)].map(([, found = '']) =>
    named(filled(found, reading.fill), path, base),
  );
}

function inHtml(html: string, { base, fill }: Reading): Address[] {
  const references = tagsIn(html).flatMap(({ name, attributes }) =>
    ['href', 'src'].flatMap((attribute) => {
      const written = attributes[attribute];
      if (written === undefined) return [];
      const type = name === 'link' || name === 'a' ? attributes.type : undefined;
      return [{ ...named(written, `<${name} ${attribute}>`, base), type }];
    }),
  );
  const data = addressesInJson(dataIn(html), { base, fill });
  return [...references, ...data.map((address) => ({ ...address, kind: 'JSON-LD' }))];
}

/** Inline links, images, definitions and autolinks outside of code; also the notes of an excerpt on how to get the rest. */
function inMarkdown(text: string, { base }: Reading): Address[] {
  const prose = proseOf(text);
  const found = [
    ...prose.matchAll(/(?<!\\)\]\(\s*(?:<([^<>\n]*)>|([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*))/g),
    ...prose.matchAll(/^ {0,3}\[[^\]\n^][^\]\n]*\]:\s*(?:<([^<>\n]*)>|(\S+))/gm),
    ...prose.matchAll(/<(https?:[^<>\s]*)>/g),
  ].flatMap(([, bracketed, plain]) => {
    const written = bracketed ?? plain ?? '';
    // The text of all articles does not say which article an anchor belongs to.
    return written.startsWith('#') && base.endsWith('.txt') ? [] : [named(written, 'Markdown', base)];
  });
  const omitted = [
    ...text.matchAll(/`GET (\/api\/v1\/articles\/\S+&section=)…`.*\n\n((?:- \S.* \(\d+\)\n*)+)/g),
  ].flatMap(([, request = '', list = '']) =>
    [...list.matchAll(/^- (.*) \(\d+\)$/gm)].map(([, anchor = '']) =>
      named(`${request}${encodeURIComponent(anchor)}`, 'left out in Markdown', base),
    ),
  );
  return [...found, ...omitted];
}

/** Addresses of this server in a text, including code: no article knows the address under which it is served. */
function absoluteIn(text: string, kind: string, { base, fill }: Reading): Address[] {
  const { origin } = new URL(base);
  return text.split(origin).flatMap((after, index, pieces) => {
    // A request that needs its own header is not an address by itself.
    if (index === 0 || / -H '[^']+' '$/.test(pieces[index - 1] ?? '')) return [];
    const written = /^(?:\/(?:<[^<>\s]+>|\{\w+\}|[\w\-.~/?=&%#:@+!$*,;]|\p{Script=Han})*)?/u.exec(after)?.[0] ?? '';
    return [named(`${origin}${filled(written.replace(/[.,:;!?]+$/, ''), fill)}`, kind, base)];
  });
}

/** A template with its placeholders, `<name>` or `{name}`, filled in. */
function filled(template: string, fill: Fill): string {
  return template.replace(/<([^<>]+)>|\{([^{}]+)\}/g, (whole, angled?: string, curled?: string) => {
    const value = fill(angled ?? curled ?? '');
    if (value === undefined) throw new Error(`no value is known for ${whole} in ${template}`);
    return encodeURIComponent(value);
  });
}
