// Reads a source file as one language of an article: front matter, title, summary, anchors, and Markdown with headings from level 2 on.
// It does not change links; `links.ts` rewrites them, because that needs all pages.
import { posix } from 'node:path';
import type { Blockquote, Heading, Root, RootContent } from 'mdast';
import { parse as parseYaml } from 'yaml';
import type { Bilingual, Language } from '../../build/edition/vocabulary.ts';
import { placesIn } from '../../build/messages.ts';
import { codePointName, decodeReferences } from '../../build/rules/characters.ts';
import { extentOf, markdown, nodesIn, plainText } from '../../build/source/markdown.ts';
import { headingText } from '../../build/source/outline.ts';
import { findFile, type ReadFile, rangeOf, regionOf } from './included-files.ts';
import { toMarkdown } from './markdown.ts';
import { anchorMark, tidy } from './markdown-text.ts';
import type { Note, NoteKind } from './report.ts';

/** A file of the documentation. */
export interface SourceFile {
  /** Relative to the source folder, with `/`. */
  path: string;
  /** The text with LF line ends and without a byte order mark. */
  text: string;
  language: Language;
}

export interface Page {
  path: string;
  /** The whole file as it was read. */
  source: string;
  language: Language;
  title: string;
  summary: string;
  body: string;
  /** Anchor id → index of its heading in the body; -1 for an anchor of the page itself. */
  ids: ReadonlyMap<string, number>;
  /** Search words that occur neither in the title nor in the body. */
  keywords: string[];
  tags: string[];
  author: string | undefined;
  /** The dates in the front matter, as written. */
  dates: string[];
  /** Addresses of the page that its front matter names. */
  addresses: string[];
  notes: Note[];
}

interface Edit {
  start: number;
  end: number;
  replacement: string;
}

/** Applies edits to a text. The edits must not overlap. */
export function edited(text: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, replacement } of [...edits].sort((left, right) => left.start - right.start)) {
    if (start < at) continue;
    result += text.slice(at, start) + replacement;
    at = end;
  }
  return result + text.slice(at);
}

const forbidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for control characters.
  /[\u0000-\u0008\u000b-\u001f\u007f\p{Bidi_Control}\u200b\u2060-\u2064\ufeff\u{e0000}-\u{e007f}\ue010\ue011]/gu;

/** Reads a page. It never throws: `notes` lists content that could not be kept. */
export function readPage(file: SourceFile, read: ReadFile): Page {
  const { path, language } = file;
  const notes: Note[] = [];
  const note = (kind: NoteKind, where: { path: string; line: number }, what: Bilingual): void => {
    notes.push({ kind, ...where, what });
  };
  const text = withoutForbidden(file.text, (offset, what) =>
    note('mended', { path, line: placesIn(file.text)(offset).line }, what),
  );
  const { fields, lines, bodyLine } = splitFrontMatter(text, (what) => note('dropped', { path, line: 1 }, what));
  const source = includedLines(
    lines.map((line, index) => ({ text: line, path, line: bodyLine + index })),
    { read, note },
  );
  const joined = source.map((line) => line.text).join('\n');
  const placeAt = placesIn(joined);
  const isMdx = /\.mdx$/i.test(path);
  const converted = toMarkdown(joined, {
    language,
    isMdx,
    note: (kind, offset, what) => {
      const at = source[placeAt(offset).line - 1];
      note(kind, { path: at?.path ?? path, line: at?.line ?? bodyLine }, what);
    },
    include: (name) => {
      const found = findFile(name, path, read);
      return (
        found && {
          text: withoutForbidden(splitFrontMatter(found.text, () => {}).lines.join('\n'), () => {}),
          isMdx: /\.mdx$/i.test(found.path),
        }
      );
    },
  });
  const home = homeText(fields, language);
  const whole = withoutIndentedCode(
    decodedForbidden([home, converted].filter((part) => part !== '').join('\n\n')),
    isMdx,
  );
  const { title, body, ids, otherTitle } = readHeadings(whole, textOf(fields.title));
  if (otherTitle !== undefined) {
    note(
      'converted',
      { path, line: bodyLine },
      {
        zh: `一级标题与 front matter 的标题不同 → 关键词 ${JSON.stringify(otherTitle)}`,
        en: `first-level heading other than the title in the front matter → keyword ${JSON.stringify(otherTitle)}`,
      },
    );
  }
  const name = titleOfPath(path);
  if (title === undefined) {
    note(
      'remark',
      { path, line: 1 },
      { zh: `没有标题；用文件名：${name}`, en: `no title; the file's name is used: ${name}` },
    );
  }
  const shortTitles = ['sidebarTitle', 'sidebar_label', 'nav_title', 'navTitle', 'shortTitle', 'linkTitle'].map((key) =>
    textOf(fields[key]),
  );
  const words = [...textsOf(fields.keywords), ...shortTitles, otherTitle].filter(
    (word) => word !== undefined && word !== title,
  );
  return {
    path,
    source: file.text,
    language,
    title: cut(title ?? name, 200),
    summary: summaryOf(fields, body) ?? title ?? name,
    body,
    ids,
    keywords: words.filter((word) => word !== undefined),
    tags: [...textsOf(fields.tags), ...textsOf(fields.categories), ...textsOf(fields.category)],
    author: textsOf(fields.author)[0] ?? textsOf(fields.authors)[0],
    dates: ['date', 'lastUpdated', 'last_updated', 'updated'].flatMap((key) => datesOf(fields[key])),
    addresses: ['slug', 'permalink', 'url', 'id'].flatMap((key) => textOf(fields[key]) ?? []),
    notes,
  };
}

/** Removes the characters that a build refuses, and reports each of them. */
function withoutForbidden(text: string, told: (offset: number, what: Bilingual) => void): string {
  return text.replace(forbidden, (character, offset: number) => {
    const name = codePointName(character);
    told(offset, { zh: `删除不可见字符 ${name}`, en: `removed the invisible character ${name}` });
    return '';
  });
}

/** Decodes character references (such as `&#8203;`) of characters that a build refuses, so that they are removed as well. */
function decodedForbidden(text: string): string {
  if (!/&(?:#|[a-z]+;)/i.test(text)) return text;
  const literal = nodesIn(markdown.parse(text).children)
    .filter(({ type }) => type === 'code' || type === 'inlineCode')
    .map(extentOf);
  return text.replace(/&(?:#x?[\da-f]{1,7}|[a-z]{2,22});/gi, (written, offset: number) => {
    const isCode = literal.some(({ start, end }) => start <= offset && offset < end);
    const decoded = decodeReferences(written);
    return !isCode && decoded !== '' && decoded.replace(forbidden, '') === '' && !/[\t\n]/.test(decoded) ? '' : written;
  });
}

type Fields = { readonly [key: string]: unknown };

function splitFrontMatter(
  text: string,
  told: (what: Bilingual) => void,
): { fields: Fields; lines: string[]; bodyLine: number } {
  const lines = text.split('\n');
  const end = /^---\s*$/.test(lines[0] ?? '')
    ? lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/.test(line))
    : -1;
  if (end === -1) return { fields: {}, lines, bodyLine: 1 };
  const rest = { lines: lines.slice(end + 1), bodyLine: end + 2 };
  try {
    const fields: unknown = parseYaml(lines.slice(1, end).join('\n'), {
      uniqueKeys: false,
      maxAliasCount: 100,
      logLevel: 'silent',
    });
    return { fields: isFields(fields) ? fields : {}, ...rest };
  } catch {
    told({ zh: 'front matter：不是 YAML，没有读取', en: 'the front matter, which is not valid YAML' });
    return { fields: {}, ...rest };
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a value of the front matter as one line of text; undefined if it is neither a text nor a number. */
function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = decodeReferences(String(value))
    .replace(/<[^>]+>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text === '' ? undefined : text;
}

/** Reads a list of texts: from an array of texts or of objects with a name, or from one text with commas. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.split(/[,，]/).flatMap((part) => textOf(part) ?? []);
  if (!Array.isArray(value)) return isFields(value) ? textsOf([value]) : [];
  return value.flatMap((item: unknown) => textOf(isFields(item) ? (item.name ?? item.label) : item) ?? []);
}

function datesOf(value: unknown): string[] {
  const text = value instanceof Date ? value.toISOString() : isFields(value) ? value.date : value;
  return typeof text === 'string' && /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text)) ? [text] : [];
}

// Included files

interface SourceLine {
  text: string;
  path: string;
  line: number;
}

interface Including {
  read: ReadFile;
  note: (kind: NoteKind, where: { path: string; line: number }, what: Bilingual) => void;
}

const includeDepthMax = 5;

/** Replaces lines that include a file by the lines of that file: `<<< file` and `@include` of VitePress, `--8<--` of MkDocs. */
function includedLines(lines: readonly SourceLine[], context: Including, depth = 0): SourceLine[] {
  return lines.flatMap((line) => {
    const [, indent = '', code, page, snippet] =
      /^(\s*)(?:<<<\s*(\S.*)|<!--\s*@include:\s*(.+?)\s*-->|;?-{1,}8<-{1,}\s+["'](.+?)["'])\s*$/.exec(line.text) ?? [];
    const written = code ?? page ?? snippet;
    if (written === undefined || depth >= includeDepthMax) return [line];
    const [, name = '', region, range] =
      /^([^#{[\s:]+|.+?\.\w+)(?:[#:]([\w-]+))?\s*(?:\{([^}]*)\})?/.exec(written) ?? [];
    const found = findFile(name, line.path, context.read);
    if (found === undefined) {
      context.note('dropped', line, {
        zh: `包含的文件 ${name}：找不到`,
        en: `the included file ${name}, which does not exist`,
      });
      return [];
    }
    context.note('converted', line, { zh: '包含的文件 → 它的内容', en: 'included file → its content' });
    const body = page === undefined ? found.text.split('\n') : splitFrontMatter(found.text, () => {}).lines;
    const chosen = rangeOf(regionOf(body, region), page === undefined ? undefined : range).map(
      (text): SourceLine => ({ text: indent + text, path: line.path, line: line.line }),
    );
    while (chosen.at(-1)?.text.trim() === '') chosen.pop();
    if (code === undefined) return includedLines(chosen, context, depth + 1);
    const title = /\[([^\]]+)\]\s*$/.exec(code)?.[1];
    const extension = posix.extname(name).slice(1);
    const fence = (text: string): SourceLine => ({ ...line, text: indent + text });
    const mark = chosen.some(({ text }) => text.includes('```')) ? '````' : '```';
    return [fence(`${mark}${extension}${title === undefined ? '' : ` [${title}]`}`), ...chosen, fence(mark)];
  });
}

/** The text of a VitePress home page, whose front matter contains its texts. */
function homeText(fields: Fields, language: Language): string {
  const { hero, features } = fields;
  const separator = language === 'zh' ? '：' : ': ';
  const blocks: string[] = [];
  if (isFields(hero)) {
    const actions = Array.isArray(hero.actions) ? hero.actions.filter(isFields) : [];
    const links = actions.flatMap(({ text, link }) =>
      textOf(text) && textOf(link) ? [`- [${textOf(text)}](${textOf(link)})`] : [],
    );
    blocks.push(...[hero.text, hero.tagline].flatMap((part) => textOf(part) ?? []), links.join('\n'));
  }
  if (Array.isArray(features)) {
    const items = features.filter(isFields).map(({ title, details, link }) => {
      const name = textOf(link) === undefined ? `**${textOf(title) ?? ''}**` : `[${textOf(title)}](${textOf(link)})`;
      return `- ${[name, textOf(details)].filter((part) => part !== undefined).join(separator)}`;
    });
    blocks.push(items.join('\n'));
  }
  return blocks.filter((block) => block !== '').join('\n\n');
}

/** Removes the indentation of indented lines in MDX, which Markdown would read as code. MDX has no indented code. */
function withoutIndentedCode(text: string, isMdx: boolean): string {
  if (!isMdx) return text;
  let result = text;
  for (let round = 0; round < 10; round += 1) {
    const edits = nodesIn(markdown.parse(result).children).flatMap((node): Edit[] => {
      if (node.type !== 'code') return [];
      const { start, end } = extentOf(node);
      if (/^(?:`{3}|~{3})/.test(result.slice(start, start + 3).trimStart())) return [];
      const lineStart = result.lastIndexOf('\n', start - 1) + 1;
      const lines = result.slice(lineStart, end).split('\n');
      return [{ start: lineStart, end, replacement: lines.map((line) => line.replace(/ {1,4}(?=\S)/, '')).join('\n') }];
    });
    if (edits.length === 0) return result;
    result = edited(result, edits);
  }
  return result;
}

// Headings

interface Headings {
  title: string | undefined;
  /** The text of the first-level heading, if it differs from the title in the front matter. */
  otherTitle: string | undefined;
  body: string;
  ids: Map<string, number>;
}

const headingId = /[ \t]*\{:?[ \t]*(?:[\w.-]+[ \t]+)*#([^\s}]+)[^}]*\}[ \t]*(?=#*[ \t]*$)/;

/** Reads the title and the ids from the headings, and changes the levels of the other headings so that they begin at level 2. */
function readHeadings(text: string, given: string | undefined): Headings {
  const tree = markdown.parse(text);
  const headings = nodesIn(tree.children).filter((node) => node.type === 'heading');
  const titleHeading = titleAmong(tree, headings, given);
  const rest = headings.filter((heading) => heading !== titleHeading);
  const topLevel = rest.filter((heading) => tree.children.includes(heading));
  const shift = 2 - Math.min(6, ...topLevel.map(({ depth }) => depth));
  const ids = new Map<string, number>();
  const edits: Edit[] = [];
  const wordsOf = (heading: Heading): string =>
    headingText(heading).replace(headingId, '').replace(anchorMark, '').trim();
  for (const heading of headings) {
    const { start, end } = extentOf(heading);
    const written = text.slice(start, end);
    const index = rest.indexOf(heading);
    const [, id] = headingId.exec(written.split('\n')[0] ?? '') ?? [];
    if (id !== undefined && !ids.has(id)) ids.set(id, index);
    for (const [, mark = ''] of written.matchAll(anchorMark)) if (!ids.has(mark)) ids.set(mark, index);
    edits.push(
      index === -1
        ? { start, end, replacement: '' }
        : { start, end, replacement: headingLine(heading, text, Math.min(6, Math.max(2, heading.depth + shift))) },
    );
  }
  // An anchor right before a heading belongs to that heading. Any other anchor in the text belongs to the heading above it.
  for (const { 0: mark, 1: id = '', index: at } of text.matchAll(anchorMark)) {
    if (ids.has(id)) continue;
    const next = rest.findIndex((heading) => extentOf(heading).start >= at);
    const between = next === -1 ? '' : text.slice(at + mark.length, extentOf(rest[next] ?? {}).start);
    const isBefore = next !== -1 && between.replace(anchorMark, '').trim() === '';
    ids.set(id, isBefore ? next : (next === -1 ? rest.length : next) - 1);
  }
  const heading = titleHeading && wordsOf(titleHeading);
  return {
    title: given ?? heading,
    otherTitle: given !== undefined && heading !== undefined && heading !== given ? heading : undefined,
    body: tidy(edited(text, edits).replace(anchorMark, '')),
    ids,
  };
}

/**
 * The heading that is the title of a page: the first heading, if it has level 1. If the front matter has no title, a first heading of
 * another level is the title if it is the first block and all other headings have deeper levels.
 */
function titleAmong(tree: Root, headings: readonly Heading[], given: string | undefined): Heading | undefined {
  const [first] = headings;
  if (first === undefined || !tree.children.includes(first)) return undefined;
  if (first.depth === 1) return first;
  const isOnly = headings.filter(({ depth }) => depth <= first.depth).length === 1;
  return given === undefined && tree.children[0] === first && isOnly ? first : undefined;
}

/** The line of a heading at level `depth`, with `#` marks and without its id. */
function headingLine(heading: Heading, text: string, depth: number): string {
  const { end } = extentOf(heading);
  const [first, last] = [heading.children[0], heading.children.at(-1)];
  const words =
    first === undefined || last === undefined
      ? ''
      : text.slice(extentOf(first).start, Math.min(end, extentOf(last).end));
  const onOneLine = words
    .replaceAll(/\\?\s*\n[\s>]*/g, ' ')
    .replace(headingId, '')
    .replaceAll(anchorMark, '')
    .trim();
  return `${'#'.repeat(depth)} ${onOneLine}`;
}

// Titles and summaries

function titleOfPath(path: string): string {
  const parts = posix.dirname(path) === '.' ? [path] : [posix.basename(posix.dirname(path)), posix.basename(path)];
  const own = parts.at(-1)?.replace(/\.\w+$/, '') ?? path;
  const name = /^(?:index|readme)/i.test(own) && parts.length > 1 ? (parts[0] ?? own) : own;
  const words = name
    .replace(/^\d+[-_.]/, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const summaryMax = 300;

/** The summary of a page: the description in its front matter, else its first suitable paragraph, cut at the end of a sentence. */
function summaryOf(fields: Fields, body: string): string | undefined {
  const given = ['description', 'summary', 'excerpt']
    .map((key) => textOf(fields[key]))
    .find((text) => text !== undefined);
  if (given !== undefined) return cut(given, 600);
  const blocks = markdown.parse(body.slice(0, 8000)).children;
  const said = blocks.map((block, index) => saidBy(block, index)).filter((text) => text !== '');
  // A paragraph of fewer than 40 columns, such as «Process: Main», is the summary only if all paragraphs are that short.
  const text = said.find((words) => lengthOf(words) >= 40) ?? said[0];
  return text === undefined ? undefined : cut(text, summaryMax);
}

/** The length of a text in columns: a Chinese character counts as two. */
const lengthOf = (text: string): number => text.length + (text.match(/\p{Script=Han}/gu)?.length ?? 0);

function saidBy(block: RootContent, index: number): string {
  // A quotation at the top can be a summary. A quotation with a link is no summary, because it usually points to another page, such as
  // the original of a translation.
  const isQuote = block.type === 'blockquote' && index === 0 && !leadsElsewhere(block);
  if (block.type !== 'paragraph' && !isQuote) return '';
  const words = plainText([block]).replaceAll(/\s+/g, ' ').trim();
  const nodes = block.type === 'paragraph' ? block.children : [];
  const own = nodes.filter(({ type }) => type !== 'link' && type !== 'image' && type !== 'html' && type !== 'strong');
  const isOnlyLinks = block.type === 'paragraph' && plainText(own).trim().length < 3;
  return isOnlyLinks ? '' : words;
}

const leadsElsewhere = ({ children }: Blockquote): boolean =>
  children.some((child) => child.type === 'paragraph' && child.children.some(({ type }) => type === 'link'));

/** Cuts a text to at most `max` characters, at the end of a sentence unless that would remove too much. */
function cut(text: string, max: number): string {
  const characters = [...text];
  if (characters.length <= max) return text;
  const head = characters.slice(0, max - 1).join('');
  const sentence = /^[\s\S]*(?:[。！？；]|[.!?](?=\s))/u.exec(head)?.[0] ?? '';
  if (sentence.length > max / 4) return sentence.trim();
  return `${head.replace(/[\p{L}\p{N}]*$/u, (word) => (/\p{Script=Han}/u.test(word) ? word : '')).trimEnd()}…`;
}
