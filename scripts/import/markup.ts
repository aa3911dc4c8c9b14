// Parses the markup of a page that Markdown does not have: elements of HTML and MDX, containers (`:::`), admonitions (`!!!`) and tabs
// (`===`). It also finds fences. Everything else stays verbatim. Every input is accepted: unclosed or unknown markup is text. No existing
// parser is used, because none of them reads all three: VitePress pages, MDX and Markdown.
import { decodeReferences } from '../../build/rules/characters.ts';
import { extentOf, markdown, nodesIn } from '../../build/source/markdown.ts';

export type MarkupNode = Text | Code | Fence | Element | Comment;

/** Markdown that is kept verbatim. */
interface Text {
  type: 'text';
  value: string;
  at: number;
}

/** Inline or indented code, which is kept verbatim. */
interface Code {
  type: 'code';
  value: string;
  at: number;
}

export interface Fence {
  type: 'fence';
  /** The text before the fence on its line: white space, list markers, and the `>` of block quotes. */
  before: string;
  mark: string;
  info: string;
  /** The lines between the fences, verbatim. */
  lines: string[];
  at: number;
}

export interface Element {
  type: 'element';
  /** The name as written. For a container or admonition, its kind, such as `tip`. */
  name: string;
  form: 'tag' | 'container' | 'admonition' | 'tab';
  /** Name → value. The value is empty for an attribute without a value. A JSX expression keeps its braces. */
  attributes: ReadonlyMap<string, string>;
  children: MarkupNode[];
  at: number;
  /** The offset after the closing tag. */
  end: number;
  /** The tag as written. */
  tag: string;
  isClosed: boolean;
}

/** A comment, or an MDX statement such as `import`. */
interface Comment {
  type: 'comment' | 'statement';
  value: string;
  at: number;
}

interface OpenElement extends Element {
  /** For admonitions: the element ends before the first line that is indented by fewer columns. */
  indentMin?: number;
}

/** HTML elements that have no content and no closing tag. */
const voidNames = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);
/** Elements whose content is not Markdown. */
const rawNames = new Set(['script', 'style', 'pre', 'svg', 'noscript', 'math']);

/** Parses a text into nodes. The text must have LF line ends and no front matter. */
export function parseMarkup(text: string, isMdx: boolean): MarkupNode[] {
  return new MarkupReader(text, isMdx).read();
}

class MarkupReader {
  readonly #text: string;
  readonly #isMdx: boolean;
  readonly #root: MarkupNode[] = [];
  readonly #open: OpenElement[] = [];
  /** Start offset → end offset of indented code. Empty for MDX, which has no indented code. */
  readonly #indentedCode: ReadonlyMap<number, number>;
  #at = 0;

  constructor(text: string, isMdx: boolean) {
    this.#text = text;
    this.#isMdx = isMdx;
    this.#indentedCode = isMdx ? new Map() : indentedCodeIn(text);
  }

  read(): MarkupNode[] {
    while (this.#at < this.#text.length) {
      const lineEnd = this.#lineEnd(this.#at);
      const line = this.#text.slice(this.#at, lineEnd);
      this.#closeByIndent(line);
      if (!this.#readBlock(line, lineEnd)) this.#readInline(lineEnd);
    }
    while (this.#open.length > 0) this.#leave(this.#text.length, this.#open.at(-1)?.form !== 'tag');
    return this.#root;
  }

  get #children(): MarkupNode[] {
    return this.#open.at(-1)?.children ?? this.#root;
  }

  /** The offset at which the line that contains `at` ends, before its line break. */
  #lineEnd(at: number): number {
    const end = this.#text.indexOf('\n', at);
    return end === -1 ? this.#text.length : end;
  }

  #addText(value: string, at: number): void {
    const last = this.#children.at(-1);
    if (last?.type === 'text') last.value += value;
    else if (value !== '') this.#children.push({ type: 'text', value, at });
  }

  #enter(element: Omit<OpenElement, 'children' | 'end' | 'isClosed' | 'type'>): void {
    this.#open.push({ ...element, type: 'element', children: [], end: element.at, isClosed: false });
  }

  /** Closes the innermost element. If its closing tag is missing, the element is empty and its children become siblings. */
  #leave(end: number, isClosed: boolean): void {
    const element = this.#open.pop();
    if (element === undefined) return;
    const { indentMin: _, ...closed } = element;
    if (isClosed) this.#children.push({ ...closed, end, isClosed: true });
    else {
      this.#children.push({ ...closed, children: [], end: element.at + element.tag.length });
      for (const child of element.children) {
        if (child.type === 'text') this.#addText(child.value, child.at);
        else this.#children.push(child);
      }
    }
  }

  #leaveTo(index: number, end: number): void {
    while (this.#open.length > index + 1) this.#leave(end, this.#open.at(-1)?.form !== 'tag');
    this.#leave(end, true);
  }

  #closeByIndent(line: string): void {
    if (line.trim() === '') return;
    const index = this.#open.findIndex(({ indentMin = 0 }) => columnOf(line) < indentMin);
    if (index !== -1) this.#leaveTo(index, this.#at);
  }

  /** Reads markup that occupies whole lines; returns false if none begins here. */
  #readBlock(line: string, lineEnd: number): boolean {
    const code = this.#indentedCode.get(this.#at);
    const isInComponent = this.#open.some(({ form, name }) => form !== 'tag' || /^[A-Z]/.test(name));
    if (code !== undefined && !isInComponent) {
      this.#children.push({ type: 'code', value: this.#text.slice(this.#at, code), at: this.#at });
      this.#at = code;
      return true;
    }
    return this.#readFence(line) || this.#readContainer(line, lineEnd) || this.#readStatement(line);
  }

  #readFence(line: string): boolean {
    const [, before = '', mark = '', info = ''] =
      /^([ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]*)*)(`{3,}(?=[^`]*$)|~{3,})(.*)$/.exec(line) ?? [];
    if (mark === '') return false;
    const closing = new RegExp(`^[ \\t>]*\\${mark.charAt(0)}{${mark.length},}[ \\t]*$`);
    const lines: string[] = [];
    const at = this.#at;
    let next = this.#lineEnd(at) + 1;
    while (next <= this.#text.length) {
      const end = this.#lineEnd(next);
      const inner = this.#text.slice(next, end);
      next = end + 1;
      if (closing.test(inner)) break;
      lines.push(inner);
    }
    this.#children.push({ type: 'fence', before, mark, info: info.trim(), lines, at });
    this.#at = Math.min(next - 1, this.#text.length);
    this.#takeLineEnd();
    return true;
  }

  #takeLineEnd(): void {
    if (this.#text[this.#at] !== '\n') return;
    this.#addText('\n', this.#at);
    this.#at += 1;
  }

  #readContainer(line: string, lineEnd: number): boolean {
    const closing = /^[ \t>]*:{3,}[ \t]*$/.test(line);
    const innermost = this.#open.findLastIndex(({ form }) => form === 'container');
    if (closing && innermost !== -1) {
      this.#leaveTo(innermost, lineEnd);
      this.#at = lineEnd;
      this.#takeLineEnd();
      return true;
    }
    const [, indent = '', container, admonition, tab] =
      /^([ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]+)*)(?::{3,}[ \t]*([a-zA-Z][\w-]*.*)|(?:!!!|\?\?\?\+?)[ \t]+(\w.*)|===[+!]*[ \t]+(["'].*))$/.exec(
        line,
      ) ?? [];
    const written = container ?? admonition ?? tab;
    if (written === undefined) return false;
    const form = container !== undefined ? 'container' : admonition !== undefined ? 'admonition' : 'tab';
    this.#addText(indent, this.#at);
    const { name, title } = namesOf(written, form);
    const attributes = new Map(title === undefined ? [] : [['title', title]]);
    const at = this.#at + indent.length;
    const tag = line.slice(indent.length);
    if (form === 'container') this.#enter({ name, form, attributes, at, tag });
    else this.#enter({ name, form, attributes, at, tag, indentMin: this.#contentColumn(indent, lineEnd) });
    this.#at = lineEnd;
    this.#takeLineEnd();
    return true;
  }

  /** The indentation of an admonition's content: four columns more than the admonition, or fewer if the first line is indented less. */
  #contentColumn(indent: string, lineEnd: number): number {
    const following = /^(?:[ \t]*\n)*([ \t]*)\S/.exec(this.#text.slice(lineEnd + 1, lineEnd + 1000))?.[1] ?? '';
    const own = columnOf(`${indent}x`);
    return columnOf(`${following}x`) > own ? Math.min(own + 4, columnOf(`${following}x`)) : own + 4;
  }

  /** Reads an `import` or `export` of MDX. It ends at a line end where all its brackets are closed. */
  #readStatement(line: string): boolean {
    const isStatement = this.#isMdx
      ? /^(?:import[ {*'"]|export (?:const|let|default|function|async|\{))/.test(line)
      : /^import .+ from ['"].+['"];?\s*$/.test(line);
    if (!isStatement || this.#open.length > 0) return false;
    let end = this.#lineEnd(this.#at);
    const isOpen = (): boolean => {
      const written = this.#text.slice(this.#at, end);
      return (written.match(/[{([]/g)?.length ?? 0) > (written.match(/[})\]]/g)?.length ?? 0);
    };
    while (end < this.#text.length && isOpen()) end = this.#lineEnd(end + 1);
    this.#children.push({ type: 'statement', value: this.#text.slice(this.#at, end), at: this.#at });
    this.#at = end;
    this.#takeLineEnd();
    return true;
  }

  /** Reads to the end of a line. A tag or code that begins in the line is read to its own end. */
  #readInline(lineEnd: number): void {
    const special = /[\\`<{]/g;
    while (this.#at < lineEnd) {
      special.lastIndex = this.#at;
      const found = special.exec(this.#text);
      const next = found === null || found.index > lineEnd ? lineEnd : found.index;
      this.#addText(this.#text.slice(this.#at, next), this.#at);
      this.#at = next;
      if (next === lineEnd) break;
      this.#readSpecial();
      // After an element of several lines, reading continues to the end of its last line.
      if (this.#at > lineEnd) lineEnd = this.#lineEnd(this.#at);
    }
    this.#takeLineEnd();
  }

  #readSpecial(): void {
    const at = this.#at;
    const character = this.#text.charAt(at);
    const length =
      character === '`' ? this.#readCode() : character === '<' ? this.#readAngle() : this.#readBraceOrEscape(character);
    if (length > 0) this.#at = at + length;
    else {
      this.#addText(character, at);
      this.#at = at + 1;
    }
  }

  #readBraceOrEscape(character: string): number {
    const rest = this.#text.slice(this.#at, this.#at + 2000);
    if (character === '\\') {
      this.#addText(rest.slice(0, 2), this.#at);
      return 2;
    }
    if (!this.#isMdx) return 0;
    const [comment] = /^\{\s*\/\*[\s\S]*?\*\/\s*\}/.exec(rest) ?? [];
    if (comment !== undefined) {
      this.#children.push({ type: 'comment', value: comment, at: this.#at });
      return comment.length;
    }
    const [literal, , value = ''] = /^\{\s*(["'`])([^"'`{}\n]*)\1\s*\}/.exec(rest) ?? [];
    if (literal === undefined) return 0;
    this.#addText(value, this.#at);
    return literal.length;
  }

  /** Reads inline code and returns the offset after it. Inline code ends within its paragraph. */
  #readCode(): number {
    const at = this.#at;
    const [mark = ''] = /^`+/.exec(this.#text.slice(at, at + 100)) ?? [];
    const blank = this.#text.slice(at).search(/\n[ \t]*\n/);
    const paragraph = this.#text.slice(at, blank === -1 ? undefined : at + blank);
    const closing = new RegExp(`(?<!\`)${mark}(?!\`)`, 'g');
    closing.lastIndex = mark.length;
    const end = closing.exec(paragraph)?.index;
    if (end === undefined) {
      this.#addText(mark, at);
      return mark.length;
    }
    this.#children.push({ type: 'code', value: paragraph.slice(0, end + mark.length), at });
    return end + mark.length;
  }

  #readAngle(): number {
    const at = this.#at;
    if (this.#text.startsWith('<!--', at)) {
      const end = this.#text.indexOf('-->', at);
      const value = this.#text.slice(at, end === -1 ? undefined : end + 3);
      this.#children.push({ type: 'comment', value, at });
      return value.length;
    }
    const tag = readTag(this.#text, at);
    if (tag === undefined) return 0;
    const { name, attributes, isClosing, isSelfClosing, end } = tag;
    const written = this.#text.slice(at, end);
    if (isClosing) {
      const index = this.#open.findLastIndex((element) => element.form === 'tag' && element.name === name);
      const container = this.#open.findLastIndex(({ form }) => form === 'container');
      if (index > container) this.#leaveTo(index, end);
      // Browsers read `</br>` as a line break; other closing tags without an opening one are dropped.
      else if (index === -1 && !/^[a-z][a-z0-9]*$|^[A-Z]/.test(name)) this.#addText(`\\${written}`, at);
      return end - at;
    }
    this.#enter({ name, form: 'tag', attributes, at, tag: written });
    if (isSelfClosing || voidNames.has(name)) this.#leave(end, true);
    else if (rawNames.has(name)) {
      const closing = this.#text.slice(end).search(new RegExp(`</${name}\\s*>`, 'i'));
      if (closing === -1) return end - at;
      const close = this.#text.indexOf('>', end + closing) + 1;
      this.#children.push({ type: 'code', value: this.#text.slice(end, end + closing), at: end });
      this.#leave(close, true);
      return close - at;
    }
    return end - at;
  }
}

const columnOf = (line: string): number => /^[ \t]*/.exec(line)?.[0].replaceAll('\t', '    ').length ?? 0;

/** Reads kind and title from the words after the mark: `tip Title`, `note[Title]{#id}`, `warning "Title"` or `"Tab"`. */
function namesOf(written: string, form: Element['form']): { name: string; title: string | undefined } {
  if (form === 'tab') return { name: 'tab', title: written.trim().replace(/^(["'])(.*)\1$/, '$2') };
  const [, name = '', rest = ''] = /^([\w-]+)(.*)$/.exec(written) ?? [];
  const title = rest
    .replace(/\s*\{[^}]*\}\s*$/, '')
    .trim()
    .replace(/^\[(.*)\]$/, '$1');
  // Words between the kind and the title of an admonition are classes: `!!! note inline end "Title"`.
  const quoted = /"(.*)"/.exec(title)?.[1];
  const named = form === 'admonition' ? quoted : title;
  return { name, title: named === '' ? undefined : named };
}

interface Tag {
  name: string;
  attributes: Map<string, string>;
  isClosing: boolean;
  isSelfClosing: boolean;
  end: number;
}

/** The tag at an offset; undefined for `a < b`, `<https://…>` and other text. */
function readTag(text: string, at: number): Tag | undefined {
  // The pattern requires a name, so a JSX fragment (`<>`) is not a tag.
  const [opening, slash = '', name = ''] = /^<(\/?)([A-Za-z][\w.-]*(?![:@\w]))/.exec(text.slice(at, at + 200)) ?? [];
  if (opening === undefined) return undefined;
  const attributes = new Map<string, string>();
  let position = at + opening.length;
  while (position < text.length) {
    const rest = text.slice(position, position + 8000);
    const [space = ''] = /^\s+/.exec(rest) ?? [];
    const [end] = /^\s*\/?>/.exec(rest) ?? [];
    if (end !== undefined) {
      const isSelfClosing = end.includes('/');
      return { name, attributes, isClosing: slash !== '', isSelfClosing, end: position + end.length };
    }
    if (/\n\s*\n/.test(space) || space === '') return undefined;
    position += space.length;
    const attribute =
      /^(?:\{\.\.\.[^}]*\}|([@#:A-Za-z_][\w:.@#[\]-]*)(?:\s*=\s*("[^"]*"|'[^']*'|(?=\{)|[^\s"'<>{}]+))?)/.exec(
        text.slice(position, position + 8000),
      );
    if (attribute === null) return undefined;
    const [written, attributeName, value] = attribute;
    position += written.length;
    if (value === '') {
      const expression = bracedAt(text, position);
      if (expression === undefined) return undefined;
      position += expression.length;
      if (attributeName !== undefined) attributes.set(attributeName, literalOf(expression));
    } else if (attributeName !== undefined) {
      attributes.set(attributeName, decodeReferences((value ?? '').replace(/^(["'])([\s\S]*)\1$/, '$2')));
    }
  }
  return undefined;
}

/** The text of a braced expression, including nested braces. */
function bracedAt(text: string, at: number): string | undefined {
  let depth = 0;
  for (let end = at; end < text.length && end - at < 8000; end += 1) {
    if (text[end] === '{') depth += 1;
    if (text[end] === '}') depth -= 1;
    if (depth === 0) return text.slice(at, end + 1);
  }
  return undefined;
}

/** The string in a JSX expression such as `{"text"}`. Returns other expressions unchanged. */
const literalOf = (expression: string): string => /^\{\s*(["'`])([^"'`]*)\1\s*\}$/.exec(expression)?.[2] ?? expression;

/** Offset of the first line → end offset of each block of indented code. */
function indentedCodeIn(text: string): Map<number, number> {
  const found = nodesIn(markdown.parse(text).children).filter(({ type }) => type === 'code');
  return new Map(
    found.flatMap((node): [number, number][] => {
      const { start, end } = extentOf(node);
      const lineStart = text.lastIndexOf('\n', start - 1) + 1;
      const isIndented = !/^(?:`{3}|~{3})/.test(text.slice(start, start + 3).trimStart());
      return isIndented && text.slice(lineStart, start).trim() === '' ? [[lineStart, end]] : [];
    }),
  );
}
