// Renders the nodes of an article to sanitised HTML, block by block. Raw HTML in an article is always removed. Each language is
// rendered once. The page of one language concatenates its blocks; the parallel page puts the blocks of both languages side by
// side.
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
  definitionsFor,
  definitionsOf,
  isArticleLink,
  isElsewhere,
  publishedAddress,
} from '../source/links.ts';
import { extentOf } from '../source/markdown.ts';
import { contentOf } from '../source/outline.ts';
import { sectionPairs } from '../source/parity.ts';
import type { SourceArticle } from '../source/source-article.ts';
import { CodeHighlighting } from './highlighting.ts';

/** One top-level element of a body. */
export interface HtmlBlock {
  /**
   * The offset of the element's content in the source. Footnotes form one element at the end. Its offset is the offset at which
   * the last rendered node ends.
   */
  offset: number;
  /** The HTML of the element, with `idMark` before every id and every link to an id of the same page. `withIds` replaces the mark. */
  html: string;
}

/** A heading as the table of contents shows it. */
export interface PageHeading {
  anchor: string;
  text: string;
  /** From 2 to 6. */
  level: number;
}

interface QuestionHtml {
  anchor: string;
  /** The anchor of the same question in the other language. */
  twin: string | undefined;
  question: string;
  heading: HtmlBlock;
  isPlaceholder: boolean;
  answer: HtmlBlock[];
}

/** The rendered text of an article in one language. */
export interface TextHtml {
  content: HtmlBlock[];
  /** The headings of the content, without the questions. */
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

/** For each language, a map from the anchor of a section to the anchor of the same section in the other language. */
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

/**
 * The state that the pieces of a page share. Each call of `htmlBlocksOf` renders one piece: the text without the questions, or one
 * answer. The state makes anchors unique on the page.
 */
interface HtmlContext {
  /** The path of the file in the content folder. Relative links are resolved against it. */
  path: string;
  language: Language;
  /** Definitions of links and footnotes for all pieces, see `definitionsOf`. */
  definitions: ReadonlyMap<string, AnyDefinition>;
  slugger: GithubSlugger;
  /** The number of pieces rendered so far. */
  pieces: number;
  /** The headings of the pieces rendered so far, in order. */
  headings: PageHeading[];
  /** For each anchor in this language, the anchor of the same section in the other language. */
  twins: ReadonlyMap<string, string>;
  /** The code highlighting, which both languages of an article share. */
  code: CodeHighlighting;
}

export function newHtmlContext(
  draft: Draft,
  language: Language,
  { twins, code }: Pick<HtmlContext, 'twins' | 'code'> = { twins: new Map(), code: new CodeHighlighting() },
): HtmlContext {
  const { path } = draft;
  const definitions = definitionsOf(draft, language);
  return { path, language, definitions, slugger: new GithubSlugger(), pieces: 0, headings: [], twins, code };
}

/** Marks every id and every link to an id. No text contains this character, because the compiler refuses control characters. */
const idMark = '\u0001';

/** Replaces the mark before every id by a prefix, so that the texts of both languages can be on one page without equal ids. */
export const withIds = (html: string, prefix: string): string => html.replaceAll(idMark, prefix);

/** The HTML of blocks for a page that shows one language only. */
export const htmlIn = (blocks: readonly HtmlBlock[]): string => withIds(blocks.map(({ html }) => html).join('\n'), '');

/** The HTML of some nodes. */
export const htmlOf = (nodes: readonly RootContent[], context: HtmlContext): string =>
  htmlIn(htmlBlocksOf(nodes, context));

const sanitize = unified()
  // `clobberPrefix` is empty, because the sanitiser would prefix the ids of footnotes but not the links to them. `htmlBlocksOf`
  // prefixes both.
  .use(rehypeSanitize, { ...defaultSchema, clobberPrefix: '' })
  .freeze();
const toText = unified().use(rehypeStringify).freeze();

/** Labels for screen readers, and the heading and the back links of footnotes. */
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
  // An article may have thousands of definitions, so only those that this piece refers to are rendered with it.
  const others = definitionsFor(nodes, context.definitions);
  // The dot distinguishes the ids of footnotes from anchors, which contain no dot. The number distinguishes the pieces of a page.
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

/** The HTML of a question's heading with its anchor. Headings of questions are not in the rendered nodes, so they are made here. */
function headingOf(text: string, offset: number, context: HtmlContext): { anchor: string; block: HtmlBlock } {
  const heading = element('h3', {}, [{ type: 'text', value: text }]);
  const linked = linkedHeading(heading, context);
  const anchor = context.headings.at(-1)?.anchor ?? '';
  return { anchor, block: { offset, html: toText.stringify({ type: 'root', children: [linked] }) } };
}

const footnoteLabel = 'footnote-label';

/**
 * Completes sanitised HTML in place: anchors, addresses of articles, code highlighting, scrollable frames around wide elements,
 * and labels for screen readers. `notePrefix` makes the ids of the piece's footnotes unique.
 */
function finishHtml(node: HtmlRoot | Element, context: HtmlContext, notePrefix: string): void {
  node.children.forEach((child, index) => {
    if (child.type !== 'element') return;
    const { properties } = child;
    const isLabel = properties.id === footnoteLabel;
    if (isLabel) Object.assign(properties, { id: notePrefix + footnoteLabel, className: ['unseen'] });
    if (properties.ariaDescribedBy !== undefined) properties.ariaDescribedBy = [notePrefix + footnoteLabel];
    // The security policy of the pages forbids images from other hosts. Without `src`, browsers show the alternative text.
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
    // A table may be wider than the page. Scrolling the frame instead of the table itself keeps it a table for screen readers.
    if (child.tagName === 'table') node.children[index] = around(['table'], child);
  });
}

function finishCell(cell: Element): void {
  // An empty header cell becomes a normal cell, because screen readers expect a name in a header. Other header cells are column
  // headers, the only kind in GFM.
  if (cell.children.length === 0) cell.tagName = 'td';
  if (cell.tagName === 'th') cell.properties.scope = 'col';
  // Alignment becomes a class, because HTML has dropped the attribute `align`, and the security policy forbids inline styles.
  const { align } = cell.properties;
  delete cell.properties.align;
  if (align === 'right' || align === 'center') cell.properties.className = [align];
}

function hrefOf(href: string, { path, language }: HtmlContext): string {
  if (href.startsWith('#') && !href.startsWith(idMark, 1)) return `#${idMark}${href.slice(1)}`;
  return isArticleLink(href) ? publishedAddress(path, href, language) : href;
}

/** Gives a heading its anchor, and puts a link to that anchor beside it. */
function linkedHeading(heading: Element, { slugger, headings, twins, language }: HtmlContext): Element {
  const text = textIn(heading).trim();
  const anchor = slugger.slug(text);
  headings.push({ anchor, text, level: Number(heading.tagName.slice(1)) });
  heading.properties.id = idMark + anchor;
  const twin = twins.get(anchor);
  if (twin !== undefined) heading.properties.dataTwin = twin;
  const linked = around(['heading'], heading);
  const href = `#${idMark}${anchor}`;
  // `dataMarkdownIgnore` marks elements that the Markdown version of the page leaves out.
  const marks = { ariaLabel: words[language].link(text), dataMarkdownIgnore: '' };
  linked.children.push(element('a', { className: ['anchor'], href, ...marks }, []));
  return linked;
}

/** Puts code into a frame, which leaves room for the copy button. Highlights it if its language is known. */
function framedCode(pre: Element, { code }: HtmlContext): Element {
  const [inner] = pre.children;
  if (inner?.type !== 'element') return pre;
  const [text] = inner.children;
  const { className } = inner.properties;
  // remark-rehype turns the word after the opening fence into a class such as `language-js`.
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

/** The words of a heading, without the marks of footnotes. */
function textIn({ children }: Element): string {
  return children
    .map((child) => {
      if (child.type === 'text') return child.value;
      if (child.type !== 'element' || child.tagName === 'sup') return '';
      return child.tagName === 'img' ? String(child.properties.alt ?? '') : textIn(child);
    })
    .join('');
}
