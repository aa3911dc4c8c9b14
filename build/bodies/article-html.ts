// Bodies as HTML: Markdown nodes to sanitised HTML. Raw HTML in an article never passes.
import GithubSlugger from 'github-slugger';
import type { Element, Root as HtmlRoot } from 'hast';
import type { RootContent } from 'mdast';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import type { Language } from '../edition/vocabulary.ts';
import { isArticleLink, publishedAddress } from '../source/article-link.ts';
import { type AnyDefinition, definitionsByLabel, definitionsFor } from '../source/definitions.ts';
import type { Draft } from '../source/draft.ts';
import { isElsewhere } from '../source/elsewhere.ts';
import { contentOf } from '../source/outline.ts';

/** What the pieces of one page share: their anchors are unique among all of them. */
export interface HtmlContext {
  /** The content path of the file, against which relative links are resolved. */
  path: string;
  language: Language;
  /** What links and footnotes of any piece may refer to, by label. Of two with one label the first counts, the own language's. */
  definitions: ReadonlyMap<string, AnyDefinition>;
  slugger: GithubSlugger;
  /** How many pieces there are so far. */
  pieces: number;
}

export function newHtmlContext({ path, outline, tree }: Draft, language: Language): HtmlContext {
  const part = outline.parts[language];
  const definitions = definitionsByLabel([...(part === undefined ? [] : contentOf(part)), ...tree.children]);
  return { path, language, definitions, slugger: new GithubSlugger(), pieces: 0 };
}

const sanitize = unified()
  // Footnotes get their prefix before, on ids and on the links to them alike; the sanitiser would prefix the ids only.
  .use(rehypeSanitize, { ...defaultSchema, clobberPrefix: '' })
  .freeze();
const toText = unified().use(rehypeStringify).freeze();
/** The words that a footnote section gets; also read aloud. */
const footnoteWords: { readonly [Name in Language]: { label: string; back: string } } = {
  zh: { label: '脚注', back: '回到引用处' },
  en: { label: 'Footnotes', back: 'Back to reference' },
};

/** Some nodes of a body as HTML. */
export function htmlOf(nodes: readonly RootContent[], context: HtmlContext): string {
  context.pieces += 1;
  // A piece carries no others: there may be thousands of both.
  const others = definitionsFor(nodes, context.definitions);
  // A dot keeps these ids apart from anchors, which hold none; the number keeps the pieces apart.
  const prefix = `note${context.pieces}.`;
  const { label, back } = footnoteWords[context.language];
  const toHtml = unified().use(remarkRehype, {
    clobberPrefix: prefix,
    footnoteLabel: label,
    footnoteBackLabel: (note, reference) => `${back} ${note + 1}${reference > 1 ? `-${reference}` : ''}`,
  });
  const html = sanitize.runSync(toHtml.runSync({ type: 'root', children: [...nodes, ...others] }));
  if (html.type !== 'root') return '';
  finish(html, context, prefix);
  return toText.stringify(html);
}

/** The anchor of a heading that the page writes itself, in the order of the page. */
export function anchorFor(text: string, { slugger }: Pick<HtmlContext, 'slugger'>): string {
  return slugger.slug(text);
}

const footnoteLabel = 'footnote-label';

/** Gives headings their anchors, links to articles their addresses, and each piece's footnote label an id of its own. */
function finish(node: HtmlRoot | Element, context: HtmlContext, prefix: string): void {
  node.children.forEach((child, index) => {
    if (child.type !== 'element') return;
    const { properties } = child;
    if (properties.id === footnoteLabel) properties.id = prefix + footnoteLabel;
    else if (/^h[1-6]$/.test(child.tagName)) properties.id = context.slugger.slug(textIn(child).trim());
    if (properties.ariaDescribedBy !== undefined) properties.ariaDescribedBy = [prefix + footnoteLabel];
    const { href, src } = properties;
    // The policy of the pages forbids it: what the picture would show is said by its text alone.
    if (typeof src === 'string' && isElsewhere(src)) delete properties.src;
    if (child.tagName === 'a' && typeof href === 'string' && isArticleLink(href)) {
      properties.href = publishedAddress(context.path, href, context.language);
    }
    finish(child, context, prefix);
    if (child.tagName === 'table') node.children[index] = scrolling(child);
  });
}

/** A table may be wider than the page; what scrolls is around it, so that it stays a table to everyone who listens. */
const scrolling = (table: Element): Element => ({
  type: 'element',
  tagName: 'div',
  properties: { className: ['table'] },
  children: [table],
});

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
