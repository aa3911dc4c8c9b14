// Writes the markup of documentation tools as Markdown that reads well: a callout becomes a quotation with its kind in bold, a tab
// or an accordion a title in bold with its content below, steps a numbered list, cards and fields a list. The author's own
// Markdown stays as it is. Anchors that links may lead to become marks, which `headings.ts` resolves and removes.

import type { Language } from '../../build/edition/vocabulary.ts';
import type { Bilingual } from '../../build/messages.ts';
import { decodeReferences } from '../../build/rules/characters.ts';
import { type Element, type Fence, type MarkupNode, parseMarkup } from './markup.ts';
import type { NoteKind } from './report.ts';

export interface MarkdownContext {
  language: Language;
  isMdx: boolean;
  /** Takes down what happened to the markup at an offset. */
  note: (kind: NoteKind, at: number, what: Bilingual) => void;
  /** The text of a file that the page includes by a path as it stands there; undefined when there is none. */
  include: (path: string) => { text: string; isMdx: boolean } | undefined;
}

/** Stands for an anchor in a text: characters for private use, which no text of a page keeps. */
export const anchorMark = /\ue010([^\ue010\ue011]*)\ue011/g;
const markOf = (id: string | undefined): string => (id === undefined || /\s/.test(id) ? '' : `\ue010${id}\ue011`);

const labels: { readonly [kind: string]: Bilingual } = {
  note: { zh: '注意', en: 'Note' },
  info: { zh: '信息', en: 'Info' },
  tip: { zh: '提示', en: 'Tip' },
  check: { zh: '成功', en: 'Success' },
  important: { zh: '重要', en: 'Important' },
  warning: { zh: '警告', en: 'Warning' },
  caution: { zh: '小心', en: 'Caution' },
  danger: { zh: '危险', en: 'Danger' },
  example: { zh: '示例', en: 'Example' },
  question: { zh: '问题', en: 'Question' },
  abstract: { zh: '摘要', en: 'Abstract' },
  quote: { zh: '引用', en: 'Quote' },
  bug: { zh: '缺陷', en: 'Bug' },
  failure: { zh: '失败', en: 'Failure' },
};
const calloutKinds: { readonly [name: string]: string } = {
  ...Object.fromEntries(Object.keys(labels).map((kind) => [kind, kind])),
  ...{
    callout: 'note',
    admonition: 'note',
    alert: 'note',
    aside: 'note',
    success: 'check',
    hint: 'tip',
    error: 'danger',
  },
  ...{
    secondary: 'note',
    attention: 'warning',
    summary: 'abstract',
    tldr: 'abstract',
    faq: 'question',
    help: 'question',
  },
  ...{ todo: 'info', seealso: 'info', fail: 'failure', missing: 'failure', cite: 'quote', done: 'check' },
};

/** Elements of HTML that stand in a line of text. */
const inlineNames = new Set([
  ...[
    'a',
    'abbr',
    'b',
    'bdi',
    'br',
    'cite',
    'code',
    'data',
    'del',
    'dfn',
    'em',
    'font',
    'i',
    'img',
    'ins',
    'kbd',
    'mark',
  ],
  ...['q', 's', 'samp', 'small', 'span', 'strike', 'strong', 'sub', 'sup', 'time', 'tt', 'u', 'var', 'wbr', 'input'],
  ...['button', 'label', 'select', 'option', 'badge', 'icon', 'tooltip', 'link'],
]);
const blockNames = new Set([
  ...['address', 'article', 'aside', 'blockquote', 'body', 'center', 'dd', 'details', 'div', 'dl', 'dt', 'fieldset'],
  ...[
    'figcaption',
    'figure',
    'footer',
    'form',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'header',
    'hr',
    'iframe',
    'li',
    'main',
  ],
  ...[
    'nav',
    'ol',
    'p',
    'picture',
    'pre',
    'section',
    'summary',
    'table',
    'tbody',
    'td',
    'tfoot',
    'th',
    'thead',
    'tr',
    'ul',
  ],
  ...[
    'audio',
    'canvas',
    'caption',
    'embed',
    'html',
    'legend',
    'noscript',
    'object',
    'script',
    'source',
    'style',
    'svg',
  ],
  ...[
    'template',
    'textarea',
    'video',
    'colgroup',
    'col',
    'slot',
    'math',
    'meta',
    'track',
    'area',
    'map',
    'head',
    'title',
  ],
]);

/** Components that only arrange what is in them. */
const wrappers = new Set([
  ...[
    'accordiongroup',
    'cardgroup',
    'cardgrid',
    'cards',
    'columns',
    'column',
    'col',
    'row',
    'grid',
    'tabs',
    'tabgroup',
    'codegroup',
  ],
  ...[
    'vtcodegroup',
    'codeblocks',
    'requestexample',
    'responseexample',
    'clientonly',
    'fragment',
    'filetree',
    'accordions',
    'rawblock',
  ],
  ...[
    'frame',
    'raw',
    'vpre',
    'center',
    'banner',
    'browserwindow',
    'details',
    'expandablegroup',
    'fields',
    'hidden',
    'visibility',
  ],
]);

const plural = (zh: string, en: string): Bilingual => ({ zh, en });
const done = {
  callout: plural('提示框 → 引用', 'callout → quotation'),
  tab: plural('选项卡或折叠块 → 粗体标题加内容', 'tab or accordion → bold title with its content'),
  step: plural('步骤 → 编号列表', 'steps → numbered list'),
  card: plural('卡片 → 列表项', 'card → list item'),
  field: plural('字段 → 列表项', 'field → list item'),
  html: plural('HTML → Markdown', 'HTML → Markdown'),
  code: plural('代码块的标题和标记 → 文字', 'title and marks of a code block → text'),
  include: plural('包含的文件 → 它的内容', 'included file → its content'),
  literal: plural('不是标签的尖括号 → 转义', 'angle brackets that are no tag → escaped'),
};

/** The Markdown of a page without front matter. */
export function toMarkdown(text: string, context: MarkdownContext): string {
  const nodes = parseMarkup(text, context.isMdx);
  return tidy(new Writer(text, nodes, context, 0).write(nodes));
}

class Writer {
  readonly #source: string;
  readonly #context: MarkdownContext;
  readonly #depth: number;
  /** Components by name that are other files. */
  readonly #imports: Map<string, string>;

  constructor(source: string, nodes: readonly MarkupNode[], context: MarkdownContext, depth: number) {
    this.#source = source;
    this.#context = context;
    this.#depth = depth;
    this.#imports = new Map(
      nodes.flatMap((node) => {
        const [, name, path] =
          (node.type === 'statement' && /^import (\w+) from ['"](?:!!raw-loader!)?(.+?)['"]/.exec(node.value)) || [];
        return name === undefined || path === undefined ? [] : [[name, path] as const];
      }),
    );
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

  #label(kind: string): string {
    return labels[kind]?.[this.#context.language] ?? kind.charAt(0).toUpperCase() + kind.slice(1);
  }

  #text(value: string): string {
    const text = value
      .replace(/^((?:[ \t]*>)+[ \t]*)\[!(\w+)\][+-]?[ \t]*(.*)$/gm, (_, marks: string, kind: string, title: string) => {
        const label = this.#label(calloutKinds[kind.toLowerCase()] ?? kind.toLowerCase());
        return `${marks}**${title === '' ? label : title}**\n${marks.trimEnd()}`;
      })
      .replace(/^[ \t]*\[\[?toc\]\]?[ \t]*$/gim, '')
      .replace(/:(?:material|octicons|fontawesome|simple)-[\w-]+:/g, '');
    if (this.#context.isMdx) return text;
    // Attributes behind a link, an image or marked text; those of headings are read with the headings.
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
    // Behind the mark of a list there is no room for a title of its own.
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
      // `Promise<string>` and the like would vanish from pages.
      this.#converted(element.at, done.literal);
      return `\\${element.tag}`;
    }
    if (!element.isClosed && !['p', 'li', 'td', 'th', 'tr', 'dd', 'dt'].includes(element.name)) return '';
    return isHtml && isKnown ? this.#html(element) : this.#component(element);
  }

  #lineBefore(at: number): string {
    return this.#source.slice(this.#source.lastIndexOf('\n', at - 1) + 1, at);
  }

  /** Whether an element takes whole lines, and how they are indented. */
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

  /** Puts a block where an element stands: apart from what is around it, and indented as it was. */
  #placed(element: Element, body: string): string {
    if (body.trim() === '') return '';
    const block = this.#blockOf(element);
    if (block === undefined) {
      const isWhole = /\n[ \t]*\n|^(?:`{3}|~{3})/m.test(body) && !/^\s*\|/.test(this.#lineBefore(element.at));
      return isWhole ? `\n\n${body}\n\n` : ` ${onOneLine(body)} `;
    }
    const lines = body.split('\n').map((line, index) => (index === 0 || line === '' ? line : block.indent + line));
    // An admonition ends where the next text begins, others before the end of their line.
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
        return `${label ?? this.#label(kind)}${this.#context.language === 'zh' ? '：' : ': '}${onOneLine(body)}`;
      return this.#placed(
        element,
        quoted(`${mark}**${label ?? this.#label(kind)}**${body === '' ? '' : `\n\n${body}`}`),
      );
    }
    switch (name) {
      case 'tab':
      case 'tabitem':
      case 'accordion':
      case 'accordionitem':
      case 'collapse':
      case 'expandable':
      case 'details':
      case 'update':
      case 'panel':
      case 'vtcodegrouptab':
      case 'swmtoken': {
        this.#converted(at, done.tab);
        const heading =
          title ?? attribute('value', 'summary') ?? (name === 'details' ? this.#label('details') : undefined);
        const description = attribute('description');
        const head = [heading, description].filter((part) => part !== undefined && part !== '').join(' – ');
        const body = this.#content(element);
        return this.#placed(element, head === '' ? body : `${mark}**${escaped(head)}**\n\n${body}`);
      }
      case 'steps':
        return this.#placed(element, this.#content(element));
      case 'step': {
        this.#converted(at, done.step);
        const number = this.#numberOf(element);
        const body = this.#content(element);
        const head = title === undefined ? '' : `${mark}**${escaped(title)}**`;
        // Headings stay headings: a list would hide them from the outline.
        if (/^#{1,6} /m.test(body)) return this.#placed(element, `**${number}. ${escaped(title ?? '')}**\n\n${body}`);
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
      case 'responsefield':
      case 'property':
      case 'param': {
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
        return this.#placed(element, quoted(`**${title ?? this.#label(name)}**\n\n${body}`));
      }
      const text = [element.form === 'tag' ? undefined : title && `**${title}**`, body, caption && `*${caption}*`];
      return this.#placed(element, text.filter((part) => part !== undefined && part !== '').join('\n\n'));
    }
    // A component of the site's own: what it says and leads to is kept.
    const shown = body === '' ? title : body;
    if (href !== undefined && shown !== undefined) {
      this.#converted(at, plural(`组件 <${element.name}> → 链接`, `component <${element.name}> → link`));
      return this.#placed(
        element,
        body.includes('\n') ? `${body}\n\n[${title ?? href}](${href})` : `[${shown}](${href})`,
      );
    }
    this.#dropped(
      at,
      body === ''
        ? plural(`组件 <${element.name}>`, `the component <${element.name}>`)
        : plural(`组件 <${element.name}>（保留其中的文字）`, `the component <${element.name}> (its text is kept)`),
    );
    return this.#placed(element, body === '' && title !== undefined ? title : body);
  }

  /** Which step this is among those beside it. */
  #numberOf(element: Element): number {
    const before = this.#source.slice(0, element.at);
    const parent = Math.max(before.lastIndexOf('<Steps'), before.lastIndexOf('<steps'), 0);
    return (before.slice(parent).match(/<step(?=[\s>])/gi)?.length ?? 0) + 1;
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
    const first = (name: string): string | undefined => {
      const value = element.attributes.get(name);
      return value === undefined || value.startsWith('{') ? undefined : value;
    };
    const required = /require\(\s*['"](.+?)['"]\s*\)/.exec(element.attributes.get('src') ?? '')?.[1];
    const source = first('src') ?? required ?? first('data-src');
    this.#converted(element.at, done.html);
    if (source === undefined) return '';
    const alt = onOneLine(first('alt') ?? first('title') ?? '').replace(/[[\]]/g, '\\$&');
    return `![${alt}](${destination(source)})`;
  }

  #html(element: Element): string {
    const { name, at, attributes } = element;
    const given = (key: string): string | undefined => {
      const value = attributes.get(key);
      return value === '' || value?.startsWith('{') ? undefined : value;
    };
    const mark = markOf(given('id') ?? (name === 'a' ? given('name') : undefined));
    if (name === 'br') return this.#break(element);
    if (name === 'img') return this.#image(element);
    if (name === 'hr') return this.#placed(element, '---');
    if (
      ['script', 'style', 'svg', 'noscript', 'head', 'math', 'meta', 'link', 'map', 'colgroup', 'col'].includes(name)
    ) {
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
    if (name === 'code' || name === 'samp' || name === 'tt' || name === 'kbd') return this.#inlineCode(element);
    if (isBadge) return ` (${given('data-text')})`;
    const body = this.#content(element);
    const text = onOneLine(body);
    const [left = '', right = ''] = [/^\s*/.exec(this.write(element.children))?.[0], ''];
    const marked = (sign: string): string =>
      text === '' ? mark : `${left === '' ? '' : ' '}${mark}${sign}${text}${sign}${right}`;
    switch (name) {
      case 'b':
      case 'strong':
        return marked('**');
      case 'i':
      case 'em':
      case 'cite':
      case 'var':
      case 'dfn':
        return marked('*');
      case 'del':
      case 's':
      case 'strike':
        return marked('~~');
      case 'q':
        return this.#context.language === 'zh' ? `“${text}”` : `"${text}"`;
      case 'sup':
        return /^[\w+-]+$/.test(text) ? `^${text}` : text;
      case 'abbr':
        return given('title') === undefined ? text : `${text} (${given('title')})`;
      case 'a': {
        const href = given('href');
        if (href === undefined || body === '') return mark + text;
        return body.includes('\n\n') && this.#blockOf(element) !== undefined
          ? this.#placed(element, `${body}\n\n[${href}](${destination(href)})`)
          : `${mark}[${text}](${destination(href)})`;
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
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        return this.#placed(element, text === '' ? '' : `${'#'.repeat(Number(name.charAt(1)))} ${mark}${text}`);
    }
    if (inlineNames.has(name)) {
      // Texts of which a style sheet shows one stand side by side.
      const isVariant = given('class') !== undefined && /<\/span>$/.test(this.#source.slice(0, at));
      return `${isVariant ? '/' : ''}${mark}${this.write(element.children)}`;
    }
    return this.#placed(element, mark + body);
  }

  /** Inside a row of a table or a heading, a line break is a space. */
  #break({ at }: Element): string {
    const line = this.#lineBefore(at);
    this.#converted(at, done.html);
    return /^\s*[|#]/.test(line) || /^\s*$/.test(line) || /<t[dh]\b/.test(line)
      ? ' '
      : `\\\n${continued(/^[ \t>]*/.exec(line)?.[0] ?? '')}`;
  }

  #media(element: Element): string {
    const own = element.attributes.get('src') ?? element.attributes.get('data');
    const inner = element.children.find((child) => child.type === 'element' && child.name === 'source');
    const source = own ?? (inner?.type === 'element' ? inner.attributes.get('src') : undefined);
    if (source === undefined || source.startsWith('{')) {
      this.#dropped(element.at, plural(`<${element.name}>`, `<${element.name}>`));
      return '';
    }
    this.#converted(element.at, plural(`<${element.name}> → 链接`, `<${element.name}> → link`));
    const names: { readonly [name: string]: Bilingual } = {
      video: { zh: '视频', en: 'Video' },
      audio: { zh: '音频', en: 'Audio' },
    };
    const kind = names[element.name] ?? { zh: '嵌入内容', en: 'Embedded content' };
    const title = element.attributes.get('title') ?? kind[this.#context.language];
    return this.#placed(element, `[${escaped(title)}](${destination(source)})`);
  }

  #inlineCode(element: Element): string {
    // A link in code stays a link: around the code.
    const inner = element.children.find((child) => child.type === 'element' && child.name === 'a');
    const href = inner?.type === 'element' ? inner.attributes.get('href') : undefined;
    const text = code(plainOf(element).replace(/\s+/g, ' ').trim());
    return href === undefined ? text : `[${text}](${destination(href)})`;
  }

  #items(element: Element, names: readonly string[]): Element[] {
    return element.children.flatMap((child) => {
      if (child.type !== 'element') return [];
      return names.includes(child.name) ? [child] : this.#items(child, names);
    });
  }

  #list(element: Element): string {
    const items = element.children.filter((child) => child.type === 'element');
    const isOrdered = element.name === 'ol';
    let number = Number(element.attributes.get('start') ?? 1);
    const texts = items.map((item) => {
      const body = this.#content(item);
      if (item.name === 'dt') return { marker: '- ', body: `**${onOneLine(body)}**` };
      if (item.name === 'dd') return { marker: '  ', body };
      return { marker: isOrdered ? `${number++}. ` : '- ', body };
    });
    if (this.#blockOf(element) === undefined) return ` ${texts.map(({ body }) => onOneLine(body)).join('; ')} `;
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
    const rows = this.#items(element, ['tr']).map((row) =>
      this.#items(row, ['td', 'th']).flatMap((cell) => {
        const span = Math.min(20, Math.max(1, Number(cell.attributes.get('colspan')) || 1));
        const text = onOneLine(this.#content(cell)).replace(/(?<!\\)\|/g, '\\|');
        return [text, ...Array.from({ length: span - 1 }, () => '')];
      }),
    );
    const columns = Math.max(0, ...rows.map(({ length }) => length));
    if (columns === 0) return '';
    const line = (cells: readonly string[]): string =>
      `| ${Array.from({ length: columns }, (_, index) => cells[index] ?? '').join(' | ')} |`;
    const [head = [], ...body] = rows;
    const caption = this.#items(element, ['caption'])[0];
    const above = caption === undefined ? '' : `*${onOneLine(this.#content(caption))}*\n\n`;
    return `${above}${[line(head), `|${' --- |'.repeat(columns)}`, ...body.map(line)].join('\n')}`;
  }
}

/** What continues a line under its marks: white space as wide as they are; quotation marks stay. */
function continued(before: string): string {
  return before.replaceAll(/[^\s>]/g, ' ');
}

/** The language, title and further marks behind a fence, in the ways of VitePress, Docusaurus, Mintlify and MkDocs. */
function readInfo(info: string): { language: string; title: string; hasMarks: boolean } {
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

/** What an element says, without tags. */
function plainOf(element: Element): string {
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

function languageOfPre({ attributes, children }: Element): string {
  const [first] = children;
  const named = `${attributes.get('class') ?? ''} ${first?.type === 'code' ? first.value.slice(0, 200) : ''}`;
  return /\blang(?:uage)?-([\w-]+)/.exec(named)?.[1] ?? '';
}

function code(text: string): string {
  if (text === '') return '';
  const runs = text.match(/`+/g) ?? [];
  const mark = '`'.repeat(Math.max(0, ...runs.map(({ length }) => length)) + 1);
  return mark === '`' ? `\`${text}\`` : `${mark} ${text} ${mark}`;
}

function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const mark = '`'.repeat(longest + 1);
  return `${mark}${language}\n${text}\n${mark}`;
}

/** The address of a link as Markdown takes it. */
const destination = (address: string): string => {
  const trimmed = address.trim().replaceAll(/\s/g, '%20');
  return /[()<>]/.test(trimmed) ? `<${trimmed.replaceAll(/[<>]/g, encodeURIComponent)}>` : trimmed;
};

const quoted = (body: string): string =>
  body
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');

const listItem = (marker: string, body: string): string =>
  body
    .split('\n')
    .map((line, index) => (index === 0 ? marker + line : line === '' ? '' : ' '.repeat(marker.length) + line))
    .join('\n');

/** A title inside bold marks. */
const escaped = (title: string): string => title.trim().replaceAll(/(?<!\\)[*<]/g, '\\$&');

/** Blocks inside a line of text or a cell: items and paragraphs one after the other. */
function onOneLine(body: string): string {
  return body
    .replaceAll(/^[ \t]*(?:>[ \t]?)+/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();
}

/** As GitHub makes the anchors of headings, which tools also give to accordions, tabs and steps. */
const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-');

/** Whether each line of a text stands in a fence; the fences themselves do. */
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

/** Takes away the indentation that all lines share, and empty lines around them. A first line that follows a tag has none. */
function dedent(text: string): string {
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

/** A line of code, which may be indented less than its fence. */
const isCodeLine = (inFence: readonly boolean[], index: number): boolean =>
  inFence[index] === true && inFence[index - 1] === true;

const indentOf = (line: string): number => /^[ \t]*/.exec(line)?.[0].length ?? 0;

/** At most one empty line between blocks; white space at the end of empty lines goes. Code stays as it is. */
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
