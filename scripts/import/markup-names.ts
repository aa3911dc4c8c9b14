// What the components, callouts and HTML elements of documentation tools are called, and what becomes of each.
import type { Bilingual, Language } from '../../build/edition/vocabulary.ts';

export const mediaNames: { readonly [name: string]: Bilingual } = {
  video: { zh: '视频', en: 'Video' },
  audio: { zh: '音频', en: 'Audio' },
};

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
export const calloutKinds: { readonly [name: string]: string } = {
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
export const inlineNames = new Set([
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
export const blockNames = new Set([
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
export const wrappers = new Set([
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

export const plural = (zh: string, en: string): Bilingual => ({ zh, en });
export const done = {
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

/** What stands around the text of an inline element. */
export const signs: { readonly [name: string]: string } = {
  b: '**',
  strong: '**',
  i: '*',
  em: '*',
  cite: '*',
  var: '*',
  dfn: '*',
  del: '~~',
  s: '~~',
  strike: '~~',
};

/** Elements that say nothing to a reader of text. */
export const withoutText = [
  'script',
  'style',
  'svg',
  'noscript',
  'head',
  'math',
  'meta',
  'link',
  'map',
  'colgroup',
  'col',
];

/** What a callout of a kind is called above its text. */
export const labelOf = (language: Language, kind: string): string =>
  labels[kind]?.[language] ?? kind.charAt(0).toUpperCase() + kind.slice(1);
