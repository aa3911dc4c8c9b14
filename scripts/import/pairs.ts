// Finds the Chinese and the English file of each page. It looks at paths only and knows the conventions of VitePress, Docusaurus,
// Mintlify, MkDocs and plain folders.
import { posix } from 'node:path';
import { byCodeUnit } from '../../build/edition/hash.ts';
import type { Bilingual, Language } from '../../build/edition/vocabulary.ts';

/** The two files of a page, relative to the source folder. */
export interface Pair {
  /** The path without language and extension, such as `guide/start`. The id and the slug of the article are made from it. */
  key: string;
  files: Bilingual;
}

export interface Pairing {
  /** The pairs in the order of their keys. */
  pairs: Pair[];
  /** Files without a counterpart in the other language. */
  unpaired: string[];
  /** Files that are not used, because another file has the same page and language, such as `x.mdx` beside `x.md`. */
  doubles: string[];
  /** Files in other languages than Chinese and English. */
  others: string[];
}

/** The two patterns of an option `--pair en/*.md=zh/*.md`. The text that matches `*` in one pattern replaces `*` in the other pattern. */
export interface PairPattern {
  en: string;
  zh: string;
}

const languageTags: { readonly [tag: string]: Language } = {
  ...{ en: 'en', 'en-us': 'en', 'en-gb': 'en', english: 'en' },
  ...{ zh: 'zh', cn: 'zh', 'zh-cn': 'zh', 'zh-hans': 'zh', 'zh-hans-cn': 'zh', 'zh-sg': 'zh', chinese: 'zh' },
};
/** Language tags of traditional Chinese, which is used for a page that has no file in simplified Chinese. */
const traditionalTags = ['zh-hant', 'zh-tw', 'zh-hk', 'zh-hant-tw'];
const otherTag =
  /^(?:ar|bn|cs|da|de|el|es|fa|fi|fr|he|hi|hu|id|it|ja|jp|ko|kr|nl|no|pl|pt|ro|ru|sv|th|tr|uk|vi)(?:-[a-z]{2,4})?$/;

type Tag = Language | 'traditional' | 'other';

function languageOf(name: string): Tag | undefined {
  const tag = name.toLowerCase().replaceAll('_', '-');
  if (Object.hasOwn(languageTags, tag)) return languageTags[tag];
  if (traditionalTags.includes(tag)) return 'traditional';
  return otherTag.test(tag) ? 'other' : undefined;
}

/** A file with the key of its page, and with its language if the path names one. */
interface Candidate {
  path: string;
  key: string;
  tag: Tag | undefined;
}

export const isPageFile = (path: string): boolean => /\.(?:md|mdx|markdown)$/i.test(path);
export const withoutExtension = (path: string): string => path.replace(/\.(?:md|mdx|markdown)$/i, '');
/** The key of a page. README and index files both have the key `index` of their folder. */
export const pageKey = (path: string): string => withoutExtension(path).replace(/(^|\/)(?:readme|index)$/i, '$1index');

/** Pairs the Markdown files among `paths`: first by the patterns, then the remaining files by the conventions. */
export function pairFiles(paths: readonly string[], patterns: readonly PairPattern[] = []): Pairing {
  const pages = paths.filter((path) => isPageFile(path) && !isPartial(path)).sort(byCodeUnit);
  const matched = patterns.flatMap((pattern) => matchPattern(pattern, pages));
  const taken = new Set(matched.flatMap(({ files }) => [files.zh, files.en]));
  const candidates = pages.filter((path) => !taken.has(path)).map((path) => candidateOf(path, pages));
  const others = candidates.filter(({ tag }) => tag === 'other').map(({ path }) => path);
  const groups = new Map<string, Candidate[]>();
  for (const candidate of candidates.filter(({ tag }) => tag !== 'other')) {
    groups.set(candidate.key, [...(groups.get(candidate.key) ?? []), candidate]);
  }
  const pairs = [...matched];
  const unpaired: string[] = [];
  const doubles: string[] = [];
  for (const [key, group] of groups) {
    const files = filesOf(group);
    if (files === undefined) {
      unpaired.push(...group.map(({ path }) => path));
      continue;
    }
    pairs.push({ key, files });
    const rest = group.filter(({ path, tag }) => path !== files.zh && path !== files.en && tag !== 'traditional');
    doubles.push(...rest.map(({ path }) => path));
  }
  return { pairs: pairs.sort((left, right) => byCodeUnit(left.key, right.key)), unpaired, doubles, others };
}

/** Whether a file is not a page, but a part that pages include, such as `_part.mdx` and files in `snippets/`. */
const isPartial = (path: string): boolean => /(?:^|\/)_[^/]*$|(?:^|\/)(?:snippets|partials|_[^/]+)\//i.test(path);

/** The Chinese and the English file among the files of a page; undefined if one is missing. */
function filesOf(group: readonly Candidate[]): Bilingual | undefined {
  const first = (tag: Tag | undefined): string | undefined => group.find((candidate) => candidate.tag === tag)?.path;
  const zh = first('zh') ?? first('traditional');
  const en = first('en');
  // If only one file names its language, the file without a language is in the other language.
  const unnamed = first(undefined);
  const [chinese, english] = [zh ?? (en && unnamed), en ?? (zh && unnamed)];
  return chinese === undefined || english === undefined ? undefined : { zh: chinese, en: english };
}

function candidateOf(path: string, all: readonly string[]): Candidate {
  const localised = docusaurusPath(path);
  if (localised !== undefined) return localised;
  const segments = path.split('/');
  const at = segments.slice(0, -1).findIndex((segment) => languageOf(segment) !== undefined);
  if (at !== -1) {
    return { path, key: pageKey(segments.toSpliced(at, 1).join('/')), tag: languageOf(segments[at] ?? '') };
  }
  // Names such as `page.zh.md`, `README_zh-CN.md` and `README-en.md` end with a language. The ending counts as a language only if
  // another file has the same name without it or with another language.
  const [, stem, separator, name] = /^(.*?[^._-])([._-])([a-z]{2}(?:[-_][a-z]{2,4})?|chinese|english)$/i.exec(
    withoutExtension(path),
  ) ?? [undefined, undefined, undefined, ''];
  const tag = languageOf(name ?? '');
  if (stem === undefined || tag === undefined) return { path, key: pageKey(path), tag: undefined };
  const isSibling = (other: string): boolean => {
    const rest = withoutExtension(other);
    return (
      other !== path && (rest === stem || (rest.startsWith(stem) && /^[._-][\w-]{2,7}$/.test(rest.slice(stem.length))))
    );
  };
  const isSuffix = separator === '.' || all.some(isSibling);
  return isSuffix ? { path, key: pageKey(stem), tag } : { path, key: pageKey(path), tag: undefined };
}

/** Reads a path of Docusaurus: `i18n/zh-Hans/docusaurus-plugin-content-docs/current/x.md` is the Chinese file of `docs/x.md`. */
function docusaurusPath(path: string): Candidate | undefined {
  const found = /^(.*?)i18n\/([^/]+)\/docusaurus-plugin-content-(docs|blog|pages)(?:-([^/]+))?\/(.*)$/.exec(path);
  const [, before = '', locale = '', plugin = '', instance, rest = ''] = found ?? [];
  const tag = languageOf(locale);
  if (found === null || tag === undefined) return undefined;
  const version = /^(?:current|(version-[^/]+))\//.exec(rest);
  const folder =
    plugin === 'docs'
      ? version?.[1] === undefined
        ? (instance ?? 'docs')
        : `${instance === undefined ? '' : `${instance}_`}versioned_docs/${version[1]}`
      : plugin === 'pages'
        ? 'src/pages'
        : (instance ?? plugin);
  const inside = plugin === 'docs' ? rest.slice(version?.[0].length ?? 0) : rest;
  return { path, key: pageKey(posix.join(before, folder, inside)), tag };
}

function matchPattern({ en, zh }: PairPattern, paths: readonly string[]): Pair[] {
  const known = new Set(paths);
  const [isFolder, from] = /[*]|\.(?:md|mdx|markdown)$/i.test(en) ? [false, en] : [true, `${en.replace(/\/$/, '')}/**`];
  const to = isFolder ? `${zh.replace(/\/$/, '')}/**` : zh;
  const pattern = new RegExp(`^${from.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*\*\/|\*\*|\*/g, starPattern)}$`);
  return paths.flatMap((path): Pair[] => {
    const stars = pattern.exec(path)?.slice(1);
    if (stars === undefined) return [];
    const counterpart = to.replace(/\*\*\/|\*\*|\*/g, () => stars.shift() ?? '');
    // The file in the other language may have another extension: `a.mdx` instead of `a.md`.
    const file = [
      counterpart,
      ...['md', 'mdx'].map((extension) => `${withoutExtension(counterpart)}.${extension}`),
    ].find((name) => known.has(name) && name !== path);
    return file === undefined ? [] : [{ key: pageKey(path), files: { zh: file, en: path } }];
  });
}

const starPattern = (stars: string): string => ({ '**/': '((?:[^/]+/)*)', '**': '(.*)' })[stars] ?? '([^/]*)';
