// Compares the two languages of an article: its sections, and the elements that a translation keeps: code, links, numerals.

import type { Code, Heading, Nodes, RootContent } from 'mdast';
import { holdsHan } from '../edition/analysis.ts';
import type { Bilingual, Language } from '../edition/vocabulary.ts';
import { languageOf } from './code.ts';
import type { Draft } from './draft.ts';
import { anchorIn, isArticleLink, resolveArticleLink } from './links.ts';
import { extentOf, nodesIn } from './markdown.ts';
import { contentOf } from './outline.ts';

export interface Section {
  /** For text before the first heading, the language's own heading. */
  heading: Heading;
  /** The heading and what follows it; if the levels of the headings differ between the languages, all nodes of the text. */
  nodes: RootContent[];
}

export type SectionPair = Bilingual<Section>;

/**
 * The sections of both languages. Body and answers pair section by section where their headings have the same levels,
 * else as a whole; questions pair by order. Empty when a language is missing, which another rule reports.
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

/** The code of two sections, paired by order. */
export function codePairsIn({ zh, en }: SectionPair): CodePair[] {
  const [left, right] = [codeIn(zh), codeIn(en)];
  const longer = left.length > right.length ? left : right;
  return longer.map((_, index) => ({ zh: left[index], en: right[index] }));
}

/** The code of an article in reading order, each block beside its counterpart. */
export const codePairs = (draft: Pick<Draft, 'outline'>): CodePair[] => sectionPairs(draft).flatMap(codePairsIn);

const codeIn = ({ nodes }: Section): Code[] => nodesIn(nodes).filter((node) => node.type === 'code');

export interface CodeLine {
  text: string;
  /** Counts from 0 within the code. */
  index: number;
}

const lineComment = (mark: string): string => `(?<![^\\s;,(){}[\\]>])${mark}[^\\n]*`;
const blockComment = (open: string, close: string): string => `${open}[\\s\\S]*?(?:${close}|$)`;
const slashes = `${lineComment('//')}|${blockComment('/\\*', '\\*/')}`;
const markup = blockComment('<!--', '-->');
const docstrings = `${blockComment('"""', '"""')}|${blockComment("'''", "'''")}`;
/** Escapes and strings, which cannot contain the start of a comment. */
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

/** The effective lines of a program, without comments (which are translated) and blank lines. */
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

/** Whether one code can be a translation of the other: everything that is not Chinese occurs in both in the same order. */
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

/** A normalised spelling: lower case, half width, without spaces. */
export const tight = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, '');

const languageName = '(?:zh|cn|en)(?:[-_](?:cn|us|gb|hans|hant|tw|hk))?|simplified-chinese|chinese|english';
const isLanguage = (text: string): boolean => new RegExp(`^(?:${languageName})$`).test(text);
const languageSuffix = new RegExp(`[._-](?:${languageName})(?=$|\\.[a-z]+$)`);

/** A language-independent key of an address: `/zh-CN/docs#安装` and `/en-US/docs#install` have the same. */
function targetKey(url: string): string {
  const [address = '', query = ''] = (url.split('#', 1)[0] ?? '').split('?', 2);
  const [, host, path = ''] = /^(?:(?:[a-z][a-z\d+.-]*:)?\/\/([^/]*))?(.*)$/is.exec(address.toLowerCase()) ?? [];
  const site = host
    ?.split('.')
    .filter((label) => label !== 'www' && !isLanguage(label))
    .join('.')
    // `example.cn`, `example.com.cn` and `example.com` count as one site.
    .replace(/(?:\.(?:com|org|net|dev|ai|io|app|cn))+$/, '');
  // The articles of an encyclopedia have names in its language.
  if (site === 'wikipedia') return site;
  const segments = path
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.' && !isLanguage(segment))
    .map((segment) => segment.replace(languageSuffix, ''));
  const page = segments.join('/').replace(/(?:^|\/)index\.html$|\.html$/, '');
  const kept = query.split('&').filter((part) => part !== '' && !/^(?:(?:hl|lang|language|locale)=|utm_)/i.test(part));
  return [site ?? '.', page, ...kept.sort()].join(' ');
}

/** An element that both languages of a section should have, with its key for the comparison. */
export interface Mention {
  key: string;
  text: string;
  offset: number;
}

/**
 * The targets of references: of definitions with the same name, the first in the text's own language wins, else the first in the
 * other.
 */
export function definitionsFor(
  { outline, text }: Pick<Draft, 'outline' | 'text'>,
  language: Language,
): Map<string, string> {
  const found = new Map<string, string>();
  if (!text.includes(']:')) return found;
  for (const part of [outline.parts[language], outline.parts.zh, outline.parts.en]) {
    for (const node of part === undefined ? [] : nodesIn(contentOf(part))) {
      if (node.type === 'definition' && !found.has(node.identifier)) found.set(node.identifier, node.url);
    }
  }
  return found;
}

export function linksIn({ nodes }: Section, path: string, definitions: ReadonlyMap<string, string>): Mention[] {
  let images = 0;
  return nodesIn(nodes).flatMap((node) => {
    const url = urlOf(node, definitions);
    if (url === undefined) return [];
    const isImage = node.type === 'image' || node.type === 'imageReference';
    // A picture of a program has another file in each language, so pictures are only counted.
    if (isImage) images += 1;
    return { key: isImage ? `image ${images}` : linkKey(url, path), text: url, offset: extentOf(node).start };
  });
}

function urlOf(node: Nodes, definitions: ReadonlyMap<string, string>): string | undefined {
  if (node.type === 'linkReference' || node.type === 'imageReference') return definitions.get(node.identifier);
  if (node.type === 'image') return node.url;
  if (node.type !== 'link' || node.url.startsWith('mailto:')) return undefined;
  const [only] = node.children;
  const isBare = only?.type === 'text' && /^(?:https?:|www\.)/.test(only.value);
  // A bare address in running text ends at the first Chinese character, unlike in Markdown.
  return isBare ? node.url.replace(/[\u3000-\u9fff\uff00-\uffef][\s\S]*$/u, '') : node.url;
}

/** The comparison key of a link. An anchor depends on the language of its text, so only its presence is compared. */
function linkKey(url: string, path: string): string {
  if (url.startsWith('#')) return 'own anchor';
  if (!isArticleLink(url)) return `page ${targetKey(url)}`;
  return `article ${resolveArticleLink(path, url).path}${anchorIn(url) === '' ? '' : ' with anchor'}`;
}

/** The numerals of a section's prose; those in code and addresses only count as counterparts. */
export const numeralsIn = ({ nodes }: Section, text: string): Mention[] =>
  nodesIn(nodes).flatMap((node) => {
    if (node.type !== 'text' || /^(?:https?:|www\.)/.test(node.value)) return [];
    const { start, end } = extentOf(node);
    const written = text.slice(start, end);
    // Indents and escapes exist in the file only, so no numeral precedes its position in the value.
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

/** The numerals of a text with their offsets. 2 万, 20,000, 20K and 20 thousand have one key. */
export function numeralsOf(text: string): Mention[] {
  const plain = text.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0));
  return [...plain.matchAll(numeral)].map(({ 0: written, 1: figure = '', 2: zh, 3: en, 4: letter, index }) => {
    const digits = figure.replace(/[,，]/g, '');
    const scale = scales.get((zh ?? en ?? letter ?? '').toLowerCase());
    // Rounded to twelve digits, to remove binary rounding errors.
    const key = scale === undefined ? digits : String(Number((Number(digits) * scale).toPrecision(12)));
    return { key, text: text.slice(index, index + written.length), offset: index };
  });
}

/** The code spans of a section; a call and the name of its function are one. */
export const codeSpansIn = ({ nodes }: Section): Mention[] =>
  nodesIn(nodes).flatMap((node) =>
    node.type === 'inlineCode'
      ? { key: tight(node.value).replace(/\(\)$/, ''), text: node.value, offset: extentOf(node).start }
      : [],
  );
