// Writes and reads parts of Markdown: code, fences, lists, tables, images, and texts on one line.
import type { Bilingual, Language } from '../../build/edition/vocabulary.ts';
import { decodeReferences } from '../../build/rules/characters.ts';
import type { Element, MarkupNode } from './markup.ts';
import type { NoteKind } from './report.ts';

export interface MarkdownContext {
  language: Language;
  isMdx: boolean;
  /** Reports a change of the markup at an offset. */
  note: (kind: NoteKind, at: number, what: Bilingual) => void;
  /** Reads an included file by the path as the page writes it; undefined if it does not exist. */
  include: (path: string) => { text: string; isMdx: boolean } | undefined;
}

/**
 * Matches the mark that stands for an anchor: the id of the anchor between two private-use characters. No page text contains these
 * characters, because `page.ts` removes them before it writes marks.
 */
export const anchorMark = /\ue010([^\ue010\ue011]*)\ue011/g;
export const markOf = (id: string | undefined): string =>
  id === undefined || /\s/.test(id) ? '' : `\ue010${id}\ue011`;

/** The prefix of a continuation line: replaces list marks by spaces of the same width and keeps the `>` of block quotes. */
export function continued(before: string): string {
  return before.replaceAll(/[^\s>]/g, ' ');
}

/** Reads language, title and line marks from the info string of a fence, as VitePress, Docusaurus, Mintlify and MkDocs write it. */
export function readInfo(info: string): { language: string; title: string; hasMarks: boolean } {
  const [, language = '', rest = ''] = /^(?:\{\s*\.?)?([^\s{}[\]:,=]*)(.*)$/.exec(info) ?? [];
  const quoted = /\b(?:title|filename|name)=(?:"([^"]*)"|'([^']*)'|(\S+))/.exec(rest);
  const bracketed = /\[([^\]]+)\]/.exec(rest)?.[1];
  const words = rest
    .replaceAll(/\{[^}]*\}|[\w-]+=(?:"[^"]*"|'[^']*'|\S+)|\[[^\]]*\]|:[\w-]+(?:=\d+)?/g, ' ')
    .split(/\s+/)
    .filter(
      (word) =>
        word !== '' &&
        !/^(?:twoslash|live|noInline|showLineNumbers|wrap|lines|expandable|copy|linenums|\}|v-pre)$/.test(word),
    );
  const title = quoted?.[1] ?? quoted?.[2] ?? quoted?.[3] ?? bracketed ?? words.join(' ');
  return { language, title, hasMarks: rest.trim() !== '' };
}

/** The text in an element, without tags. */
export function plainOf(element: Element): string {
  const text = element.children.map((child) => {
    if (child.type === 'element') return child.isClosed ? plainOf(child) : child.tag;
    return child.type === 'fence'
      ? child.lines.join('\n')
      : child.type === 'code' || child.type === 'text'
        ? child.value
        : '';
  });
  const isRaw = element.name === 'pre';
  return decodeReferences(isRaw ? text.join('').replaceAll(/<\/?[a-z][^>]*>/gi, '') : text.join(''));
}

export function languageOfPre({ attributes, children }: Element): string {
  const [first] = children;
  const named = `${attributes.get('class') ?? ''} ${first?.type === 'code' ? first.value.slice(0, 200) : ''}`;
  return /\blang(?:uage)?-([\w-]+)/.exec(named)?.[1] ?? '';
}

export function code(text: string): string {
  if (text === '') return '';
  const runs = text.match(/`+/g) ?? [];
  const mark = '`'.repeat(Math.max(0, ...runs.map(({ length }) => length)) + 1);
  return mark === '`' ? `\`${text}\`` : `${mark} ${text} ${mark}`;
}

export function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const mark = '`'.repeat(longest + 1);
  return `${mark}${language}\n${text}\n${mark}`;
}

/** Writes the address of a link in Markdown syntax. */
export const destination = (address: string): string => {
  const trimmed = address.trim().replaceAll(/\s/g, '%20');
  return /[()<>]/.test(trimmed) ? `<${trimmed.replaceAll(/[<>]/g, encodeURIComponent)}>` : trimmed;
};

export const quoted = (body: string): string =>
  body
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');

export const listItem = (marker: string, body: string): string =>
  body
    .split('\n')
    .map((line, index) => (index === 0 ? marker + line : line === '' ? '' : ' '.repeat(marker.length) + line))
    .join('\n');

/** The text of a card that is a link as a whole. Its first line becomes the link. If this line has markup, the link follows the text. */
export function linkedBox(body: string, href: string): string {
  const [first = '', ...rest] = body.split('\n\n');
  const isName = /^[^\n[\]!#>|`]+$/.test(first);
  const blocks = isName ? [`[${first}](${destination(href)})`, ...rest] : [body, `[${href}](${destination(href)})`];
  return blocks.join('\n\n');
}

/** Escapes a title that is put between bold marks. */
export const escaped = (title: string): string => title.trim().replaceAll(/(?<!\\)[*<]/g, '\\$&');

/** Joins the blocks of a text with spaces, so that it fits into a line or a table cell. */
export function onOneLine(body: string): string {
  return body
    .replaceAll(/^[ \t]*(?:>[ \t]?)+/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();
}

/** The anchor of a title, as GitHub forms it for headings. Documentation tools use the same form for accordions, tabs and steps. */
export const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-');

/** For each line, whether it is in a fenced code block. The lines with the fences count as inside. */
function fencedLines(lines: readonly string[]): boolean[] {
  let mark = '';
  return lines.map((line) => {
    const [, found = '', rest = ''] = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (mark === '') {
      if (found !== '' && !(found.startsWith('`') && rest.includes('`'))) mark = found;
      return mark !== '';
    }
    if (found.startsWith(mark) && rest.trim() === '') mark = '';
    return true;
  });
}

/** Whether a text has a heading. Lines that begin with `#` in code do not count. */
export function hasHeading(text: string): boolean {
  const lines = text.split('\n');
  const inFence = fencedLines(lines);
  return lines.some((line, index) => !inFence[index] && /^#{1,6} /.test(line));
}

/**
 * Removes the indentation that all lines share, and empty lines at both ends. The first line does not count, because it follows a tag
 * and is not indented.
 */
export function dedent(text: string): string {
  const lines = text.split('\n');
  const inFence = fencedLines(lines);
  const widths = lines
    .slice(1)
    .flatMap((line, index) => (line.trim() === '' || isCodeLine(inFence, index + 1) ? [] : [indentOf(line)]));
  const common = Math.min(...widths, Number.POSITIVE_INFINITY);
  const shared = Number.isFinite(common) ? common : 0;
  const stripped = lines.map((line, index) =>
    index === 0 ? line.trimStart() : line.slice(Math.min(shared, indentOf(line))),
  );
  return stripped
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}

/** Whether a line is code inside a fence. Such a line may be indented less than its fence. */
export const isCodeLine = (inFence: readonly boolean[], index: number): boolean =>
  inFence[index] === true && inFence[index - 1] === true;

export const indentOf = (line: string): number => /^[ \t]*/.exec(line)?.[0].length ?? 0;

/** Leaves at most one empty line between blocks and none at both ends. Code is unchanged. */
export function tidy(text: string): string {
  const lines = text.split('\n');
  const inFence = fencedLines(lines);
  const kept: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (inFence[index]) kept.push(line);
    else if (line.trim() !== '') kept.push(line);
    else if (kept.at(-1) !== '' && kept.length > 0) kept.push('');
  }
  return kept.join('\n').trim();
}

export function itemsIn(element: Element, names: readonly string[]): Element[] {
  return element.children.flatMap((child) => {
    if (child.type !== 'element') return [];
    return names.includes(child.name) ? [child] : itemsIn(child, names);
  });
}

export function inlineCode(element: Element): string {
  // A link inside code becomes a link around the code.
  const inner = element.children.find((child) => child.type === 'element' && child.name === 'a');
  const href = inner?.type === 'element' ? inner.attributes.get('href') : undefined;
  const text = code(plainOf(element).replace(/\s+/g, ' ').trim());
  return href === undefined ? text : `[${text}](${destination(href)})`;
}

/** The number of a step among the steps of its parent. */
export function stepNumber(element: Element, source: string): number {
  const before = source.slice(0, element.at);
  const parent = Math.max(before.lastIndexOf('<Steps'), before.lastIndexOf('<steps'), 0);
  return (before.slice(parent).match(/<step(?=[\s>])/gi)?.length ?? 0) + 1;
}

export function imageOf(element: Element): string {
  const first = (name: string): string | undefined => {
    const value = element.attributes.get(name);
    return value === undefined || value.startsWith('{') ? undefined : value;
  };
  const required = /require\(\s*['"](.+?)['"]\s*\)/.exec(element.attributes.get('src') ?? '')?.[1];
  const source = first('src') ?? required ?? first('data-src');
  if (source === undefined) return '';
  const alt = onOneLine(first('alt') ?? first('title') ?? '').replace(/[[\]]/g, '\\$&');
  return `![${alt}](${destination(source)})`;
}

/** A Markdown table with its caption above. The first row is the head. */
export function tableText(rows: readonly (readonly string[])[], caption: string): string {
  const columns = Math.max(0, ...rows.map(({ length }) => length));
  if (columns === 0) return '';
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: columns }, (_, index) => cells[index] ?? '').join(' | ')} |`;
  const [head = [], ...body] = rows;
  const above = caption === '' ? '' : `*${caption}*\n\n`;
  return `${above}${[line(head), `|${' --- |'.repeat(columns)}`, ...body.map(line)].join('\n')}`;
}

/** The items of an HTML list with their Markdown markers. In a definition list, terms are bold and followed by their definitions. */
export function listItems({ name, attributes, children }: Element, contentOf: (item: Element) => string) {
  let number = Number(attributes.get('start') ?? 1);
  return children.flatMap((item) => {
    if (item.type !== 'element') return [];
    const body = contentOf(item);
    if (item.name === 'dt') return [{ marker: '- ', body: `**${onOneLine(body)}**` }];
    if (item.name === 'dd') return [{ marker: '  ', body }];
    return [{ marker: name === 'ol' ? `${number++}. ` : '- ', body }];
  });
}

/** The address of a video, an audio file or an embedded page; undefined if it is a JSX expression. */
export function mediaSource({ attributes, children }: Element): string | undefined {
  const own = attributes.get('src') ?? attributes.get('data');
  const inner = children.find((child) => child.type === 'element' && child.name === 'source');
  const source = own ?? (inner?.type === 'element' ? inner.attributes.get('src') : undefined);
  return source?.startsWith('{') ? undefined : source;
}

/** Component name → path of the file that an MDX page imports under this name. */
export const importedFiles = (nodes: readonly MarkupNode[]): Map<string, string> =>
  new Map(
    nodes.flatMap((node) => {
      const [, name, path] =
        (node.type === 'statement' && /^import (\w+) from ['"](?:!!raw-loader!)?(.+?)['"]/.exec(node.value)) || [];
      return name === undefined || path === undefined ? [] : [[name, path] as const];
    }),
  );

/** The text of an attribute; undefined if it is empty or a JSX expression. */
export function attributeOf({ attributes }: Element, name: string): string | undefined {
  const value = attributes.get(name);
  return value === '' || value?.startsWith('{') ? undefined : value;
}
