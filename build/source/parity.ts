// Compares the two languages of an article: their sections, and the elements that a translation keeps, which are code, links and
// numerals.

import type { Code, Heading, Nodes, RootContent } from 'mdast';
import { holdsHan } from '../edition/analysis.ts';
import type { Bilingual } from '../edition/vocabulary.ts';
import { languageOf } from './code.ts';
import type { Draft } from './draft.ts';
import { type AnyDefinition, anchorIn, isArticleLink, labelOf, resolveArticleLink } from './links.ts';
import { extentOf, nodesIn } from './markdown.ts';

export interface Section {
  /** The heading of the section. For the text before the first heading, the heading of the language. */
  heading: Heading;
  /**
   * The heading and the nodes up to the next heading. If the two languages have different heading levels, all nodes of the body
   * or the answer.
   */
  nodes: RootContent[];
}

export type SectionPair = Bilingual<Section>;

/**
 * The sections of both languages as pairs. The sections of a body or an answer are paired one by one if both languages have the
 * same heading levels; otherwise the whole texts form one pair. Questions are paired by order. Empty when a language is missing,
 * which another rule reports.
 */
export function sectionPairs({ outline }: Pick<Draft, 'outline'>): SectionPair[] {
  const { zh, en } = outline.parts;
  if (zh === undefined || en === undefined) return [];
  const questions = zh.pairs.flatMap((pair, index) => {
    const other = en.pairs[index];
    if (other === undefined) return [];
    return paired([pair.question, ...pair.answer], [other.question, ...other.answer]);
  });
  return [...paired([zh.heading, ...zh.content], [en.heading, ...en.content]), ...questions];
}

function paired(zh: RootContent[], en: RootContent[]): SectionPair[] {
  const sections = { zh: split(zh), en: split(en) };
  const levels = (list: readonly Section[]): string => list.map(({ heading }) => heading.depth).join();
  const isSame = levels(sections.zh) === levels(sections.en);
  return sections.zh.flatMap((section, index): SectionPair[] => {
    const other = sections.en[index];
    if (other === undefined || (!isSame && index > 0)) return [];
    return [isSame ? { zh: section, en: other } : { zh: { ...section, nodes: zh }, en: { ...other, nodes: en } }];
  });
}

function split(nodes: readonly RootContent[]): Section[] {
  const sections: Section[] = [];
  for (const node of nodes) {
    if (node.type === 'heading') sections.push({ heading: node, nodes: [node] });
    else sections.at(-1)?.nodes.push(node);
  }
  return sections;
}

/** The source text of a section. */
export const sourceOf = ({ nodes }: Section, text: string): string =>
  nodes.map((node) => text.slice(extentOf(node).start, extentOf(node).end)).join('\n');

export interface CodePair {
  zh: Code | undefined;
  en: Code | undefined;
}

/** The code blocks of two sections, paired by order. */
export function codePairsIn({ zh, en }: SectionPair): CodePair[] {
  const [left, right] = [codeIn(zh), codeIn(en)];
  const longer = left.length > right.length ? left : right;
  return longer.map((_, index) => ({ zh: left[index], en: right[index] }));
}

/** The code blocks of an article in reading order, each with its counterpart in the other language. */
export const codePairs = (draft: Pick<Draft, 'outline'>): CodePair[] => sectionPairs(draft).flatMap(codePairsIn);

const codeIn = ({ nodes }: Section): Code[] => nodesIn(nodes).filter((node) => node.type === 'code');

export interface CodeLine {
  text: string;
  /** The number of the line within the code block, from 0. */
  index: number;
}

const lineComment = (mark: string): string => `(?<![^\\s;,(){}[\\]>])${mark}[^\\n]*`;
const blockComment = (open: string, close: string): string => `${open}[\\s\\S]*?(?:${close}|$)`;
const slashes = `${lineComment('//')}|${blockComment('/\\*', '\\*/')}`;
const markup = blockComment('<!--', '-->');
const docstrings = `${blockComment('"""', '"""')}|${blockComment("'''", "'''")}`;
/** Matches escapes and strings, so that a comment mark inside a string does not start a comment. */
const strings = `\\\\[\\s\\S]|"(?:\\\\.|[^"\\\\\\n])*"|'(?:\\\\.|[^'\\\\\\n])*'|\`(?:\\\\[\\s\\S]|[^\`\\\\])*\``;

const comments = new Map<string, RegExp>(
  Object.entries({
    'js jsx ts tsx json jsonc json5 jsonl java c cpp csharp cs go rust swift kotlin dart objc scss less css': slashes,
    'bash yaml toml ruby powershell dockerfile makefile http dotenv ini nginx perl r graphql conf elixir':
      lineComment('#'),
    'sql lua haskell': `${lineComment('--')}|${blockComment('/\\*', '\\*/')}`,
    python: `${lineComment('#')}|${docstrings}`,
    'html xml vue svelte svg': `${slashes}|${markup}`,
    jinja: `${blockComment('\\{#', '#\\}')}|${markup}`,
    php: `${lineComment('#')}|${slashes}`,
  }).flatMap(([names, comment]) => {
    const pattern = new RegExp(`(${comment})|${strings}`, 'g');
    return names.split(' ').map((name): [string, RegExp] => [name, pattern]);
  }),
);

/** The lines of a program without comments and blank lines. Comments are removed, because each language has its own. */
export function codeLines(code: Code): CodeLine[] {
  const pattern = comments.get(languageOf(code));
  const blanked = (whole: string, comment?: string): string =>
    comment === undefined ? whole : comment.replace(/[^\n]+/g, ' ');
  const text = pattern === undefined ? code.value : code.value.replace(pattern, blanked);
  return text
    .split('\n')
    .map((line, index) => ({ text: line.trim().replace(/\s+/g, ' '), index }))
    .filter((line) => line.text !== '');
}

/**
 * Whether one piece of code can be a translation of the other: the text between the Chinese parts must occur in the other one in
 * the same order.
 */
export function couldTranslate(one: string, other: string): boolean {
  const [zh, en] = holdsHan(one) ? [one, other] : [other, one];
  const target = tight(en);
  const pieces = tight(zh).split(/[^\x21-\x7e]+/);
  const first = pieces.shift() ?? '';
  const last = pieces.pop();
  if (last === undefined) return first === target;
  if (!target.startsWith(first) || !target.endsWith(last)) return false;
  let from = first.length;
  for (const piece of pieces) {
    const at = target.indexOf(piece, from);
    if (at === -1) return false;
    from = at + piece.length;
  }
  return from <= target.length - last.length;
}

/** A normalised spelling for comparisons: lower case, half-width characters, no spaces. */
export const tight = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, '');

const languageName = '(?:zh|cn|en)(?:[-_](?:cn|us|gb|hans|hant|tw|hk))?|simplified-chinese|chinese|english';
const isLanguage = (text: string): boolean => new RegExp(`^(?:${languageName})$`).test(text);
const languageSuffix = new RegExp(`[._-](?:${languageName})(?=$|\\.[a-z]+$)`);

/** A key of an address that does not depend on the language: `/zh-CN/docs#安装` and `/en-US/docs#install` have the same key. */
function targetKey(url: string): string {
  const [address = '', query = ''] = (url.split('#', 1)[0] ?? '').split('?', 2);
  const [, host, path = ''] = /^(?:(?:[a-z][a-z\d+.-]*:)?\/\/([^/]*))?(.*)$/is.exec(address.toLowerCase()) ?? [];
  const site = host
    ?.split('.')
    .filter((label) => label !== 'www' && !isLanguage(label))
    .join('.')
    // With the suffix removed, `example.cn`, `example.com.cn` and `example.com` are the same site.
    .replace(/(?:\.(?:com|org|net|dev|ai|io|app|cn))+$/, '');
  // Wikipedia names its articles in the language of the edition, so only the site is compared.
  if (site === 'wikipedia') return site;
  const segments = path
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.' && !isLanguage(segment))
    .map((segment) => segment.replace(languageSuffix, ''));
  const page = segments.join('/').replace(/(?:^|\/)index\.html$|\.html$/, '');
  const kept = query.split('&').filter((part) => part !== '' && !/^(?:(?:hl|lang|language|locale)=|utm_)/i.test(part));
  return [site ?? '.', page, ...kept.sort()].join(' ');
}

/** An element that both languages of a section should have. Elements with equal keys count as the same. */
export interface Mention {
  key: string;
  text: string;
  offset: number;
}

export function linksIn({ nodes }: Section, path: string, definitions: ReadonlyMap<string, AnyDefinition>): Mention[] {
  let images = 0;
  return nodesIn(nodes).flatMap((node) => {
    const url = urlOf(node, definitions);
    if (url === undefined) return [];
    const isImage = node.type === 'image' || node.type === 'imageReference';
    // Screenshots differ between the languages, so images are only counted and their addresses are not compared.
    if (isImage) images += 1;
    return { key: isImage ? `image ${images}` : linkKey(url, path), text: url, offset: extentOf(node).start };
  });
}

function urlOf(node: Nodes, definitions: ReadonlyMap<string, AnyDefinition>): string | undefined {
  if (node.type === 'linkReference' || node.type === 'imageReference') {
    const definition = definitions.get(labelOf(node));
    return definition?.type === 'definition' ? definition.url : undefined;
  }
  if (node.type === 'image') return node.url;
  if (node.type !== 'link' || node.url.startsWith('mailto:')) return undefined;
  const [only] = node.children;
  const isBare = only?.type === 'text' && /^(?:https?:|www\.)/.test(only.value);
  // In Chinese running text, a bare address ends at the first Chinese character. The Markdown parser would include that
  // character.
  return isBare ? node.url.replace(/[\u3000-\u9fff\uff00-\uffef][\s\S]*$/u, '') : node.url;
}

/** The comparison key of a link. An anchor is formed from a heading in the language of the text, so only its presence is compared. */
function linkKey(url: string, path: string): string {
  if (url.startsWith('#')) return 'own anchor';
  if (!isArticleLink(url)) return `page ${targetKey(url)}`;
  return `article ${resolveArticleLink(path, url).path}${anchorIn(url) === '' ? '' : ' with anchor'}`;
}

/**
 * The numerals in the prose of a section. Numerals in code and addresses are left out here, but count as counterparts of numerals
 * in the other language.
 */
export const numeralsIn = ({ nodes }: Section, text: string): Mention[] =>
  nodesIn(nodes).flatMap((node) => {
    if (node.type !== 'text' || /^(?:https?:|www\.)/.test(node.value)) return [];
    const { start, end } = extentOf(node);
    const written = text.slice(start, end);
    // The position in the file is the same as in the value, or later, because indentation and escapes occur in the file only.
    return numeralsOf(node.value).map((one) => ({
      ...one,
      offset: start + Math.max(0, written.indexOf(one.text, one.offset)),
    }));
  });

const scales = new Map(
  Object.entries({ 百: 1e2, 千: 1e3, 万: 1e4, 百万: 1e6, 千万: 1e7, 亿: 1e8, 万亿: 1e12 }).concat(
    Object.entries({ hundred: 1e2, thousand: 1e3, million: 1e6, billion: 1e9, k: 1e3, m: 1e6, b: 1e9 }),
  ),
);
const numeral =
  /(\d{1,3}(?:[,，]\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)*)(?:\s?([百千]?万|万?亿|百(?!分)|千(?![米克字瓦兆]))|[- ](hundred|thousand|million|billion)\b|([KMB])\b)?/gi;

/** The numerals of a text with their offsets. Equal numbers get equal keys: 2 万, 20,000, 20K and 20 thousand. */
export function numeralsOf(text: string): Mention[] {
  const plain = text.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0));
  return [...plain.matchAll(numeral)].map(({ 0: written, 1: figure = '', 2: zh, 3: en, 4: letter, index }) => {
    const digits = figure.replace(/[,，]/g, '');
    const scale = scales.get((zh ?? en ?? letter ?? '').toLowerCase());
    // Rounding to twelve digits removes errors of binary floating point.
    const key = scale === undefined ? digits : String(Number((Number(digits) * scale).toPrecision(12)));
    return { key, text: text.slice(index, index + written.length), offset: index };
  });
}

/** The code spans of a section. `name()` and `name` get the same key. */
export const codeSpansIn = ({ nodes }: Section): Mention[] =>
  nodesIn(nodes).flatMap((node) =>
    node.type === 'inlineCode'
      ? { key: tight(node.value).replace(/\(\)$/, ''), text: node.value, offset: extentOf(node).start }
      : [],
  );
