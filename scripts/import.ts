// `stele import SRC…`: turns existing bilingual documentation into articles. It overwrites only files that it has written itself:
// `.import.json` in the content folder stores a hash of each of them, so that the next import detects and keeps edits by hand.

import { isUtf8 } from 'node:buffer';
import { execFile } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, posix, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { byCodeUnit, sha256 } from '../build/edition/hash.ts';
import { domainIds } from '../build/edition/site-settings.ts';
import { type Language, type RiskLevel, riskLevels } from '../build/edition/vocabulary.ts';
import { readContent } from '../build/read.ts';
import { articleBytesMax, decoded, type SourceEntry } from '../build/source/entry.ts';
import type { CommandIo } from './command-io.ts';
import { formatOption, reportingMistakes, UsageError } from './content-option.ts';
import { siteIn } from './existing-articles.ts';
import {
  type ImportedArticle,
  type ImportOptions,
  makeArticles,
  type PageSource,
  withoutRecords,
} from './import/articles.ts';
import { isPageFile, type Pairing, type PairPattern, pairFiles } from './import/pairs.ts';
import { type ImportReport, importJson, importText, type PairReport } from './import/report.ts';
import { localeOption } from './locale.ts';
import { defaultContentFolder } from './package-root.ts';
import { parsedJson } from './parsed-json.ts';
import { rewriteFile } from './rewrite-file.ts';

interface ImportCommandOptions {
  to: string;
  domain?: string;
  map: DomainMapping[];
  pair: PairPattern[];
  site?: string;
  siteZh?: string;
  author?: string;
  risk: RiskLevel;
  date?: string;
  dryRun?: boolean;
  force?: boolean;
  format: string;
  locale: Language;
}

/** Assigns the pages below a folder of the documentation to a domain. */
interface DomainMapping {
  folder: string;
  domain: string;
}

export function importCommand(io: CommandIo): Command {
  return new Command('import')
    .description('turn existing bilingual documentation into articles; run it again to update them')
    .argument('<sources...>', 'folders with the documentation in both languages')
    .addOption(
      new Option('--to <folder>', 'the content folder for the articles').default(defaultContentFolder, 'content'),
    )
    .option('--domain <domain>', 'the domain of all pages to which no --map applies')
    .option(
      '--map <folder=domain>',
      'the domain of the pages below a folder; repeatable',
      splitAtEqualSign(mappingOf),
      [],
    )
    .option(
      '--pair <en=zh>',
      'an English and a Chinese file, folder or pattern with * that belong together; repeatable',
      splitAtEqualSign(patternOf),
      [],
    )
    .option('--site <url>', 'the address of the published documentation, for links to pages not imported', siteOf)
    .option('--site-zh <url>', 'the address of the published Chinese documentation, if different', siteOf)
    .option('--author <label>', 'the author of pages that name none (default: the author of the site)')
    .addOption(new Option('--risk <level>', 'the risk level of the articles').choices(riskLevels).default('low'))
    .option('--date <day>', 'the date of all pages (default: the dates from git or of the files)', instantOf)
    .option('--dry-run', 'print the report, and write nothing')
    .option('--force', 'also overwrite imported articles that were edited by hand')
    .addOption(formatOption())
    .addOption(localeOption(io))
    .action(reportingMistakes(io, runImport));
}

async function runImport(io: CommandIo, named: readonly string[], options: ImportCommandOptions): Promise<void> {
  const folders = named.map((name) => sourceFolder(io, name));
  const target = resolve(io.cwd, options.to);
  const existing = existsSync(target) ? await readContent(target) : [];
  const site = siteIn(existing, options.to);
  const domainOf = domainsOf(options, domainIds(site));
  const ledger = readLedger(target);
  const sources = folders.map((folder) => readSource(folder, options.pair));
  const histories = new Map<string, FileDates>();
  for (const { label, folder } of folders) histories.set(label, await datesIn(folder));
  const made = makeArticles(sources, existing, {
    domainOf,
    author: options.author ?? site.author ?? 'Imported documentation',
    riskLevel: options.risk,
    sites: { en: options.site, zh: options.siteZh ?? options.site },
    datesOf: datesOf(histories, options.date),
  });
  const shown = new Map(folders.map(({ label, folder }) => [label, relative(io.cwd, folder)]));
  const sourcePath = (label: string, path: string): string => posix.join(shown.get(label) ?? label, path);
  const contentPath = (path: string): string => join(relative(io.cwd, target), path);
  const entries = new Map(existing.map((entry) => [entry.path, entry]));
  const pairs: PairReport[] = [];
  for (const article of made.articles) {
    const judged = judge(article, entries.get(article.path), ledger, options.force === true);
    if (options.dryRun !== true && (judged.outcome === 'new' || judged.outcome === 'updated')) {
      await writeArticle(target, article, entries.get(article.path));
    }
    if (judged.outcome !== 'conflict' && judged.outcome !== 'edited') remember(ledger, article);
    const { zh, en } = article.pages;
    pairs.push({
      ...judged,
      article: contentPath(article.path),
      zh: sourcePath(article.label, zh.path),
      en: sourcePath(article.label, en.path),
    });
  }
  for (const { label, files, reasons } of made.refused) {
    pairs.push({ outcome: 'refused', zh: sourcePath(label, files.zh), en: sourcePath(label, files.en), reasons });
  }
  if (options.dryRun !== true && made.articles.length > 0) await writeLedger(target, ledger);
  const listed = (field: 'unpaired' | 'doubles' | 'others'): string[] =>
    sources.flatMap(({ label, pairing }) => pairing[field].map((path) => sourcePath(label, path)));
  const known = new Set(sources.flatMap(({ label, pairs: own }) => own.map(({ key }) => `${label}/${key}`)));
  const report: ImportReport = {
    isDryRun: options.dryRun === true,
    pairs,
    unpaired: listed('unpaired'),
    doubles: listed('doubles'),
    others: listed('others'),
    orphans: Object.values(ledger.articles)
      .filter(({ source }) => shown.has(source.split('/', 1)[0] ?? '') && !known.has(source))
      .map(({ path }) => contentPath(path)),
    notes: made.articles.flatMap(({ notes, label }) =>
      notes.map((note) => ({ ...note, path: sourcePath(label, note.path) })),
    ),
  };
  io.stdout.write(options.format === 'json' ? importJson(report, options.locale) : importText(report, options.locale));
  if (pairs.some(({ outcome }) => outcome === 'refused' || outcome === 'conflict')) io.exitCode = 1;
}

// Options

function splitAtEqualSign<Value>(make: (left: string, right: string) => Value) {
  return (text: string, before: Value[]): Value[] => {
    const at = text.indexOf('=');
    if (at <= 0 || at === text.length - 1) throw new InvalidArgumentError('Write two names with = between them.');
    return [...before, make(text.slice(0, at), text.slice(at + 1))];
  };
}

const mappingOf = (folder: string, domain: string): DomainMapping => ({
  folder: folder.replace(/^\.?\/|\/$/g, ''),
  domain,
});
const patternOf = (en: string, zh: string): PairPattern => ({
  en: en.replace(/^\.\//, ''),
  zh: zh.replace(/^\.\//, ''),
});

function siteOf(text: string): string {
  if (!/^https?:\/\/[^/]/.test(text) || !URL.canParse(text)) {
    throw new InvalidArgumentError('Write a whole address, such as https://docs.example.com.');
  }
  return text.replace(/\/+$/, '');
}

function instantOf(text: string): string {
  const date = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(date.getTime())) {
    throw new InvalidArgumentError('Write a day, such as 2026-01-31.');
  }
  return instant(date);
}

const instant = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;

/** Returns a function that gives the domain of a page: the domain of the deepest mapped folder that contains it, else `--domain`. */
function domainsOf({ domain, map }: ImportCommandOptions, known: readonly string[]): ImportOptions['domainOf'] {
  const unknown = [...map.map((mapping) => mapping.domain), ...(domain === undefined ? [] : [domain])].find(
    (name) => !known.includes(name),
  );
  if (unknown !== undefined || (domain === undefined && map.length === 0)) {
    const list = { zh: known.join('、'), en: known.join(', ') };
    throw new UsageError({
      zh: `${unknown === undefined ? '没有指定领域' : `没有领域 ${unknown}`}；用 --domain 或 --map 文件夹=领域 指定一个：${list.zh}`,
      en: `${unknown === undefined ? 'no domain is named' : `there is no domain ${unknown}`}; name one with --domain or --map folder=domain: ${list.en}`,
    });
  }
  const deepestFirst = [...map].sort((left, right) => right.folder.length - left.folder.length);
  const isBelow = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`);
  return (key, path) =>
    deepestFirst.find(({ folder }) => isBelow(folder, key) || isBelow(folder, path))?.domain ?? domain;
}

// Sources

interface SourceFolder {
  label: string;
  folder: string;
}

function sourceFolder({ cwd }: CommandIo, name: string): SourceFolder {
  const folder = resolve(cwd, name);
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new UsageError({
      zh: `${name} 不是文件夹；请指定放着两种语言文档的文件夹`,
      en: `${name} is not a folder; name the folder with the documentation in both languages`,
    });
  }
  return { folder, label: basename(folder) };
}

interface ReadSource extends PageSource {
  pairing: Pairing;
}

function readSource({ label, folder }: SourceFolder, patterns: readonly PairPattern[]): ReadSource {
  const pairing = pairFiles(filesBelow(folder, ''), patterns);
  if (pairing.pairs.length === 0) {
    throw new UsageError({
      zh: `${folder} 中没有成对的中英文页面；用 --pair 英文=中文 说明哪些文件是一对`,
      en: `${folder} has no pairs of Chinese and English pages; name the files that belong together with --pair EN=ZH`,
    });
  }
  return { label, pairing, pairs: pairing.pairs, read: (path) => readText(folder, path) };
}

/** The files below a folder. Symbolic links, hidden folders and installed packages are skipped. */
function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') return [];
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(root, path);
    return entry.isFile() && isPageFile(path) ? [path] : [];
  });
}

/** Reads a page or an included file. Undefined if the file is outside the source folder, or if its path has a symbolic link. */
function readText(root: string, path: string): string | undefined {
  const parts = posix.normalize(path).split('/');
  if (parts[0] === '..') return undefined;
  for (let length = 1; length <= parts.length; length += 1) {
    const stats = lstatSync(join(root, ...parts.slice(0, length)), { throwIfNoEntry: false });
    if (stats === undefined || stats.isSymbolicLink()) return undefined;
    if (length === parts.length && (!stats.isFile() || stats.size > articleBytesMax)) return undefined;
  }
  const bytes = readFileSync(join(root, ...parts));
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

/** The first and last commit date of each file in `folder`. For a file that git does not know, its modification time is used. */
interface FileDates {
  folder: string;
  byPath: ReadonlyMap<string, { created: string; updated: string }>;
}

async function datesIn(folder: string): Promise<FileDates> {
  const byPath = new Map<string, { created: string; updated: string }>();
  try {
    const words = 'log --format=%x00%cI --name-only -z --relative --no-renames -- .'.split(' ');
    const { stdout } = await promisify(execFile)('git', ['-C', folder, ...words], { maxBuffer: 1024 * 1024 * 1024 });
    let date = '';
    // git prints the newest commit first.
    for (const part of stdout.split(/[\0\n]+/)) {
      if (/^\d{4}-\d{2}-\d{2}T/.test(part)) date = instant(new Date(part));
      else if (part !== '') byPath.set(part, { created: date, updated: byPath.get(part)?.updated ?? date });
    }
  } catch {
    // Without git or a repository, the modification times of the files are used.
  }
  return { folder, byPath };
}

function datesOf(histories: ReadonlyMap<string, FileDates>, day: string | undefined): ImportOptions['datesOf'] {
  return (label, paths, named) => {
    if (day !== undefined) return { created: day, updated: day };
    const { folder = '', byPath = new Map() } = histories.get(label) ?? {};
    const known = paths.flatMap((path) => byPath.get(path) ?? []);
    const dates =
      known.length > 0
        ? known.flatMap(({ created, updated }) => [created, updated])
        : named.length > 0
          ? named.map((date) => instant(new Date(date)))
          : paths.map((path) => instant(statSync(join(folder, path)).mtime));
    const [first = '', last = first] = [dates.toSorted(byCodeUnit)[0], dates.toSorted(byCodeUnit).at(-1)];
    return { created: first, updated: last };
  };
}

// The record of earlier imports

const ledgerName = '.import.json';
const ledgerSchema = z.object({
  version: z.literal(1),
  /**
   * Article id → hashes. `text` is the SHA-256 of the written file without verification records. `content` is the SHA-256 of the file
   * without dates and verification records; it changes only if the sources change.
   */
  articles: z.record(
    z.string(),
    z.object({ path: z.string(), source: z.string(), text: z.string(), content: z.string() }),
  ),
});
type Ledger = z.infer<typeof ledgerSchema>;

function readLedger(target: string): Ledger {
  const path = join(target, ledgerName);
  if (!existsSync(path)) return { version: 1, articles: {} };
  const ledger = ledgerSchema.safeParse(parsedJson(readFileSync(path, 'utf8')));
  if (ledger.success) return ledger.data;
  throw new UsageError({
    zh: `${path} 不是 import 写的文件；恢复它，或者删除它（此后手工改过的文章都要用 --force 才会更新）`,
    en: `${path} was changed after import wrote it; restore it or delete it. If it is deleted, articles edited by hand are updated only with --force`,
  });
}

function remember({ articles }: Ledger, { id, path, source, text, contentHash }: ImportedArticle): void {
  articles[id] = { path, source, text: sha256(withoutRecords(text)), content: contentHash };
}

/** Decides whether to write an article, by comparing it with the existing file and with the hashes of the last import. */
function judge(
  { id, text, contentHash, path }: ImportedArticle,
  entry: SourceEntry | undefined,
  { articles }: Ledger,
  isForced: boolean,
): Pick<PairReport, 'outcome' | 'reasons'> {
  if (entry === undefined) return { outcome: 'new', reasons: [] };
  const current = decoded(entry.bytes);
  if (current === text) return { outcome: 'unchanged', reasons: [] };
  const written = articles[id];
  if (written?.text === sha256(withoutRecords(current)) || isForced) return { outcome: 'updated', reasons: [] };
  if (written?.content === contentHash) return { outcome: 'edited', reasons: [] };
  return {
    outcome: 'conflict',
    reasons: [
      {
        zh: `${path} 手工改过，来源也变了；把改动移到来源里，或用 --force 覆盖`,
        en: `${path} was edited by hand and its source changed as well; move the edit to the source, or overwrite it with --force`,
      },
    ],
  };
}

async function writeArticle(
  target: string,
  { path, text }: ImportedArticle,
  entry: SourceEntry | undefined,
): Promise<void> {
  const file = join(target, path);
  await mkdir(dirname(file), { recursive: true });
  // The flag `wx` makes the write fail if another process has created the file.
  if (entry === undefined) await writeFile(file, text, { flag: 'wx' });
  else await rewriteFile(file, { before: entry.bytes, after: Buffer.from(text) });
}

async function writeLedger(target: string, { version, articles }: Ledger): Promise<void> {
  const sorted = Object.entries(articles).sort(([left], [right]) => byCodeUnit(left, right));
  const text = `${JSON.stringify({ version, articles: Object.fromEntries(sorted) }, null, 2)}\n`;
  await writeFile(join(target, ledgerName), text);
}
