// Extracts every address from an answer: from headers, JSON, Markdown, HTML, XML or plain text.
import LinkHeader from 'http-link-header';
import { twinPath } from '../../../build/edition/locations.ts';
import { attributesNamed, dataIn, tagsIn } from '../../build/markup.ts';
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
  const mediaType = mediaTypeOf(headers);
  // The language of Markdown may be known only from the request; its canonical address names the page.
  const canonical = LinkHeader.parse(headers.get('link') ?? '').rel('canonical')[0]?.uri;
  const base = mediaType === 'text/markdown' && canonical !== undefined ? twinPath(canonical) : url;
  return [...inHeaders(headers, url), ...inBody(mediaType, text, { base, fill, ok })];
}

function inHeaders(headers: Headers, base: string): Address[] {
  const links = LinkHeader.parse(headers.get('link') ?? '').refs.map(({ uri, rel, type }) => ({
    ...named(uri, `Link rel=${rel}`, base),
    type,
  }));
  const others = ['X-Agent-API-Endpoint', 'X-Agent-API-Docs'].map((name) => named(headers.get(name) ?? '', name, base));
  return [...links, ...others];
}

function inBody(mediaType: string, text: string, reading: Reading & { ok: boolean }): Address[] {
  const { base, fill, ok } = reading;
  if (mediaType === 'application/linkset+json') return inLinkset(JSON.parse(text), base);
  if (mediaType === 'application/json') {
    const value: unknown = JSON.parse(text);
    // The OpenAPI document contains examples of answers; their addresses need not all exist.
    if (new URL(base).pathname.endsWith('/openapi.json')) return absoluteIn(text, 'OpenAPI', { base, fill });
    return addressesInJson(value, { base: pageOf(base), fill }).map((address) =>
      ok ? address : { ...address, kind: `problem: ${address.kind}` },
    );
  }
  if (mediaType === 'text/html') return inHtml(text, reading);
  if (mediaType === 'application/xml') {
    const locations = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, found = '']) => named(found, 'sitemap', base));
    return [...locations, ...attributesNamed(text, 'href').map((href) => named(href, 'sitemap', base))];
  }
  if (mediaType === 'text/css') {
    return [...text.matchAll(/url\(["']?([^"')]+)/g)].map(([, found = '']) => named(found, 'CSS', base));
  }
  const paths = [...text.matchAll(/`(\/api\/v1\/[^`\s]*)`/g)].map(([, path = '']) =>
    named(path, 'path in an index', base),
  );
  const isIndex = /^\/llms(?:\.txt|\/)/.test(new URL(base).pathname);
  return [
    ...inMarkdown(text, { base: pageOf(base), fill }),
    ...absoluteIn(text, 'text', reading),
    ...(isIndex ? paths : []),
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
      addressesInJson(inner, own, path === '' ? name : `${path}.${name}`),
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

/** RFC 9264, section 4.2: the targets. Contexts and items are APIs, and `/mcp` answers only POST. */
function inLinkset({ linkset }: { linkset: Record<string, unknown>[] }, base: string): Address[] {
  return linkset.flatMap((context) =>
    Object.entries(context).flatMap(([relation, targets]) =>
      Array.isArray(targets) && relation !== 'item'
        ? targets.map(({ href, type }: { href: string; type?: string }) => ({ ...named(href, 'linkset', base), type }))
        : [],
    ),
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
  return [
    ...references,
    ...formsIn(html, { base, fill }),
    ...dataIn(html).flatMap((data) => inStructuredData(data, { base, fill })),
  ];
}

/** The targets of forms as a browser without scripts sends them: with their values, or with a word or a day typed in. */
function formsIn(html: string, { base, fill }: Reading): Address[] {
  return html.split('<form ').flatMap((piece, index) => {
    const [form, ...inside] = tagsIn(`<form ${piece.split('</form>')[0]}`);
    if (index === 0 || form?.attributes.action === undefined) return [];
    const query = new URLSearchParams();
    let select: string | undefined;
    for (const { name: tag, isEnd, attributes } of inside) {
      const { name, type, value, disabled, checked, selected } = attributes;
      if (tag === 'select') select = isEnd || disabled !== undefined ? undefined : name;
      if (tag === 'option' && selected !== undefined && select !== undefined) query.set(select, value ?? '');
      if (tag !== 'input' || name === undefined || disabled !== undefined) continue;
      if ((type === 'radio' || type === 'checkbox') && checked === undefined) continue;
      const typed = type === 'date' ? '2026-01-01' : (fill('words') ?? '');
      query.set(name, value === undefined || value === '' ? typed : value);
    }
    return [named(`${form.attributes.action}?${query}`, '<form action>', base)];
  });
}

/** JSON-LD: every address except names of things and of vocabularies. */
function inStructuredData(value: unknown, reading: Reading): Address[] {
  if (Array.isArray(value)) return value.flatMap((inner) => inStructuredData(inner, reading));
  if (typeof value === 'string') {
    return /^https?:\/\/\S+$/.test(value) ? [named(filled(value, reading.fill), 'JSON-LD', reading.base)] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === '@id' || name === '@context' ? [] : inStructuredData(inner, reading),
  );
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
