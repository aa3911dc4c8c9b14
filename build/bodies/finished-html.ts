// What sanitised HTML of a body still lacks: anchors with links to them, addresses of articles, colours of code, frames around
// what may be wider than the page, names for those who listen.
import type GithubSlugger from 'github-slugger';
import type { Element, Root as HtmlRoot } from 'hast';
import type { Language } from '../edition/vocabulary.ts';
import { isArticleLink, isElsewhere, publishedAddress } from '../source/links.ts';
import type { CodeHighlighting } from './highlighted-code.ts';

/** A heading as the contents list knows it. */
export interface PageHeading {
  anchor: string;
  text: string;
  /** 2 to 6. */
  level: number;
}

/** Stands before every id and every link to one. The compiler refuses control characters, so that no text holds it. */
export const idMark = '\u0001';

interface Finishing {
  path: string;
  language: Language;
  slugger: GithubSlugger;
  headings: PageHeading[];
  twins: ReadonlyMap<string, string>;
  code: CodeHighlighting;
}

const words: { readonly [Name in Language]: { link: (title: string) => string; done: string; open: string } } = {
  zh: { link: (title) => `链接到“${title}”`, done: '已完成', open: '未完成' },
  en: { link: (title) => `Link to “${title}”`, done: 'done', open: 'to do' },
};

const footnoteLabel = 'footnote-label';

/** Finishes a tree in place; `notePrefix` keeps the footnotes of its piece apart from those of others. */
export function finishHtml(node: HtmlRoot | Element, context: Finishing, notePrefix: string): void {
  node.children.forEach((child, index) => {
    if (child.type !== 'element') return;
    const { properties } = child;
    const isLabel = properties.id === footnoteLabel;
    if (isLabel) Object.assign(properties, { id: notePrefix + footnoteLabel, className: ['unseen'] });
    if (properties.ariaDescribedBy !== undefined) properties.ariaDescribedBy = [notePrefix + footnoteLabel];
    // The policy of the pages forbids it: what the picture would show is said by its text alone.
    if (typeof properties.src === 'string' && isElsewhere(properties.src)) delete properties.src;
    if (child.tagName === 'a' && typeof properties.href === 'string')
      properties.href = hrefOf(properties.href, context);
    if (child.tagName === 'input') {
      properties.ariaLabel = words[context.language][properties.checked ? 'done' : 'open'];
    }
    if (/^h[1-6]$/.test(child.tagName) && !isLabel) node.children[index] = linkedHeading(child, context);
    if (child.tagName === 'pre') {
      node.children[index] = framedCode(child, context);
      return;
    }
    finishHtml(child, context, notePrefix);
    // A table may be wider than the page; what scrolls is around it, so that it stays a table to everyone who listens.
    if (child.tagName === 'table') node.children[index] = around(['table'], child);
  });
}

function hrefOf(href: string, { path, language }: Finishing): string {
  if (href.startsWith('#') && !href.startsWith(idMark, 1)) return `#${idMark}${href.slice(1)}`;
  return isArticleLink(href) ? publishedAddress(path, href, language) : href;
}

/** A heading with its anchor, and a link to itself beside it. */
export function linkedHeading(heading: Element, { slugger, headings, twins, language }: Finishing): Element {
  const text = textIn(heading).trim();
  const anchor = slugger.slug(text);
  headings.push({ anchor, text, level: Number(heading.tagName.slice(1)) });
  heading.properties.id = idMark + anchor;
  const twin = twins.get(anchor);
  if (twin !== undefined) heading.properties.dataTwin = twin;
  const link: Element = {
    type: 'element',
    tagName: 'a',
    properties: {
      className: ['anchor'],
      href: `#${idMark}${anchor}`,
      ariaLabel: words[language].link(text),
      // The Markdown twin has no such links.
      dataMarkdownIgnore: '',
    },
    children: [],
  };
  const linked = around(['heading'], heading);
  linked.children.push(link);
  return linked;
}

/** Code in a frame, in which a button can stand; in colours when its language has a grammar. */
function framedCode(pre: Element, { code }: Finishing): Element {
  const [element] = pre.children;
  if (element?.type !== 'element') return pre;
  const [text] = element.children;
  const name = languageOf(element);
  if (text?.type === 'text') element.children = code.of(text.value, name) ?? [text];
  return around(name === 'output' ? ['code', 'output'] : ['code'], pre);
}

/** The word behind the fence, which Markdown puts into a class. */
function languageOf({ properties }: Element): string {
  const classes = Array.isArray(properties.className) ? properties.className : [];
  return String(classes.find((name) => String(name).startsWith('language-')) ?? '').slice('language-'.length);
}

function around(className: string[], child: Element): Element {
  const { position } = child;
  return {
    type: 'element',
    tagName: 'div',
    properties: { className },
    children: [child],
    ...(position !== undefined && { position }),
  };
}

/** The words of a heading; footnote marks are no words. */
function textIn(element: Element): string {
  return element.children
    .map((child) => {
      if (child.type === 'text') return child.value;
      if (child.type !== 'element' || child.tagName === 'sup') return '';
      return child.tagName === 'img' ? String(child.properties.alt ?? '') : textIn(child);
    })
    .join('');
}
