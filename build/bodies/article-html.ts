// Bodies as HTML: Markdown nodes to sanitised HTML, block by block. Raw HTML in an article never passes.
import GithubSlugger from 'github-slugger';
import type { RootContent } from 'mdast';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import type { Language } from '../edition/vocabulary.ts';
import type { Draft } from '../source/draft.ts';
import { type AnyDefinition, definitionsByLabel, definitionsFor } from '../source/links.ts';
import { contentOf, extentOf } from '../source/outline.ts';
import { finishHtml, idMark, linkedHeading, type PageHeading } from './finished-html.ts';
import { CodeHighlighting } from './highlighted-code.ts';

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
  /** The headings of the pieces so far, in their order. */
  headings: PageHeading[];
  /** The anchor of the same section in the other language, by the anchor in this one. */
  twins: ReadonlyMap<string, string>;
  code: CodeHighlighting;
}

interface ContextOptions {
  twins?: ReadonlyMap<string, string>;
  /** To be shared by the languages of an article. */
  code?: CodeHighlighting;
}

export function newHtmlContext(
  { path, outline, tree }: Draft,
  language: Language,
  { twins = new Map(), code = new CodeHighlighting() }: ContextOptions = {},
): HtmlContext {
  const part = outline.parts[language];
  const definitions = definitionsByLabel([...(part === undefined ? [] : contentOf(part)), ...tree.children]);
  return { path, language, definitions, slugger: new GithubSlugger(), pieces: 0, headings: [], twins, code };
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

/** One element of a body. */
export interface HtmlBlock {
  /** Where in the file begins what it shows; the notes at the end of a piece stand where its last node ends. */
  offset: number;
  /** With `idMark` wherever an id begins, of this page or in a link to it: see `withIds`. */
  html: string;
}

/** Some nodes of a body as HTML. */
export function htmlOf(nodes: readonly RootContent[], context: HtmlContext): string {
  return htmlIn(htmlBlocksOf(nodes, context));
}

/** Blocks as they stand on the page of one language. */
export const htmlIn = (blocks: readonly HtmlBlock[]): string => withIds(blocks.map(({ html }) => html).join('\n'), '');

/** Puts something before every id, so that the texts of two languages can stand on one page. */
export const withIds = (html: string, prefix: string): string => html.replaceAll(idMark, prefix);

export function htmlBlocksOf(nodes: readonly RootContent[], context: HtmlContext): HtmlBlock[] {
  context.pieces += 1;
  // A piece carries no others: there may be thousands of both.
  const others = definitionsFor(nodes, context.definitions);
  // A dot keeps these ids apart from anchors, which hold none; the number keeps the pieces apart.
  const prefix = `${idMark}note${context.pieces}.`;
  const { label, back } = footnoteWords[context.language];
  const toHtml = unified().use(remarkRehype, {
    clobberPrefix: prefix,
    footnoteLabel: label,
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

/** A heading that the page writes itself: its anchor, in the order of the page, and what it is as a block. */
export function headingOf(text: string, offset: number, context: HtmlContext): PageHeading & { block: HtmlBlock } {
  const level = 3;
  const heading = {
    type: 'element' as const,
    tagName: `h${level}`,
    properties: {},
    children: [{ type: 'text' as const, value: text }],
  };
  const linked = linkedHeading(heading, context);
  const anchor = context.headings.at(-1)?.anchor ?? '';
  return { anchor, text, level, block: { offset, html: toText.stringify({ type: 'root', children: [linked] }) } };
}
