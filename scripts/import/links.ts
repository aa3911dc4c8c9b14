// Rewrites the links of imported pages. Links between pages become links between articles. Links to pages that are not imported get the
// address of the published site. Links and images that articles do not allow become text, with a note in the report.
import { posix } from 'node:path';
import type { Definition, Image, ImageReference, Link, LinkReference, Nodes } from 'mdast';
import { type Bilingual, type Language, otherLanguage } from '../../build/edition/vocabulary.ts';
import { placesIn } from '../../build/messages.ts';
import { unsafeAddress } from '../../build/rules/safety.ts';
import { addressExtent, anchorsIn, labelOf } from '../../build/source/links.ts';
import { extentOf, markdown, nodesIn } from '../../build/source/markdown.ts';
import { contentOf, languageHeadings, outlineOf, partsOf } from '../../build/source/outline.ts';
import { tidy } from './markdown-text.ts';
import { edited, type Page } from './page.ts';
import { pageKey, withoutExtension } from './pairs.ts';
import type { Note, NoteKind } from './report.ts';

/** An article that is being made from two pages. */
export interface Target {
  /** Relative to the content folder. */
  path: string;
  pages: Bilingual<Page>;
}

/** The address of the published documentation in each language; undefined if not given. */
export type SiteAddresses = { readonly [Name in Language]?: string | undefined };

export interface Rewriting {
  body: string;
  notes: Note[];
}

interface Found {
  target: Target;
  language: Language;
}

/** Finds the pages of one source folder by the addresses that links use. */
export class LinkMap {
  readonly #byAddress = new Map<string, Found>();
  readonly #anchors = new Map<Page, (string | undefined)[]>();
  readonly #roots = new Map<Page, string>();
  readonly #sites: SiteAddresses;

  constructor(targets: readonly Target[], sites: SiteAddresses) {
    this.#sites = sites;
    for (const target of targets) {
      const { zh, en } = target.pages;
      const shared = sharedEnd(zh.path, en.path);
      for (const page of [zh, en]) {
        this.#roots.set(page, page.path.slice(0, page.path.length - shared.length).replace(/\/$/, ''));
        for (const address of addressesOf(page)) {
          if (!this.#byAddress.has(address)) this.#byAddress.set(address, { target, language: page.language });
        }
        this.#anchors.set(page, anchorsOf(page));
      }
    }
  }

  /** The body of a page with its links rewritten for the article. */
  rewrite(target: Target, language: Language): Rewriting {
    const page = target.pages[language];
    const text = page.body;
    const nodes = nodesIn(markdown.parse(text).children);
    const notes: Note[] = [];
    const lineOf = linesOf(page);
    let line = 1;
    const note = (kind: NoteKind, what: Bilingual): void => {
      notes.push({ kind, path: page.path, line, what });
    };
    const writer = new LinkWriter(text, nodes, {
      addressOf: (url, isImage) => this.#addressOf(url, isImage, target, page, note),
      language,
      note,
      begin: (url) => {
        line = lineOf(url);
      },
    });
    const notesOfOther = language === 'zh' ? target.pages.en.body : '';
    return {
      body: tidy(edited(text, [...writer.edits(), ...footnoteEdits(nodes, notesOfOther, language, text)])),
      notes,
    };
  }

  #addressOf(url: string, isImage: boolean, from: Target, page: Page, note: TakeDown): string {
    const address = this.#withoutSite(url, page.language);
    if (/^[a-z][a-z\d+.-]*:/i.test(address)) return address;
    if (/^[/\\]{2}/.test(address)) return `https:${address.replaceAll('\\', '/')}`;
    if (/^(?:www\.|[\w-]+\.(?:com|org|net|io|dev)(?=\/|$))/i.test(address)) return `https://${address}`;
    const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/.exec(address) ?? [];
    const found =
      path === '' ? { target: from, language: page.language } : isImage ? undefined : this.#find(path, page);
    if (found === undefined) return this.#outside(path, page) + query + (fragment === '' ? '' : `#${fragment}`);
    const anchor = fragment === '' ? '' : this.#anchorFor(decoded(fragment), found, page.language);
    if (anchor === undefined) {
      note('dropped', {
        zh: `链接 ${url} 的锚点：那一页没有这个标题`,
        en: `the anchor of the link ${url}: that page has no such heading`,
      });
    }
    const suffix = anchor === undefined || anchor === '' ? '' : `#${anchor}`;
    if (found.target === from && suffix !== '') return suffix;
    return `${posix.relative(posix.dirname(from.path), found.target.path)}${suffix}`;
  }

  /** Removes the address of the published documentation from a link, which leaves a path of that site. */
  #withoutSite(url: string, language: Language): string {
    const site = this.#sites[language] ?? this.#sites[otherLanguage(language)];
    const plain = url.replace(/^(?:pathname:\/\/|@site(?=\/))/, '');
    if (site === undefined || !plain.startsWith(site)) return plain;
    const rest = plain.slice(site.length);
    return /^(?:[/?#]|$)/.test(rest) ? (rest.startsWith('/') ? rest : `/${rest}`) : plain;
  }

  #find(path: string, page: Page): Found | undefined {
    const plain = decoded(path)
      .replace(/\.html?$/i, '')
      .replace(/(?<=.)\/+$/, '');
    const root = this.#roots.get(page) ?? '';
    const parents = root.split('/').map((_, index, all) => all.slice(0, all.length - index).join('/'));
    const candidates = plain.startsWith('/')
      ? [...parents, ''].flatMap((folder) => [
          `${folder}${plain}`,
          `${folder}${plain.replace(/^\/[a-z]{2}(?:-\w+)?(?=\/)/i, '')}`,
        ])
      : [
          posix.join(posix.dirname(page.path), plain),
          // A site with URLs like `/guide/` resolves relative links as if the page were a folder.
          ...(/\.mdx?$/.test(plain) ? [] : [posix.join(withoutExtension(page.path), plain)]),
        ];
    return candidates
      .map((candidate) => this.#byAddress.get(addressKey(candidate)))
      .find((found) => found !== undefined);
  }

  /** The link to a page or file that is not imported: its address on the published site or, if that is unknown, its path. */
  #outside(path: string, page: Page): string {
    const root = this.#roots.get(page) ?? '';
    const joined = path.startsWith('/') ? path : `/${posix.join(posix.dirname(page.path), path)}`;
    const isUnderRoot = !path.startsWith('/') && root !== '' && joined.startsWith(`/${root}/`);
    const rooted = (isUnderRoot ? joined.slice(root.length + 1) : joined).replace(/^(?:\/\.\.)+(?=\/)/, '');
    const asPage = rooted.replace(/\.(?:mdx?|markdown)$/i, '').replace(/\/(?:index|readme)$/i, '/');
    const site = this.#sites[page.language] ?? this.#sites[otherLanguage(page.language)];
    return site === undefined ? asPage : `${site}${asPage}`;
  }

  /**
   * Finds the heading that `fragment` names, and returns the anchor of this heading in the text in `language`. Empty if the fragment names
   * the page itself; undefined if there is no such heading.
   */
  #anchorFor(fragment: string, { target, language: named }: Found, language: Language): string | undefined {
    const own = this.#anchors.get(target.pages[language]) ?? [];
    for (const name of [named, otherLanguage(named)]) {
      const page = target.pages[name];
      const anchors = this.#anchors.get(page) ?? [];
      const index = page.ids.get(fragment) ?? indexOfAnchor(anchors, fragment);
      if (index === undefined) continue;
      // The fragment may be an anchor of the page in the other language. Its heading is then found by its position, if both pages have the
      // same number of headings.
      if (index === -1) return '';
      if (name === language || anchors.length === own.length) return own[index] ?? '';
    }
    return undefined;
  }
}

interface LinkContext {
  /** Returns the address that replaces the address `url` of a link or image. */
  addressOf: (url: string, isImage: boolean) => string;
  language: Language;
  note: TakeDown;
  /** Called for each link with its original address, before any note about it. */
  begin: (url: string) => void;
}

type TakeDown = (kind: NoteKind, what: Bilingual) => void;

type Edit = Parameters<typeof edited>[1][number];

class LinkWriter {
  readonly #text: string;
  readonly #nodes: readonly Nodes[];
  readonly #context: LinkContext;
  readonly #definitions: ReadonlyMap<string, Definition>;
  /** Images that are inside a link. */
  readonly #linked = new Set<Nodes>();

  constructor(text: string, nodes: readonly Nodes[], context: LinkContext) {
    this.#text = text;
    this.#nodes = nodes;
    this.#context = context;
    const definitions = nodes.filter((node) => node.type === 'definition');
    this.#definitions = new Map(definitions.reverse().map((node) => [labelOf(node), node]));
    for (const node of nodes) {
      if (node.type === 'link' || node.type === 'linkReference')
        for (const inner of nodesIn(node.children)) this.#linked.add(inner);
    }
  }

  edits(): Edit[] {
    return this.#nodes.flatMap((node): Edit[] => {
      if (node.type === 'link') return this.#link(node, node.url);
      if (node.type === 'linkReference') {
        const definition = this.#definitions.get(labelOf({ ...node, type: 'definition' }));
        return definition === undefined ? [] : this.#link(node, definition.url);
      }
      // Reference links become inline links, because both languages of an article would share one set of definitions.
      if (node.type === 'definition') return [{ ...extentOf(node), replacement: '' }];
      if (node.type === 'image') return this.#image(node, node.url);
      if (node.type === 'imageReference') {
        const definition = this.#definitions.get(labelOf({ ...node, type: 'definition' }));
        return definition === undefined ? [] : this.#image(node, definition.url);
      }
      return [];
    });
  }

  #note(kind: NoteKind, zh: string, en: string): void {
    this.#context.note(kind, { zh, en });
  }

  #link(node: Link | LinkReference, url: string): Edit[] {
    const { start, end } = extentOf(node);
    this.#context.begin(url);
    const address = this.#context.addressOf(url, false);
    const shown = `\`${url.replaceAll('`', '')}\``;
    if (unsafeAddress(address) !== undefined) {
      this.#note('mended', `链接 ${url} → 代码：不允许这种协议`, `link ${url} → code: its scheme is not allowed`);
      return this.#text[start] === '[' ? this.#around(node, '', ` (${shown})`) : [{ start, end, replacement: shown }];
    }
    this.#noteTarget(url, address);
    if (node.type === 'linkReference') return this.#around(node, '[', `](${inBrackets(address)})`);
    if (address === node.url) return [];
    const extent = addressExtent(node, this.#text);
    if (extent === undefined) return this.#around(node, '[', `](${inBrackets(address)})`);
    const isBracketed = this.#text[extent.start - 1] === '<' && this.#text[extent.end] === '>';
    return isBracketed || !/[()\s]/.test(address)
      ? [{ ...extent, replacement: address }]
      : [{ ...extent, replacement: inBrackets(address) }];
  }

  #noteTarget(url: string, address: string): void {
    if (address.startsWith('/')) {
      this.#note(
        'remark',
        '指向没有导入的页面的链接，保留为站内路径（--site 使它成为完整网址）',
        'link to a page that is not imported, kept as a path of its site (--site makes it a whole address)',
      );
    } else if (address !== url && /\.md(?:#|$)/.test(address))
      this.#note('converted', '页面链接 → 文章链接', 'link to a page → link to an article');
    else if (address !== url && address.startsWith('#'))
      this.#note(
        'converted',
        '来源中的锚点 → 文章里同一标题的锚点',
        'anchor of the source → anchor of the same heading in the article',
      );
    else if (address !== url && !/^[a-z]+:/i.test(url))
      this.#note('converted', '站内链接 → 完整网址', 'link within the site → whole address');
  }

  /** Keeps the content of a link and replaces the markup around it by `open` and `close`. */
  #around(node: Link | LinkReference, open: string, close: string): Edit[] {
    const { start, end } = extentOf(node);
    const [first, last] = [node.children[0], node.children.at(-1)];
    if (first === undefined || last === undefined) return [{ start, end, replacement: '' }];
    return [
      { start, end: extentOf(first).start, replacement: open },
      { start: extentOf(last).end, end, replacement: close },
    ];
  }

  /**
   * Replaces an image, which articles cannot have, by its alternative text. The text becomes a link to the image if the image has a
   * public address.
   */
  #image(node: Image | ImageReference, url: string): Edit[] {
    const extent = extentOf(node);
    this.#context.begin(url);
    const alt = (node.alt ?? '').replaceAll(/\s+/g, ' ').trim();
    const address = this.#context.addressOf(url, true);
    const isBadge = /\b(?:shields\.io|badge|badgen\.net|codecov\.io|travis-ci)/i.test(url);
    const isReachable = /^https?:\/\//i.test(address) && !isBadge;
    const name = alt === '' ? fileName(url) : alt.replaceAll(/[[\]]/g, '\\$&');
    if (this.#linked.has(node)) {
      this.#note('dropped', `链接中的图片 ${url}（保留文字）`, `the image ${url} in a link (its text is kept)`);
      return [{ ...extent, replacement: name }];
    }
    if (isReachable) {
      this.#note('converted', '图片 → 链接', 'image → link');
      return [{ ...extent, replacement: `[${name}](${inBrackets(address)})` }];
    }
    this.#note(
      'dropped',
      `图片 ${url.slice(0, 200)}${alt === '' ? '' : '（保留文字）'}`,
      `the image ${url.slice(0, 200)}${alt === '' ? '' : ' (its text is kept)'}`,
    );
    const figure = this.#context.language === 'zh' ? `*图：${name}*` : `*Image: ${name}*`;
    return [{ ...extent, replacement: alt === '' || isBadge ? alt : figure }];
  }
}

/** Returns a function that gives the source line of the next link with the address `url`. Call the function for all links in order. */
function linesOf({ source }: Page): (url: string) => number {
  const placeAt = placesIn(source);
  const next = new Map<string, number>();
  return (url) => {
    const at = source.indexOf(url, next.get(url) ?? 0);
    if (at === -1) return placeAt(Math.max(0, (next.get(url) ?? 1) - 1)).line;
    next.set(url, at + 1);
    return placeAt(at).line;
  };
}

const inBrackets = (address: string): string => (/[()\s]/.test(address) ? `<${address}>` : address);
const fileName = (url: string): string =>
  posix.basename(url.split(/[?#]/, 1)[0] ?? url).replaceAll(/[[\]`*_]/g, '\\$&') || 'image';

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Renames the labels of Chinese footnotes if the English text also has footnotes, because an article is one Markdown file. */
function footnoteEdits(nodes: readonly Nodes[], other: string, language: Language, text: string): Edit[] {
  if (!other.includes('[^')) return [];
  const theirs = new Set(
    nodesIn(markdown.parse(other).children).flatMap((node) =>
      node.type === 'footnoteDefinition' ? [labelOf(node)] : [],
    ),
  );
  return nodes.flatMap((node): Edit[] => {
    if (node.type !== 'footnoteReference' && node.type !== 'footnoteDefinition') return [];
    if (!theirs.has(labelOf(node))) return [];
    const at = text.indexOf(']', extentOf(node).start);
    return [{ start: at, end: at, replacement: `-${language}` }];
  });
}

/** The anchors that the headings of a page will have in its article, in order. */
function anchorsOf({ body, language }: Page): (string | undefined)[] {
  const tree = markdown.parse(`# ${languageHeadings[language]}\n\n${body}`);
  const [part] = partsOf(outlineOf(tree));
  const anchors = new Map(
    part === undefined ? [] : anchorsIn(contentOf(part)).map(({ heading, anchor }) => [heading, anchor]),
  );
  const headings = nodesIn(tree.children).filter((node) => node.type === 'heading');
  return headings.slice(1).map((heading) => anchors.get(heading));
}

/** Finds the heading of an anchor. Only letters and digits are compared, because tools form anchors slightly differently. */
function indexOfAnchor(anchors: readonly (string | undefined)[], fragment: string): number | undefined {
  const loose = (anchor: string): string =>
    anchor
      .toLowerCase()
      .normalize('NFC')
      .replaceAll(/[^\p{L}\p{N}]/gu, '');
  const exact = anchors.indexOf(fragment);
  if (exact !== -1) return exact;
  const wanted = loose(fragment);
  const index = wanted === '' ? -1 : anchors.findIndex((anchor) => anchor !== undefined && loose(anchor) === wanted);
  return index === -1 ? undefined : index;
}

/** The trailing segments that both paths have in common: the part of the path behind the language folder. */
function sharedEnd(left: string, right: string): string {
  const [ours, theirs] = [left, right].map((path) => withoutExtension(path).split('/').reverse());
  let count = 0;
  while (count < (ours?.length ?? 0) && ours?.[count] === theirs?.[count]) count += 1;
  const segments = left.split('/');
  return count === 0 ? (segments.at(-1) ?? '') : segments.slice(-count).join('/');
}

const addressKey = (path: string): string =>
  pageKey(path.replace(/^\/+/, ''))
    .replace(/(?:^|\/)index$/, '')
    .toLowerCase();

/** The addresses by which links may name a page: its path, its path without ordering numbers, and the paths in its front matter. */
function addressesOf({ path, addresses }: Page): string[] {
  const folder = posix.dirname(path) === '.' ? '' : posix.dirname(path);
  const unnumbered = path.replaceAll(/(^|\/)\d+[-_.](?=[^/])/g, '$1');
  const named = addresses.flatMap((address) =>
    address.startsWith('/')
      ? [address, `docs${address}`, `${folder}${address}`]
      : /:/.test(address)
        ? []
        : [posix.join(folder, address)],
  );
  return [path, unnumbered, ...named].map(addressKey);
}
