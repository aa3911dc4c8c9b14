// Names that no translation changes: code spans, and words in prose that only a program reads.
import type { Block } from './blocks.ts';

export interface Identifier {
  /** As written. */
  text: string;
  /** What the other language is searched for. */
  key: string;
  isCode: boolean;
  /** In the block's prose, or in the file for code. */
  at: number;
}

/** Codes that systems give to errors; words in capitals are otherwise too often only loud. */
const errorNames = new Set(
  'ECONNREFUSED ECONNRESET ECONNABORTED ENOTFOUND ETIMEDOUT EADDRINUSE EADDRNOTAVAIL EHOSTUNREACH ENETUNREACH ENOENT EACCES EPERM EEXIST EISDIR ENOTDIR ENOTEMPTY EMFILE ENOSPC EROFS EPIPE EBUSY EXDEV EINVAL EINTR EAGAIN SIGTERM SIGINT SIGKILL SIGHUP SIGQUIT SIGPIPE'.split(
    ' ',
  ),
);

/** What can be an identifier; a part of an address, of mail or of code in prose is taken with it and then is none. */
const candidate = /[\w~./@:\\-]{4,}/g;
const httpStatus = /\bHTTP [1-5]\d\d\b/g;

const shapes: readonly RegExp[] = [
  /^--[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, // flags
  /^[a-z]+[a-z0-9]*(?:[A-Z][a-z0-9]+)+$/, // camelCase
  /^_{0,2}[A-Za-z0-9]+(?:_[A-Za-z0-9]+)+_{0,2}$/, // snake_case and SCREAMING_CASE
  /^-\d{4,6}$/, // error codes of JSON-RPC
  /^(?:~|\.{1,2})?(?:\/[\w.@-]+){2,}$/, // paths
];

/** Written like names in code, but names of products; or a number run into the word after it. */
const products =
  /^(?:macOS|iOS|iPadOS|watchOS|tvOS|iPhone|iPad|eBay|gRPC|jQuery|openSUSE)|^(?:days?|hours?|minutes?|seconds?)[A-Z]/;

export function identifiersIn(block: Block): Identifier[] {
  const spans = block.spans.map(({ value, offset }) => ({ text: value, key: keyOf(value), isCode: true, at: offset }));
  return [...spans, ...namesIn(block)].filter(({ key }) => key !== '');
}

/** Without any of these there is no name in a text; most paragraphs are passed over at once. */
const hint = /[_/]|--|[a-z][A-Z]|-\d{4}|E[A-Z]{4}|SIG[A-Z]|HTTP /;

const nameMax = 200;

function namesIn({ prose, pieces }: Block): Identifier[] {
  if (!hint.test(prose)) return [];
  const found: Identifier[] = [];
  // The first piece of the prose that begins after the word.
  let piece = 0;
  for (const { 0: word, index } of prose.matchAll(candidate)) {
    if (word.length > nameMax) continue;
    const text = word.replace(/[.:/-]+$/, '');
    if (!isName(text) || products.test(text)) continue;
    // Two links side by side are no word.
    while ((pieces[piece]?.[0] ?? Number.POSITIVE_INFINITY) <= index) piece += 1;
    if ((pieces[piece]?.[0] ?? Number.POSITIVE_INFINITY) < index + text.length) continue;
    found.push({ text, key: keyOf(text), isCode: false, at: index });
  }
  if (!prose.includes('HTTP ')) return found;
  const statuses = [...prose.matchAll(httpStatus)];
  return [...found, ...statuses.map(({ 0: text, index }) => ({ text, key: text.slice(5), isCode: false, at: index }))];
}

function isName(text: string): boolean {
  // Most words of English end here.
  if (/^[A-Za-z]?[a-z]*$/.test(text)) return false;
  return errorNames.has(text) || shapes.some((shape) => shape.test(text));
}

/** Spelled one way: no capitals, no spaces but between words, no call brackets and no marks around it. */
export function keyOf(text: string): string {
  if (/^[\w/-]*$/.test(text)) return text.toLowerCase();
  return trimmed(searchable(text).replace(/\(\)$/, ''));
}

function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && ' "\'`'.includes(text.charAt(start))) start += 1;
  while (start < end && ' "\'`;,:.'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Text in which keys can be looked for. */
export function searchable(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[“”]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/ ?([|{}()[\]=,;:<>'"]) ?/g, '$1');
}

/** What Chinese calls some names that English likes to write as code. */
const chineseNames: readonly (readonly [name: RegExp, chinese: RegExp])[] = [
  [/^stdin$/, /输入/],
  [/^stdout$/, /输出|显示|打印/],
  [/^stderr$/, /错误/],
  [/^reg(?:ular )?ex(?:p|es|pressions?)?$/, /正则/],
  [/^root$/, /根|超级用户|管理员/],
  [/^(?:true|yes|on)$/, /真|是|启用|开启/],
  [/^(?:false|no|off)$/, /假|否|禁用|关闭/],
  [/^(?:null|none|nil)$/, /空|无/],
];

/** Whether a Chinese text says a name in Chinese. */
export function isSaidInChinese(key: string, zh: string): boolean {
  return chineseNames.some(([name, chinese]) => name.test(key) && chinese.test(zh));
}
