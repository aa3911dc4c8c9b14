// Turns pairs of pages into articles with ids, paths and front matter, and checks each with the rules of the compiler. Pure: the same
// sources and content folder give the same bytes.
import { check } from '../../build/compile.ts';
import { sha256 } from '../../build/edition/hash.ts';
import {
  type Bilingual,
  type Language,
  languages,
  type RiskLevel,
  slugLengthMax,
} from '../../build/edition/vocabulary.ts';
import { inLocale, type Message } from '../../build/messages.ts';
import { decoded, isMarkdown, type SourceEntry, slugOf } from '../../build/source/entry.ts';
import { readFrontMatter } from '../../build/source/front-matter.ts';
import { markdown } from '../../build/source/markdown.ts';
import { languageHeadings, outlineOf, partsOf } from '../../build/source/outline.ts';
import type { ReadFile } from './included-files.ts';
import { LinkMap, type SiteAddresses, type Target } from './links.ts';
import { type Page, readPage } from './page.ts';
import type { Pair } from './pairs.ts';
import type { Note } from './report.ts';

/** The pages of one source folder. */
export interface PageSource {
  /** The name of the folder. Ids of articles are hashes of `label/key`. */
  label: string;
  pairs: readonly Pair[];
  read: ReadFile;
}

export interface ImportOptions {
  /** Returns the domain of a page by its key and its English path; undefined if no domain is configured for it. */
  domainOf: (key: string, path: string) => string | undefined;
  author: string;
  riskLevel: RiskLevel;
  sites: SiteAddresses;
  /** The dates of the first and the last change of the files, as ISO 8601 instants in UTC. */
  datesOf: (label: string, paths: readonly string[], named: readonly string[]) => { created: string; updated: string };
}

export interface ImportedArticle {
  id: string;
  /** Relative to the content folder. */
  path: string;
  /** `label/key` of the pair of pages. */
  source: string;
  label: string;
  pages: Bilingual<Page>;
  text: string;
  /** SHA-256 of the text without dates and verification records. The sources alone determine this part. */
  contentHash: string;
  notes: Note[];
}

export interface RefusedPair {
  /** The name of the source folder. `files` are paths relative to it. */
  label: string;
  files: Bilingual;
  reasons: Bilingual[];
}

interface Draft extends Target {
  id: string;
  source: string;
  label: string;
  notes: Note[];
}

/** Turns pairs of pages into articles. `existing` is the current content folder. */
export function makeArticles(
  sources: readonly PageSource[],
  existing: readonly SourceEntry[],
  options: ImportOptions,
): { articles: ImportedArticle[]; refused: RefusedPair[] } {
  const refused: RefusedPair[] = [];
  const taken = new TakenNames(existing);
  const drafts = sources.flatMap((source) =>
    source.pairs.flatMap((pair): Draft[] => {
      const made = draftOf(pair, source, taken, options);
      if ('reasons' in made) refused.push(made);
      return 'reasons' in made ? [] : [made];
    }),
  );
  distinguishTitles(drafts);
  // If the compiler refuses some articles, the remaining articles are generated again, because their links to refused articles must
  // change.
  for (let accepted = drafts; ; ) {
    const articles = written(accepted, existing, options);
    const faults = faultsIn(articles, existing);
    if (faults.size === 0) return { articles, refused };
    for (const { path, label, pages } of accepted) {
      const reasons = reasonsOf(faults.get(path));
      if (reasons !== undefined) refused.push({ label, files: { zh: pages.zh.path, en: pages.en.path }, reasons });
    }
    accepted = accepted.filter(({ path }) => !faults.has(path));
  }
}

/** The id of the article from `label/key` of its pages. It is the same in every import. */
export const idOf = (source: string): string => `art_${sha256(source).slice(0, 16)}`;

function draftOf(
  pair: Pair,
  { label, read }: PageSource,
  taken: TakenNames,
  options: ImportOptions,
): Draft | RefusedPair {
  const source = `${label}/${pair.key}`;
  const refuse = (zh: string, en: string): RefusedPair => ({ label, files: pair.files, reasons: [{ zh, en }] });
  const texts = { zh: read(pair.files.zh), en: read(pair.files.en) };
  if (texts.zh === undefined || texts.en === undefined)
    return refuse('不是 UTF-8，或者读不了', 'a file is not UTF-8, or cannot be read');
  const pageOf = (language: Language): Page =>
    readPage(
      {
        path: pair.files[language],
        language,
        text: (texts[language] ?? '').replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'),
      },
      read,
    );
  const pages = { zh: pageOf('zh'), en: pageOf('en') };
  const empty = languages.find((language) => pages[language].body === '');
  if (empty !== undefined) return refuse(`${pair.files[empty]} 没有正文`, `${pair.files[empty]} has no text`);
  const id = idOf(source);
  const known = taken.pathOf(id);
  const domain = options.domainOf(pair.key, pair.files.en);
  if (known === undefined && domain === undefined) {
    return refuse('没有领域：用 --domain 或 --map 指定', 'it has no domain; name one with --domain or --map');
  }
  const path = known ?? `${domain}/${taken.freeSlug(pair.key, label, id)}.md`;
  taken.add(slugOf(path), id);
  const notes = [...pages.zh.notes, ...pages.en.notes];
  if (hanShare(pages.zh.body) < 0.05) {
    const what = { zh: '几乎没有译成中文', en: 'the Chinese page has almost no Chinese text' };
    notes.push({ kind: 'remark', path: pages.zh.path, line: 1, what });
  }
  pairQuestions(pages);
  return { id, source, label, path, pages, notes };
}

/** The share of Han characters among the letters of a text, 0–1. */
function hanShare(text: string): number {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return letters === 0 ? 0 : (text.match(/\p{Script=Han}/gu)?.length ?? 0) / letters;
}

/** The slugs and ids of existing articles and of articles made in this import. */
class TakenNames {
  readonly #slugs = new Map<string, string>();
  readonly #paths = new Map<string, string>();

  constructor(existing: readonly SourceEntry[]) {
    for (const { path, bytes } of existing) {
      if (!isMarkdown(path)) continue;
      const { values } = readFrontMatter(decoded(bytes));
      const id = typeof values?.id === 'string' ? values.id : path;
      this.#paths.set(id, path);
      this.#slugs.set(slugOf(path), id);
      if (Array.isArray(values?.aliases)) for (const alias of values.aliases) this.#slugs.set(String(alias), id);
    }
  }

  pathOf(id: string): string | undefined {
    return this.#paths.get(id);
  }

  add(slug: string, id: string): void {
    this.#slugs.set(slug, id);
  }

  freeSlug(key: string, label: string, id: string): string {
    const plain = slugify(key.replace(/(^|\/)index$/, ''));
    const hash = id.slice(-8);
    const own = plain === '' ? (/[^\p{ASCII}]/u.test(key) ? `page-${hash}` : slugify(label)) : plain;
    const candidates = [own, `${slugify(label)}-${own}`].filter(
      (slug) => slug.length <= slugLengthMax && /^[a-z0-9]/.test(slug),
    );
    const free = candidates.find((slug) => !this.#slugs.has(slug) || this.#slugs.get(slug) === id);
    return free ?? `${own.slice(0, slugLengthMax - 9).replace(/-$/, '')}-${hash}`.replace(/^-/, '');
  }
}

const slugify = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/**
 * Keeps the Q&A section if both languages have the same number of questions, each with an answer. Otherwise renames it, which makes it an
 * ordinary section.
 */
function pairQuestions(pages: Bilingual<Page>): void {
  if (!/^## (?:问答|Q&A)[ \t]*$/m.test(`${pages.zh.body}\n${pages.en.body}`)) return;
  const parts = languages.flatMap((language) =>
    partsOf(outlineOf(markdown.parse(`# ${languageHeadings[language]}\n\n${pages[language].body}`))),
  );
  const [zh, en] = parts;
  const isWhole = parts.every(
    ({ qaHeadings, qaStray, pairs }) =>
      qaHeadings.length === 1 && qaStray.length === 0 && pairs.every(({ answer }) => answer.length > 0),
  );
  if (isWhole && zh?.pairs.length === en?.pairs.length) return;
  pages.zh.body = pages.zh.body.replace(/^## 问答[ \t]*$/gm, '## 常见问题');
  pages.en.body = pages.en.body.replace(/^## Q&A[ \t]*$/gm, '## Questions and answers');
}

/** Adds the name of the folder to titles that several articles have. */
function distinguishTitles(drafts: readonly Draft[]): void {
  for (const language of languages) {
    const groups = groupedBy(drafts, ({ pages }) => pages[language].title.toLowerCase());
    for (const group of [...groups.values()].filter(({ length }) => length > 1)) {
      const folders = group.map(({ source }) =>
        source
          .replace(/\/index$/, '')
          .split('/')
          .slice(0, -1),
      );
      for (const [index, { pages, notes, source }] of group.entries()) {
        const own = folders[index] ?? [];
        const isUnique = (length: number): boolean =>
          folders.filter((folder) => folder.slice(-length).join('/') === own.slice(-length).join('/')).length === 1;
        const length = own.map((_, at) => at + 1).find(isUnique);
        const folder = length === undefined ? source.slice(source.lastIndexOf('/') + 1) : own.slice(-length).join('/');
        const page = pages[language];
        page.title = language === 'zh' ? `${page.title}（${folder}）` : `${page.title} (${folder})`;
        notes.push({
          kind: 'converted',
          path: page.path,
          line: 1,
          what: { zh: `与别的页面同名的标题 → ${page.title}`, en: `title shared with another page → ${page.title}` },
        });
      }
    }
  }
}

function groupedBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function written(
  drafts: readonly Draft[],
  existing: readonly SourceEntry[],
  options: ImportOptions,
): ImportedArticle[] {
  const byLabel = groupedBy(drafts, ({ label }) => label);
  const maps = new Map([...byLabel].map(([label, own]) => [label, new LinkMap(own, options.sites)]));
  const texts = new Map(existing.map(({ path, bytes }) => [path, bytes]));
  return drafts.map((draft) => {
    const notes = [...draft.notes];
    const bodyOf = (language: Language): string => {
      const { body = '', notes: ofLinks = [] } = maps.get(draft.label)?.rewrite(draft, language) ?? {};
      notes.push(...ofLinks);
      return body;
    };
    const body = `# 中文\n\n${bodyOf('zh')}\n\n# English\n\n${bodyOf('en')}\n`;
    const { id, source, path, pages, label } = draft;
    const previous = decoded(texts.get(path) ?? new Uint8Array());
    const textOf = (dates: ArticleDates, records: string): string =>
      `---\n${frontMatter(draft, dates, options)}${records}---\n\n${body}`;
    const text = withDates(draft, previous, textOf, options);
    return { id, source, label, path, pages, text, contentHash: sha256(textOf(noDates, '')), notes };
  });
}

// Front matter

interface ArticleDates {
  createdAt: string;
  publishedAt: string;
  updatedAt: string;
}

const noDates: ArticleDates = { createdAt: '', publishedAt: '', updatedAt: '' };

/** An existing article keeps its dates and verification records. If its content changed, its update date is that of its source. */
function withDates(
  { id, label, pages }: Draft,
  previous: string,
  textOf: (dates: ArticleDates, records: string) => string,
  options: ImportOptions,
): string {
  const named = [...pages.zh.dates, ...pages.en.dates];
  const { created, updated } = options.datesOf(label, [pages.zh.path, pages.en.path], named);
  const values = previous === '' ? null : readFrontMatter(previous).values;
  if (values?.id !== id) return textOf({ createdAt: created, publishedAt: created, updatedAt: updated }, '');
  const { createdAt, publishedAt, updatedAt } = values;
  const kept: ArticleDates = {
    createdAt: typeof createdAt === 'string' ? createdAt : created,
    publishedAt: typeof publishedAt === 'string' ? publishedAt : created,
    updatedAt: typeof updatedAt === 'string' ? updatedAt : updated,
  };
  const records = recordsIn(previous);
  const same = textOf(kept, records);
  return same === previous || kept.updatedAt >= updated ? same : textOf({ ...kept, updatedAt: updated }, records);
}

const recordsPattern = /^verification:\n(?:(?: |- ).*\n)*/m;

/** The verification records of an article, verbatim. */
const recordsIn = (text: string): string => recordsPattern.exec(text)?.[0] ?? '';

/** The text of an article without its verification records, which import does not write. */
export const withoutRecords = (text: string): string => text.replace(recordsPattern, '');

function frontMatter({ id, pages, source }: Draft, dates: ArticleDates, options: ImportOptions): string {
  const folders = source
    .split('/')
    .slice(0, -1)
    .map((folder) => folder.replace(/^\d+[-_.]/, ''));
  const tags = listOf([...pages.en.tags, ...pages.zh.tags], 64, 16);
  const keywords = listOf([...pages.zh.keywords, ...pages.en.keywords], 100, 64);
  const author = pages.en.author ?? pages.zh.author ?? options.author;
  const lines = [
    `id: ${id}`,
    'title:',
    ...languages.map((language) => `  ${language}: ${JSON.stringify(pages[language].title)}`),
    'summary:',
    ...languages.map((language) => `  ${language}: ${JSON.stringify(pages[language].summary)}`),
    `author: ${JSON.stringify([...author].slice(0, 200).join(''))}`,
    `tags: [${(tags.length > 0 ? tags : listOf(folders, 64, 16)).map((tag) => JSON.stringify(tag)).join(', ')}]`,
    `keywords: [${keywords.map((word) => JSON.stringify(word)).join(', ')}]`,
    `riskLevel: ${options.riskLevel}`,
    ...Object.entries(dates).map(([name, date]) => `${name}: ${date}`),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * Turns texts into entries for a list in front matter, without commas and duplicates. Leaves out texts of more than `lengthMax`
 * characters, and returns at most `max` entries.
 */
function listOf(texts: readonly string[], lengthMax: number, max: number): string[] {
  const entries = texts.map((text) => text.replaceAll(',', ' ').replaceAll(/\s+/g, ' ').trim());
  return [...new Set(entries.filter((entry) => entry !== '' && [...entry].length <= lengthMax))].slice(0, max);
}

// Compiler errors

/** Path → errors that a build of the content folder with these articles would report. */
function faultsIn(articles: readonly ImportedArticle[], existing: readonly SourceEntry[]): Map<string, Message[]> {
  const made = new Map(articles.map(({ path, text }) => [path, text]));
  const entries: SourceEntry[] = [
    ...existing.filter(({ path }) => !made.has(path)),
    ...articles.map(({ path, text }): SourceEntry => ({ path, kind: 'file', bytes: Buffer.from(text) })),
  ];
  const faults = check({ entries }).messages.filter(({ severity, path }) => severity === 'error' && made.has(path));
  return groupedBy(faults, ({ path }) => path);
}

/** Turns the compiler's messages into sentences without duplicates. */
function reasonsOf(messages: readonly Message[] | undefined): Bilingual[] | undefined {
  const reasons = messages?.map(({ rule, found, expected }): [string, Bilingual] => {
    const en = `[${rule}] found ${inLocale(found, 'en')}; expected ${inLocale(expected, 'en')}`;
    return [en, { zh: `[${rule}] ${inLocale(found, 'zh')}；应为${inLocale(expected, 'zh')}`, en }];
  });
  return reasons && [...new Map(reasons).values()];
}
