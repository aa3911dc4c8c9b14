// Extracts the addresses in an answer: in headers, JSON, Markdown, HTML and plain text. Tests in test/server/faces check the
// addresses in the sitemap, in linksets and in forms.
import LinkHeader from 'http-link-header';
import { twinPath } from '../../../build/edition/locations.ts';
import { dataIn, tagsIn } from '../../build/markup.ts';
import { proseOf } from '../markdown.ts';

export interface Address {
  /** An absolute address, possibly with a fragment. */
  url: string;
  /** The kind of place where the address was found, such as `Link rel=canonical`. */
  kind: string;
  /** The media type that the link promises. */
  type?: string | undefined;
}

export interface Answer {
  url: string;
  ok: boolean;
  headers: Headers;
  text: string;
}

/** Returns the value for a placeholder, or undefined for an unknown placeholder. */
export type Fill = (placeholder: string) => string | undefined;

interface Reading {
  /** The address against which relative addresses are resolved. */
  base: string;
  fill: Fill;
}

export const mediaTypeOf = (headers: Headers): string => headers.get('content-type')?.split(';', 1)[0] ?? '';

export function addressesIn({ url, ok, headers, text }: Answer, fill: Fill): Address[] {
  const links = LinkHeader.parse(headers.get('link') ?? '');
  const mediaType = mediaTypeOf(headers);
  // Relative links in Markdown depend on the language of the text. The requested address can lack the language; the canonical link
  // always names it.
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
    // The OpenAPI document contains example answers, whose relative addresses need not exist. Only absolute addresses are checked.
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

/** The base of the `#` links in an answer. For an article of the API this is the Markdown page of the article. */
function pageOf(address: string): string {
  const url = new URL(address);
  return url.pathname.startsWith('/api/v1/articles/')
    ? `${url.origin}${url.pathname.slice('/api/v1'.length)}.md`
    : address;
}

/** Paths of JSON fields that contain Markdown of articles. */
const ofArticles = /(?:^|\.)(?:content|qa|text)(?:\.|$)/;

/** The addresses in a JSON value: complete requests, absolute addresses, ids of related articles, and links in Markdown. */
export function addressesInJson(value: unknown, reading: Reading, path = ''): Address[] {
  if (Array.isArray(value)) return value.flatMap((inner) => addressesInJson(inner, reading, path));
  if (typeof value === 'object' && value !== null) {
    const slug = 'slug' in value && typeof value.slug === 'string' ? value.slug : undefined;
    const own = slug === undefined ? reading : { ...reading, base: new URL(`/articles/${slug}.md`, reading.base).href };
    return Object.entries(value).flatMap(([name, inner]) =>
      // In JSON-LD, `@id` is an identifier and not an address to request.
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

/** Inline links, images, definitions and autolinks outside of code, and the requests for omitted sections that an excerpt lists. */
function inMarkdown(text: string, { base }: Reading): Address[] {
  const prose = proseOf(text);
  const found = [
    ...prose.matchAll(/(?<!\\)\]\(\s*(?:<([^<>\n]*)>|([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*))/g),
    ...prose.matchAll(/^ {0,3}\[[^\]\n^][^\]\n]*\]:\s*(?:<([^<>\n]*)>|(\S+))/gm),
    ...prose.matchAll(/<(https?:[^<>\s]*)>/g),
  ].flatMap(([, bracketed, plain]) => {
    const written = bracketed ?? plain ?? '';
    // `/llms-full.txt` has the text of all articles, so the article of a link with only an anchor is unknown.
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

/** Absolute addresses of this server in a text, including code. They come from the server: no author writes its origin in an article. */
function absoluteIn(text: string, kind: string, { base, fill }: Reading): Address[] {
  const { origin } = new URL(base);
  return text.split(origin).flatMap((after, index, pieces) => {
    // A curl command with a header needs that header, so its address alone is not checked.
    if (index === 0 || / -H '[^']+' '$/.test(pieces[index - 1] ?? '')) return [];
    const written = /^(?:\/(?:<[^<>\s]+>|\{\w+\}|[\w\-.~/?=&%#:@+!$*,;]|\p{Script=Han})*)?/u.exec(after)?.[0] ?? '';
    return [named(`${origin}${filled(written.replace(/[.,:;!?]+$/, ''), fill)}`, kind, base)];
  });
}

/** An address template whose placeholders, `<name>` or `{name}`, are replaced by values. */
function filled(template: string, fill: Fill): string {
  return template.replace(/<([^<>]+)>|\{([^{}]+)\}/g, (whole, angled?: string, curled?: string) => {
    const value = fill(angled ?? curled ?? '');
    if (value === undefined) throw new Error(`no value is known for ${whole} in ${template}`);
    return encodeURIComponent(value);
  });
}
