// Bodies as HTML: Markdown nodes to sanitised HTML. Raw HTML in an article never passes.
import GithubSlugger from 'github-slugger';
import type { Element, Root as HtmlRoot } from 'hast';
import type { Definition, FootnoteDefinition, Nodes, Root, RootContent } from 'mdast';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import type { Language } from '../edition/vocabulary.ts';
import { isArticleLink, publishedAddress } from '../source/article-link.ts';

export interface HtmlContext {
  /** The content path of the file, against which relative links are resolved. */
  path: string;
  language: Language;
  /** The whole file, for the definitions that its links and footnotes refer to. */
  tree: Root;
  /** Shared by all pieces of one page, so that anchors stay unique and equal to those that links were checked against. */
  slugger: GithubSlugger;
}

export const newSlugger = (): GithubSlugger => new GithubSlugger();

const toHtml = unified()
  // Footnotes get their prefix here, on ids and on the links to them alike; the sanitiser would prefix the ids only.
  .use(remarkRehype, { clobberPrefix: 'note-' })
  .use(rehypeSanitize, { ...defaultSchema, clobberPrefix: '' })
  .freeze();
const toText = unified().use(rehypeStringify).freeze();

/** Some nodes of a body as HTML. */
export function htmlOf(nodes: readonly RootContent[], context: HtmlContext): string {
  const own = new Set<Nodes>(nodes);
  const definitions = definitionsIn(context.tree).filter((definition) => !own.has(definition));
  const html = toHtml.runSync({ type: 'root', children: [...nodes, ...definitions] });
  if (html.type !== 'root') return '';
  finish(html, context);
  return toText.stringify(html);
}

/** The anchor of a heading that the page writes itself, in the order of the page. */
export function anchorFor(text: string, { slugger }: Pick<HtmlContext, 'slugger'>): string {
  return slugger.slug(text);
}

function definitionsIn(tree: Root): (Definition | FootnoteDefinition)[] {
  return tree.children.filter((node) => node.type === 'definition' || node.type === 'footnoteDefinition');
}

/** Gives headings their anchors and links to articles their addresses. */
function finish(node: HtmlRoot | Element, context: HtmlContext): void {
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    if (/^h[1-6]$/.test(child.tagName) && child.properties.id === undefined) {
      child.properties.id = context.slugger.slug(textIn(child));
    }
    const href = child.properties.href;
    if (child.tagName === 'a' && typeof href === 'string' && isArticleLink(href)) {
      child.properties.href = publishedAddress(context.path, href, context.language);
    }
    finish(child, context);
  }
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
