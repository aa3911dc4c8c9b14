// The names of components, callouts and HTML elements of documentation tools, and the words that describe conversions in the report.
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
/** Callout names of VitePress, Docusaurus, Mintlify and MkDocs → the kind of callout. */
export const calloutKinds: { readonly [name: string]: string } = {
  ...Object.fromEntries(Object.keys(labels).map((kind) => [kind, kind])),
  ...{ callout: 'note', admonition: 'note', secondary: 'note', todo: 'info', success: 'check', done: 'check' },
  ...{ hint: 'tip', attention: 'warning', error: 'danger', summary: 'abstract', tldr: 'abstract', cite: 'quote' },
  ...{ faq: 'question', help: 'question', fail: 'failure', missing: 'failure' },
};

const namesOf = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Inline HTML elements. */
export const inlineNames = namesOf(`
  a abbr b badge bdi br button cite code data del dfn em font i icon img input ins kbd label link mark option q s samp select small
  span strike strong sub sup time tooltip tt u var wbr
`);
export const blockNames = namesOf(`
  address area article aside audio blockquote body canvas caption center col colgroup dd details div dl dt embed fieldset figcaption
  figure footer form h1 h2 h3 h4 h5 h6 head header hr html iframe legend li main map math meta nav noscript object ol p picture pre
  script section slot source style summary svg table tbody td template textarea tfoot th thead title tr track ul video
`);

/** Components that only arrange their content. They are replaced by their content. */
export const wrappers = namesOf(`
  accordiongroup banner cardgroup clientonly codegroup column columns fields frame raw requestexample responseexample tabs tiles
  visibility vtcodegroup
`);

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

/** Name of an inline element → the Markdown mark around its text. */
export const signs: { readonly [name: string]: string } = {
  ...{ b: '**', strong: '**', i: '*', em: '*', cite: '*', var: '*', dfn: '*', del: '~~', s: '~~', strike: '~~' },
};

/** Elements that contain no text for readers. They are dropped. */
export const withoutText = namesOf('script style svg noscript head math meta link map colgroup col');

/** The label above the text of a callout. */
export const labelOf = (language: Language, kind: string): string =>
  labels[kind]?.[language] ?? kind.charAt(0).toUpperCase() + kind.slice(1);
