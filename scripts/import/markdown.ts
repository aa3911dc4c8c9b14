// Converts the markup of documentation tools to Markdown: callouts become quotations with their kind in bold; tabs and accordions
// become a bold title above their content; steps become numbered lists; cards and fields become lists. Anchors become marks, which
// `page.ts` resolves.
import type { Bilingual } from '../../build/edition/vocabulary.ts';
import {
  attributeOf,
  code,
  continued,
  dedent,
  destination,
  escaped,
  fenced,
  hasHeading,
  imageOf,
  importedFiles,
  inlineCode,
  itemsIn,
  languageOfPre,
  linkedBox,
  listItem,
  listItems,
  type MarkdownContext,
  markOf,
  mediaSource,
  onOneLine,
  plainOf,
  quoted,
  readInfo,
  slugOf,
  stepNumber,
  tableText,
  tidy,
} from './markdown-text.ts';
import { type Element, type Fence, type MarkupNode, parseMarkup } from './markup.ts';
import {
  blockNames,
  calloutKinds,
  done,
  inlineNames,
  labelOf,
  mediaNames,
  plural,
  signs,
  withoutText,
  wrappers,
} from './markup-names.ts';

/** The Markdown of a page without front matter. */
export function toMarkdown(text: string, context: MarkdownContext): string {
  const nodes = parseMarkup(text, context.isMdx);
  return tidy(new Writer(text, nodes, context, 0).write(nodes));
}

class Writer {
  readonly #source: string;
  readonly #context: MarkdownContext;
  readonly #depth: number;
  /** Component name → path of the file that the page imports under this name. */
  readonly #imports: Map<string, string>;

  constructor(source: string, nodes: readonly MarkupNode[], context: MarkdownContext, depth: number) {
    this.#source = source;
    this.#context = context;
    this.#depth = depth;
    this.#imports = importedFiles(nodes);
  }

  write(nodes: readonly MarkupNode[]): string {
    return nodes
      .map((node) => {
        if (node.type === 'text') return this.#text(node.value);
        if (node.type === 'fence') return this.#fence(node);
        if (node.type === 'element') return this.#element(node);
        if (node.type === 'statement') this.#dropped(node.at, plural('MDX 语句', 'MDX statement'));
        return node.type === 'code' ? node.value : '';
      })
      .join('');
  }

  #dropped(at: number, what: Bilingual): void {
    this.#context.note('dropped', at, what);
  }

  #converted(at: number, what: Bilingual): void {
    this.#context.note('converted', at, what);
  }

  #text(value: string): string {
    const text = value
      .replace(/^((?:[ \t]*>)+[ \t]*)\[!(\w+)\][+-]?[ \t]*(.*)$/gm, (_, marks: string, kind: string, title: string) => {
        const label = labelOf(this.#context.language, calloutKinds[kind.toLowerCase()] ?? kind.toLowerCase());
        return `${marks}**${title === '' ? label : title}**\n${marks.trimEnd()}`;
      })
      .replace(/^[ \t]*\[\[?toc\]\]?[ \t]*$/gim, '')
      .replace(/:(?:material|octicons|fontawesome|simple)-[\w-]+:/g, '');
    if (this.#context.isMdx) return text;
    // Removes attributes such as `{.class}` after a link, an image or marked text. Attributes of headings are read with the headings.
    return text.replace(/(?<=[)*_])\{:?[ \t]*[.#]?[\w-]+(?:=[^}\n]*)?(?:[ \t]+[.#]?[\w-]+(?:=[^}\n]*)?)*[ \t]*\}/g, '');
  }

  #fence({ before, mark, info, lines, at }: Fence): string {
    const { language, title, hasMarks } = readInfo(info);
    let code = lines;
    if (language.endsWith('-vue')) {
      code = code.map((line) => line.replace(/\{\{\s*(['"])(.*?)\1\s*\}\}/g, '$2'));
    }
    code = code
      .filter(
        (line) => !/^\s*(?:\/\/|#|--|\/\*|<!--)\s*highlight-(?:next-line|start|end)\s*(?:\*\/|-->)?\s*$/.test(line),
      )
      .map((line) => line.replace(/\s*(?:\/\/|#|--|\/\*|<!--)\s*\[!code [^\]]*\]\s*(?:\*\/|-->)?\s*$/, ''));
    if (title !== '' || hasMarks || code.join('\n') !== lines.join('\n')) this.#converted(at, done.code);
    const fence = [`${before}${mark}${language.replace(/-vue$/, '')}`, ...code, `${continued(before)}${mark}`].join(
      '\n',
    );
    if (title === '') return fence;
    // A fence right after a list marker gets no title, because the title would become the text of the list item.
    const isFree = /^[ \t>]*$/.test(before);
    return isFree
      ? `${before}**${escaped(title)}**\n${before.trimEnd()}\n${fence}`
      : `${before}**${escaped(title)}**\n\n${continued(before)}${fence.slice(before.length)}`;
  }

  #element(element: Element): string {
    if (element.form !== 'tag') return this.#component(element);
    const isHtml = /^[a-z]/.test(element.name);
    const isKnown = inlineNames.has(element.name) || blockNames.has(element.name);
    if (!element.isClosed && (!isHtml || !isKnown)) {
      // Escapes angle brackets that are no tag: Markdown would drop the type argument of `Promise<string>` as an HTML tag.
      this.#converted(element.at, done.literal);
      return `\\${element.tag}`;
    }
    if (!element.isClosed && !['p', 'li', 'td', 'th', 'tr', 'dd', 'dt'].includes(element.name)) return '';
    return isHtml && isKnown ? this.#html(element) : this.#component(element);
  }

  #lineBefore(at: number): string {
    return this.#source.slice(this.#source.lastIndexOf('\n', at - 1) + 1, at);
  }

  /** The indentation of an element that occupies whole lines; undefined for inline elements. */
  #blockOf(element: Element): { indent: string; isListed: boolean } | undefined {
    const before = this.#lineBefore(element.at);
    const lineEnd = this.#source.indexOf('\n', element.end);
    const behind = this.#source.slice(element.end, lineEnd === -1 ? undefined : lineEnd);
    const outside = before.replace(/<[^>]*>/g, '');
    const marker = /^[ \t]*((?:[-*+]|\d{1,9}[.)])[ \t]+)?$/.exec(outside);
    if (marker === null || (element.form === 'tag' && behind.replace(/<[^>]*>/g, '').trim() !== '')) return undefined;
    if (before !== outside) return { indent: '', isListed: false };
    return { indent: continued(before), isListed: marker[1] !== undefined };
  }

  /** Replaces an element by a block with the same indentation, with empty lines before and after it. */
  #placed(element: Element, body: string): string {
    if (body.trim() === '') return '';
    const block = this.#blockOf(element);
    if (block === undefined) {
      const isWhole = /\n[ \t]*\n|^(?:`{3}|~{3})/m.test(body) && !/^\s*\|/.test(this.#lineBefore(element.at));
      return isWhole ? `\n\n${body}\n\n` : ` ${onOneLine(body)} `;
    }
    const lines = body.split('\n').map((line, index) => (index === 0 || line === '' ? line : block.indent + line));
    // A tag ends before its line end, so one more line end gives an empty line. Admonitions and containers end after their line end.
    const end = element.form === 'tag' ? '\n' : '\n\n';
    return `${block.isListed ? '' : `\n${block.indent}`}${lines.join('\n')}${end}`;
  }

  #content(element: Element): string {
    return dedent(this.write(element.children));
  }

  #component(element: Element): string {
    const name = element.name.toLowerCase().replaceAll(/[-_]/g, '');
    const { at } = element;
    const attribute = (...names: string[]): string | undefined =>
      names.map((key) => element.attributes.get(key)).find((value) => value !== undefined && !/^\{/.test(value));
    const title = attribute('title', 'label', 'header', 'name', 'text');
    const href = attribute('href', 'to', 'link', 'url');
    const mark = markOf(attribute('id')) + (element.form === 'tag' && title !== undefined ? markOf(slugOf(title)) : '');
    const isInline = element.form === 'tag' && this.#blockOf(element) === undefined;

    const path = this.#imports.get(element.name) ?? (name === 'snippet' ? attribute('file', 'src') : undefined);
    const included = path !== undefined && this.#depth < 5 ? this.#included(path, at) : undefined;
    if (included !== undefined) return this.#placed(element, included);

    const calloutKind = calloutKinds[name];
    if (calloutKind !== undefined && !(element.form === 'container' && name === 'details')) {
      this.#converted(at, done.callout);
      const kind = calloutKinds[(attribute('type') ?? name).toLowerCase()] ?? calloutKind;
      const body = this.#content(element);
      const label = element.form === 'tag' ? attribute('title') : title;
      if (isInline)
        return `${label ?? labelOf(this.#context.language, kind)}${this.#context.language === 'zh' ? '：' : ': '}${onOneLine(body)}`;
      return this.#placed(
        element,
        quoted(`${mark}**${label ?? labelOf(this.#context.language, kind)}**${body === '' ? '' : `\n\n${body}`}`),
      );
    }
    switch (name) {
      case 'tab':
      case 'tabitem':
      case 'accordion':
      case 'expandable':
      case 'details':
      case 'update':
      case 'panel':
      case 'vtcodegrouptab': {
        this.#converted(at, done.tab);
        const heading =
          title ??
          attribute('value', 'summary') ??
          (name === 'details' ? labelOf(this.#context.language, 'details') : undefined);
        const description = attribute('description');
        const head = [heading, description].filter((part) => part !== undefined && part !== '').join(' – ');
        const body = this.#content(element);
        return this.#placed(element, head === '' ? body : `${mark}**${escaped(head)}**\n\n${body}`);
      }
      case 'steps':
        return this.#placed(element, this.#content(element));
      case 'step': {
        this.#converted(at, done.step);
        const number = stepNumber(element, this.#source);
        const body = this.#content(element);
        const head = title === undefined ? '' : `${mark}**${escaped(title)}**`;
        // A step with headings does not become a list item, because the outline of an article has no headings in lists.
        if (hasHeading(body)) return this.#placed(element, `**${number}. ${escaped(title ?? '')}**\n\n${body}`);
        return this.#placed(element, listItem(`${number}. `, [head, body].filter((part) => part !== '').join('\n\n')));
      }
      case 'card':
      case 'linkcard':
      case 'tile': {
        this.#converted(at, done.card);
        const body = this.#content(element);
        const named = title === undefined ? '' : escaped(title);
        const head =
          href === undefined ? (named === '' ? '' : `**${named}**`) : `[${named === '' ? href : named}](${href})`;
        const description = attribute('description', 'desc') ?? '';
        const text = [description, body].filter((part) => part !== '').join('\n\n');
        const separator = this.#context.language === 'zh' ? '：' : ': ';
        const isShort = !text.includes('\n') && !/^[-*+>#`|]/.test(text);
        const item =
          text === '' ? head : head === '' ? text : isShort ? `${head}${separator}${text}` : `${head}\n\n${text}`;
        return this.#placed(element, listItem('- ', item));
      }
      case 'paramfield':
      case 'responsefield': {
        this.#converted(at, done.field);
        const field = attribute('path', 'query', 'body', 'header', 'name') ?? '';
        const words = { required: { zh: '必填', en: 'required' }, default: { zh: '默认', en: 'default' } };
        const { language } = this.#context;
        const isRequired = element.attributes.has('required') && element.attributes.get('required') !== '{false}';
        const initial = element.attributes.get('default')?.replace(/^\{(.*)\}$/, '$1');
        const facts = [
          attribute('type'),
          ...(isRequired ? [words.required[language]] : []),
          ...(element.attributes.has('deprecated') ? [{ zh: '已弃用', en: 'deprecated' }[language]] : []),
          ...(initial === undefined ? [] : [`${words.default[language]} \`${initial}\``]),
        ].filter((fact) => fact !== undefined);
        const list = facts.join(language === 'zh' ? '，' : ', ');
        const suffix = list === '' ? '' : language === 'zh' ? `（${list}）` : ` (${list})`;
        const body = this.#content(element);
        const isShort = /^[^\n]*$/.test(body) || !/^[-*+>#`|]|^\d+\. /.test(body);
        const head = `${mark}${code(field)}${suffix}`;
        const separator = language === 'zh' ? '：' : ': ';
        return this.#placed(
          element,
          listItem('- ', body === '' ? head : isShort ? `${head}${separator}${body}` : `${head}\n\n${body}`),
        );
      }
      case 'tooltip': {
        this.#converted(at, done.html);
        const tip = attribute('tip', 'content', 'text', 'headline');
        return `${onOneLine(this.#content(element))}${tip === undefined ? '' : ` (${tip})`}`;
      }
      case 'badge': {
        this.#converted(at, done.html);
        const text = attribute('text') ?? onOneLine(this.#content(element));
        return text === '' ? '' : `(${text})`;
      }
      case 'codeblock': {
        const imported = /^\{(\w+)\}$/.exec(this.#content(element).trim())?.[1] ?? '';
        const included = this.#context.include(this.#imports.get(imported) ?? '')?.text;
        const text = included ?? dedent(this.#content(element).replace(/^\s*\{`([\s\S]*)`\}\s*$/, '$1'));
        this.#converted(at, done.code);
        const head = title === undefined ? '' : `**${escaped(title)}**\n\n`;
        return this.#placed(element, `${head}${fenced(text, attribute('language', 'lang') ?? '')}`);
      }
      case 'image':
      case 'themedimage':
        return this.#image(element);
    }
    const body = this.#content(element);
    if (wrappers.has(name) || element.form === 'container') {
      const caption = attribute('caption');
      if (element.form === 'container' && !wrappers.has(name)) {
        this.#converted(at, done.callout);
        return this.#placed(element, quoted(`**${title ?? labelOf(this.#context.language, name)}**\n\n${body}`));
      }
      const text = [element.form === 'tag' ? undefined : title && `**${title}**`, body, caption && `*${caption}*`];
      return this.#placed(element, text.filter((part) => part !== undefined && part !== '').join('\n\n'));
    }
    // The component is unknown. Its text and its link are kept.
    const shown = body === '' ? title : body;
    if (href !== undefined && shown !== undefined) {
      this.#converted(at, plural(`组件 <${element.name}> → 链接`, `component <${element.name}> → link`));
      return this.#placed(
        element,
        body.includes('\n') ? `${body}\n\n[${title ?? href}](${href})` : `[${shown}](${href})`,
      );
    }
    const [zh, en] = body === '' ? ['', ''] : ['（保留其中的文字）', ' (its text is kept)'];
    this.#dropped(at, plural(`组件 <${element.name}>${zh}`, `the component <${element.name}>${en}`));
    return this.#placed(element, body === '' && title !== undefined ? title : body);
  }

  #included(path: string, at: number): string | undefined {
    const file = this.#context.include(path);
    if (file === undefined) return undefined;
    this.#converted(at, done.include);
    const nodes = parseMarkup(file.text, file.isMdx);
    const context = { ...this.#context, note: () => {}, isMdx: file.isMdx };
    return dedent(new Writer(file.text, nodes, context, this.#depth + 1).write(nodes));
  }

  #image(element: Element): string {
    this.#converted(element.at, done.html);
    return imageOf(element);
  }

  #html(element: Element): string {
    const { name, at } = element;
    const given = (key: string): string | undefined => attributeOf(element, key);
    const mark = markOf(given('id') ?? (name === 'a' ? given('name') : undefined));
    if (name === 'br') return this.#break(element);
    if (name === 'img') return this.#image(element);
    if (name === 'hr') return this.#placed(element, '---');
    if (withoutText.has(name)) {
      this.#dropped(at, plural(`<${name}>`, `<${name}>`));
      return '';
    }
    if (['video', 'audio', 'iframe', 'embed', 'object'].includes(name)) return this.#media(element);
    if (['input', 'wbr', 'area', 'source', 'track', 'canvas', 'slot'].includes(name)) {
      if (name !== 'wbr') this.#dropped(at, plural(`<${name}>`, `<${name}>`));
      return '';
    }
    const isBadge = name === 'sup' && given('data-text') !== undefined;
    if (!['div', 'span', 'p', 'section', 'summary'].includes(name) || isBadge) this.#converted(at, done.html);
    if (name === 'pre')
      return this.#placed(element, fenced(plainOf(element).replace(/^\n|\s+$/g, ''), languageOfPre(element)));
    if (name === 'code' || name === 'samp' || name === 'tt' || name === 'kbd') return inlineCode(element);
    if (isBadge) return ` (${given('data-text')})`;
    const body = this.#content(element);
    const text = onOneLine(body);
    const sign = signs[name];
    if (sign !== undefined) {
      // White space after the opening tag moves before the opening `**` or `*`, because Markdown does not allow it directly after them.
      const space = /^\s/.test(this.write(element.children)) ? ' ' : '';
      return text === '' ? mark : `${space}${mark}${sign}${text}${sign}`;
    }
    if (/^h[1-6]$/.test(name))
      return this.#placed(element, text === '' ? '' : `${'#'.repeat(Number(name.charAt(1)))} ${mark}${text}`);
    switch (name) {
      case 'q':
        return this.#context.language === 'zh' ? `“${text}”` : `"${text}"`;
      case 'sup':
        return /^[\w+-]+$/.test(text) ? `^${text}` : text;
      case 'abbr':
        return given('title') === undefined ? text : `${text} (${given('title')})`;
      case 'a': {
        const href = given('href');
        if (href === undefined || body === '') return mark + text;
        if (!body.includes('\n\n') || this.#blockOf(element) === undefined)
          return `${mark}[${text}](${destination(href)})`;
        return this.#placed(element, mark + linkedBox(body, href));
      }
      case 'blockquote':
        return this.#placed(element, quoted(body));
      case 'ul':
      case 'ol':
      case 'dl':
      case 'menu':
        return this.#list(element);
      case 'details':
        return this.#placed(element, this.#details(element, mark));
      case 'table':
        return this.#placed(element, this.#table(element));
      case 'figcaption':
      case 'caption':
        return this.#placed(element, text === '' ? '' : `*${text}*`);
    }
    if (inlineNames.has(name)) {
      // Adjacent elements with a class are variants, of which a style sheet shows one. All are kept, with slashes between them.
      const isVariant = given('class') !== undefined && /<\/span>$/.test(this.#source.slice(0, at));
      return `${isVariant ? '/' : ''}${mark}${this.write(element.children)}`;
    }
    return this.#placed(element, mark + body);
  }

  /** The Markdown of `<br>`: a space in table rows and headings, else a line break. */
  #break({ at }: Element): string {
    const line = this.#lineBefore(at);
    this.#converted(at, done.html);
    return /^\s*[|#]/.test(line) || /^\s*$/.test(line) || /<t[dh]\b/.test(line)
      ? ' '
      : `\\\n${continued(/^[ \t>]*/.exec(line)?.[0] ?? '')}`;
  }

  #media(element: Element): string {
    const source = mediaSource(element);
    if (source === undefined) {
      this.#dropped(element.at, plural(`<${element.name}>`, `<${element.name}>`));
      return '';
    }
    this.#converted(element.at, plural(`<${element.name}> → 链接`, `<${element.name}> → link`));
    const kind = mediaNames[element.name] ?? { zh: '嵌入内容', en: 'Embedded content' };
    const title = element.attributes.get('title') ?? kind[this.#context.language];
    return this.#placed(element, `[${escaped(title)}](${destination(source)})`);
  }

  #list(element: Element): string {
    const texts = listItems(element, (item) => this.#content(item));
    if (this.#blockOf(element) === undefined) {
      const listed = texts.map(({ body }) => onOneLine(body)).join('; ');
      return ` ${listed.replaceAll(/(?<=[.!?。！？；;]); /g, ' ')} `;
    }
    return this.#placed(element, texts.map(({ marker, body }) => listItem(marker, body)).join('\n'));
  }

  #details(element: Element, mark: string): string {
    this.#converted(element.at, done.tab);
    const summary = element.children.find((child) => child.type === 'element' && child.name === 'summary');
    const title = summary?.type === 'element' ? onOneLine(this.#content(summary)) : '';
    const rest = element.children.filter((child) => child !== summary);
    const head = title === '' || title.startsWith('**') ? title : `**${title.replace(/^#+ /, '')}**`;
    return `${mark}${head}\n\n${dedent(this.write(rest))}`.trim();
  }

  #table(element: Element): string {
    const rows = itemsIn(element, ['tr']).map((row) =>
      itemsIn(row, ['td', 'th']).flatMap((cell) => {
        const span = Math.min(20, Math.max(1, Number(cell.attributes.get('colspan')) || 1));
        const text = onOneLine(this.#content(cell)).replace(/(?<!\\)\|/g, '\\|');
        return [text, ...Array.from({ length: span - 1 }, () => '')];
      }),
    );
    const caption = itemsIn(element, ['caption'])[0];
    return tableText(rows, caption === undefined ? '' : onOneLine(this.#content(caption)));
  }
}
