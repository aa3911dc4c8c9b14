// Bodies as HTML: Markdown nodes to sanitised HTML, block by block. Raw HTML in an article never passes. Both languages of an article
// are made once: the page of each language puts its blocks one after the other, the page of both puts them side by side.
import GithubSlugger from 'github-slugger';
import type { Element, Root as HtmlRoot } from 'hast';
import type { RootContent } from 'mdast';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { type Bilingual, inBoth, type Language } from '../edition/vocabulary.ts';
import type { Draft } from '../source/draft.ts';
import {
  type AnyDefinition,
  anchorsIn,
  definitionsByLabel,
  definitionsFor,
  isArticleLink,
  isElsewhere,
  publishedAddress,
} from '../source/links.ts';
import { extentOf } from '../source/markdown.ts';
import { contentOf } from '../source/outline.ts';
import { sectionPairs } from '../source/parity.ts';
import type { SourceArticle } from '../source/source-article.ts';
import { CodeHighlighting } from './highlighting.ts';

/** One element of a body. */
export interface HtmlBlock {
  /** Where in the file begins what it shows; the notes at the end of a piece stand where its last node ends. */
  offset: number;
  /** With `idMark` wherever an id begins, of this page or in a link to it: see `withIds`. */
  html: string;
}

/** A heading as the contents list knows it. */
export interface PageHeading {
  anchor: string;
  text: string;
  /** 2 to 6. */
  level: number;
}

interface QuestionHtml {
  anchor: string;
  /** Its anchor in the other language. */
  twin: string | undefined;
  question: string;
  heading: HtmlBlock;
  isPlaceholder: boolean;
  answer: HtmlBlock[];
}

/** One language of an article. */
export interface TextHtml {
  content: HtmlBlock[];
  /** Of the content; the questions are no part of it. */
  headings: PageHeading[];
  questions: QuestionHtml[];
}

export function textsOf(article: SourceArticle): Bilingual<TextHtml> {
  const twins = twinsOf(article);
  const code = new CodeHighlighting();
  return inBoth((language) => {
    const { draft, parts, texts } = article;
    const context = newHtmlContext(draft, language, { twins: twins[language], code });
    const content = htmlBlocksOf(parts[language].content, context);
    const headings = [...context.headings];
    const questions = texts.pairs.map((pair, index): QuestionHtml => {
      const question = pair.question[language];
      const node = parts[language].pairs[index]?.question;
      const { anchor, block } = headingOf(question, node === undefined ? 0 : extentOf(node).start, context);
      return {
        anchor,
        twin: context.twins.get(anchor),
        question,
        heading: block,
        isPlaceholder: pair.placeholder[language],
        answer: htmlBlocksOf(pair.answerNodes[language], context),
      };
    });
    return { content, headings, questions };
  });
}

/** For each language, the anchors of its sections and those of the same sections in the other language. */
function twinsOf({ draft, parts }: SourceArticle): Bilingual<Map<string, string>> {
  const anchors = inBoth(
    (language) => new Map(anchorsIn(contentOf(parts[language])).map(({ heading, anchor }) => [heading, anchor])),
  );
  const twins = inBoth(() => new Map<string, string>());
  for (const { zh, en } of sectionPairs(draft)) {
    const [here, there] = [anchors.zh.get(zh.heading), anchors.en.get(en.heading)];
    if (here === undefined || there === undefined) continue;
    twins.zh.set(here, there);
    twins.en.set(there, here);
  }
  return twins;
}

/** What the pieces of one page share: their anchors are unique among all of them. */
interface HtmlContext {
  /** The content path of the file, against which relative links are resolved. */
  path: string;
  language: Language;
  /** What links and footnotes of any piece may refer to, by label. Of two with one label the first counts, the own language's. */
  definitions: ReadonlyMap<string, AnyDefinition>;
  slugger: GithubSlugger;
  /** How many pieces there are so far. */
  pieces: number;
  /** The headings of the pieces so far, in their order. */
  headings: PageHeading[];
  /** The anchor of the same section in the other language, by the anchor in this one. */
  twins: ReadonlyMap<string, string>;
  /** Shared by the languages of an article. */
  code: CodeHighlighting;
}

export function newHtmlContext(
  { path, outline, tree }: Draft,
  language: Language,
  { twins, code }: Pick<HtmlContext, 'twins' | 'code'> = { twins: new Map(), code: new CodeHighlighting() },
): HtmlContext {
  const part = outline.parts[language];
  const definitions = definitionsByLabel([...(part === undefined ? [] : contentOf(part)), ...tree.children]);
  return { path, language, definitions, slugger: new GithubSlugger(), pieces: 0, headings: [], twins, code };
}

/** Stands before every id and every link to one. The compiler refuses control characters, so that no text holds it. */
const idMark = '\u0001';

/** Puts something before every id, so that the texts of two languages can stand on one page. */
export const withIds = (html: string, prefix: string): string => html.replaceAll(idMark, prefix);

/** Blocks as they stand on the page of one language. */
export const htmlIn = (blocks: readonly HtmlBlock[]): string => withIds(blocks.map(({ html }) => html).join('\n'), '');

/** Some nodes of a body as HTML. */
export const htmlOf = (nodes: readonly RootContent[], context: HtmlContext): string =>
  htmlIn(htmlBlocksOf(nodes, context));

const sanitize = unified()
  // Footnotes get their prefix before, on ids and on the links to them alike; the sanitiser would prefix the ids only.
  .use(rehypeSanitize, { ...defaultSchema, clobberPrefix: '' })
  .freeze();
const toText = unified().use(rehypeStringify).freeze();

/** Read aloud, and shown above and behind footnotes. */
interface BodyWords {
  footnotes: string;
  back: string;
  link: (title: string) => string;
  done: string;
  open: string;
}
const words: Bilingual<BodyWords> = {
  zh: {
    footnotes: '脚注',
    back: '回到引用处',
    link: (title) => `链接到“${title}”`,
    done: '已完成',
    open: '未完成',
  },
  en: {
    footnotes: 'Footnotes',
    back: 'Back to reference',
    link: (title) => `Link to “${title}”`,
    done: 'done',
    open: 'to do',
  },
};

function htmlBlocksOf(nodes: readonly RootContent[], context: HtmlContext): HtmlBlock[] {
  context.pieces += 1;
  // A piece carries no others: there may be thousands of both.
  const others = definitionsFor(nodes, context.definitions);
  // A dot keeps these ids apart from anchors, which hold none; the number keeps the pieces apart.
  const prefix = `${idMark}note${context.pieces}.`;
  const { footnotes, back } = words[context.language];
  const toHtml = unified().use(remarkRehype, {
    clobberPrefix: prefix,
    footnoteLabel: footnotes,
    footnoteBackLabel: (note, reference) => `${back} ${note + 1}${reference > 1 ? `-${reference}` : ''}`,
  });
  const html = sanitize.runSync(toHtml.runSync({ type: 'root', children: [...nodes, ...others] }));
  if (html.type !== 'root') return [];
  finishHtml(html, context, prefix);
  const last = nodes.at(-1);
  const end = last === undefined ? 0 : extentOf(last).end;
  return html.children.flatMap((child) => {
    if (child.type !== 'element') return [];
    const text = toText.stringify({ type: 'root', children: [child] });
    return [{ offset: child.position?.start.offset ?? end, html: text }];
  });
}

/** The heading of a question, which the page writes itself. */
function headingOf(text: string, offset: number, context: HtmlContext): { anchor: string; block: HtmlBlock } {
  const heading = element('h3', {}, [{ type: 'text', value: text }]);
  const linked = linkedHeading(heading, context);
  const anchor = context.headings.at(-1)?.anchor ?? '';
  return { anchor, block: { offset, html: toText.stringify({ type: 'root', children: [linked] }) } };
}

const footnoteLabel = 'footnote-label';

/**
 * Adds in place what sanitised HTML still lacks: anchors, addresses of articles, colours of code, frames around what may be wider than
 * the page, names for screen readers. `notePrefix` keeps the footnotes of its piece apart from those of others.
 */
function finishHtml(node: HtmlRoot | Element, context: HtmlContext, notePrefix: string): void {
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
    if (child.tagName === 'th' || child.tagName === 'td') finishCell(child);
    if (/^h[1-6]$/.test(child.tagName) && !isLabel) node.children[index] = linkedHeading(child, context);
    if (child.tagName === 'pre') {
      node.children[index] = framedCode(child, context);
      return;
    }
    finishHtml(child, context, notePrefix);
    // A table may be wider than the page; the frame scrolls, so that it stays a table to screen readers.
    if (child.tagName === 'table') node.children[index] = around(['table'], child);
  });
}

function finishCell(cell: Element): void {
  // An empty header names nothing: to screen readers it is an empty cell. All others head a column, as GFM knows no other headers.
  if (cell.children.length === 0) cell.tagName = 'td';
  if (cell.tagName === 'th') cell.properties.scope = 'col';
  // HTML has no attribute for it any more, and the policy of the pages forbids styles on elements.
  const { align } = cell.properties;
  delete cell.properties.align;
  if (align === 'right' || align === 'center') cell.properties.className = [align];
}

function hrefOf(href: string, { path, language }: HtmlContext): string {
  if (href.startsWith('#') && !href.startsWith(idMark, 1)) return `#${idMark}${href.slice(1)}`;
  return isArticleLink(href) ? publishedAddress(path, href, language) : href;
}

/** A heading with its anchor, and a link to itself beside it. */
function linkedHeading(heading: Element, { slugger, headings, twins, language }: HtmlContext): Element {
  const text = textIn(heading).trim();
  const anchor = slugger.slug(text);
  headings.push({ anchor, text, level: Number(heading.tagName.slice(1)) });
  heading.properties.id = idMark + anchor;
  const twin = twins.get(anchor);
  if (twin !== undefined) heading.properties.dataTwin = twin;
  const linked = around(['heading'], heading);
  const href = `#${idMark}${anchor}`;
  // The Markdown twin has no such links.
  const marks = { ariaLabel: words[language].link(text), dataMarkdownIgnore: '' };
  linked.children.push(element('a', { className: ['anchor'], href, ...marks }, []));
  return linked;
}

/** Code in a frame, in which a button can stand; in colours when its language has a grammar. */
function framedCode(pre: Element, { code }: HtmlContext): Element {
  const [inner] = pre.children;
  if (inner?.type !== 'element') return pre;
  const [text] = inner.children;
  const { className } = inner.properties;
  // Markdown puts the word behind the fence into a class.
  const known = (Array.isArray(className) ? className.map(String) : []).find((name) => name.startsWith('language-'));
  const name = known?.slice('language-'.length) ?? '';
  if (text?.type === 'text') inner.children = code.of(text.value, name) ?? [text];
  return around(name === 'output' ? ['code', 'output'] : ['code'], pre);
}

function around(className: string[], child: Element): Element {
  const { position } = child;
  return { ...element('div', { className }, [child]), ...(position !== undefined && { position }) };
}

const element = (tagName: string, properties: Element['properties'], children: Element['children']): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
});

/** The words of a heading; footnote marks are no words. */
function textIn({ children }: Element): string {
  return children
    .map((child) => {
      if (child.type === 'text') return child.value;
      if (child.type !== 'element' || child.tagName === 'sup') return '';
      return child.tagName === 'img' ? String(child.properties.alt ?? '') : textIn(child);
    })
    .join('');
}
