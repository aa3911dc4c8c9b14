// `stele check`: runs every rule on the content. It writes files only with `--fix`, and then only safe corrections.

import { resolve } from 'node:path';
import { Command } from 'commander';
import { BuildCache, cacheFolder } from '../build/cache.ts';
import { type Checked, check } from '../build/compile.ts';
import type { Bilingual, Language } from '../build/edition/vocabulary.ts';
import { type Fixing, fixAll } from '../build/fixes.ts';
import { forImported, inLocale, type Message } from '../build/messages.ts';
import { withProductGuides } from '../build/read.ts';
import { counted, countsOf } from '../build/report.ts';
import { chineseCorrector } from '../build/rules/style.ts';
import { rules } from '../build/rules/table.ts';
import type { SourceEntry } from '../build/source/entry.ts';
import type { CommandIo } from './command-io.ts';
import {
  askedFor,
  contentOption,
  formatOption,
  pathPrefixOf,
  printMessages,
  quietOption,
  readContentFolder,
  reportingMistakes,
} from './content-option.ts';
import { localeOption } from './locale.ts';
import { homeFolder, packageRoot } from './package-root.ts';
import { showProgress } from './progress.ts';
import { rewriteFile } from './rewrite-file.ts';

interface CheckOptions {
  content: string;
  format: string;
  locale: Language;
  strict?: boolean;
  fix?: boolean;
  imported?: boolean;
  quiet?: boolean;
}

export function checkCommand(io: CommandIo): Command {
  return new Command('check')
    .description('check the articles without building')
    .argument('[files...]', 'articles to report on; all articles are read, because they link to each other')
    .addOption(contentOption())
    .addOption(formatOption())
    .addOption(localeOption(io))
    .addOption(quietOption(', with --fix also the corrections,'))
    .option('--strict', 'exit with 1 on warnings too')
    .option('--imported', 'for imported content: differences between the languages are warnings, not errors')
    .option('--fix', 'apply corrections that do not change the meaning of a text')
    .action(reportingMistakes(io, runCheck));
}

const checking = {
  doing: { zh: '正在检查', en: 'checking' },
  after: { zh: '正在相互核对', en: 'comparing the articles' },
};

async function runCheck(io: CommandIo, named: readonly string[], options: CheckOptions): Promise<void> {
  const { content, format, locale, strict, fix, imported, quiet } = options;
  const own = await readContentFolder(io, content);
  const given = await withProductGuides(own, packageRoot);
  const isAsked = askedFor(io, named, content, own);
  const isWhole = chineseCorrector() !== undefined;
  if (!isWhole) io.stderr.write(`stele: ${inLocale(withoutCorrector, locale)}\n`);
  const silent = format !== 'text' || quiet === true;
  const folder = cacheFolder(homeFolder, resolve(io.cwd, content));
  // The result is cached only if every rule ran. Otherwise later checks would reuse an incomplete result.
  const cache = new BuildCache(isWhole ? folder : undefined);
  const progress = showProgress(io, checking, { locale, silent });
  const now = Date.now();
  const checked = check({ entries: given, now }, 'check', { cache, progress: progress.update });
  progress.end();
  const { files, entries, ...told } =
    fix === true ? await fixed(io, given, { checked, cache, now, options, isAsked }) : { ...checked, entries: given };
  cache.prune(['check']);
  const asked = told.messages.filter(({ path }) => isAsked(path));
  const messages = imported === true ? forImported(asked) : asked;
  printMessages(io, messages, entries, { content, format, locale });
  const { errors, warnings } = countsOf(messages);
  if (errors > 0 || (strict === true && warnings > 0)) {
    io.exitCode = 1;
    if (!silent && errors > 0) tellWhatStopsABuild(io, messages, locale);
  } else if (!silent && io.exitCode === 0) {
    const ownPaths = new Set(own.map(({ path }) => path));
    const count = files.filter(({ facts, path }) => facts !== null && ownPaths.has(path) && isAsked(path)).length;
    const sentence: Bilingual = {
      zh: `检查了 ${count} 个文件，没有错误`,
      en: `${counted(count, 'file')} checked, no errors`,
    };
    io.stdout.write(`${inLocale(sentence, locale)}\n`);
  }
}

/** Prints how many errors would stop a build. Rules on style and on the agreement of both languages apply only to `stele check`. */
function tellWhatStopsABuild({ stderr }: CommandIo, messages: readonly Message[], locale: Language): void {
  const ofCheck = new Set(rules.filter(({ onlyInCheck }) => onlyInCheck === true).map(({ name }) => name));
  const stopping = messages.filter(({ severity, rule }) => severity === 'error' && !ofCheck.has(rule)).length;
  const sentence: Bilingual = {
    zh: stopping === 0 ? '这些错误都不会阻止构建' : `其中 ${stopping} 个错误会阻止构建`,
    en: stopping === 0 ? 'none of the errors stops a build' : `${stopping} of the errors would stop a build`,
  };
  stderr.write(`${inLocale(sentence, locale)}\n`);
}

interface Fix {
  checked: Checked;
  cache: BuildCache;
  now: number;
  options: CheckOptions;
  isAsked: (path: string) => boolean;
}

/** Applies the fixes, writes them, and reports them. */
async function fixed(io: CommandIo, given: readonly SourceEntry[], { checked, cache, now, options, isAsked }: Fix) {
  const { content, format, locale } = options;
  const fixing = fixAll(given, { checked, cache, now, isAsked });
  const unwritten: string[] = [];
  for (const file of fixing.fixed) {
    if (!(await rewriteFile(resolve(io.cwd, content, file.path), file))) unwritten.push(file.path);
  }
  // With --format json, standard output must contain nothing but the JSON with the messages.
  const out = format === 'json' ? io.stderr : io.stdout;
  out.write(tellFixing(fixing, { unwritten, locale, pathPrefix: pathPrefixOf(io, content) }));
  if (unwritten.length > 0) io.exitCode = 1;
  return fixing;
}

const withoutCorrector: Bilingual = {
  zh: `跳过规则 cjk-spacing：autocorrect-node 没有 ${process.platform} ${process.arch} 的版本，或 npm 安装时没有装可选的包`,
  en:
    `the rule cjk-spacing is skipped: autocorrect-node has no build for ${process.platform} ${process.arch}, ` +
    'or npm installed without optional packages',
};

interface FixReport {
  /** Paths of files that were not written, because they changed on disk during the check. */
  unwritten: readonly string[];
  locale: Language;
  /** The path of the content folder relative to the current folder; put before paths of content files. */
  pathPrefix: string;
}

function tellFixing({ fixed, refused, staleArticles }: Fixing, { unwritten, locale, pathPrefix }: FixReport): string {
  const said = (wording: Bilingual): string => inLocale(wording, locale);
  const verb = said({ zh: '已修正', en: 'fixed' });
  const lines = fixed.map(({ path: inContent, counts }) => {
    const path = pathPrefix + inContent;
    if (unwritten.includes(inContent)) return said(changedMeanwhile(path));
    const done = [...counts].map(([rule, count]) => `${count} ${rule}`).join(', ');
    return `${verb} ${path}: ${done}`;
  });
  for (const path of refused) lines.push(said(notFixed(pathPrefix + path)));
  if (staleArticles > 0) {
    const articles = counted(staleArticles, 'article');
    lines.push(
      said({
        zh: `${staleArticles} 篇文章的文本变了，针对原文的验证记录已经过期`,
        en: `the text of ${articles} changed; their verification records are stale now`,
      }),
    );
  }
  if (fixed.length === 0) lines.push(said({ zh: '没有需要修正的', en: 'nothing to fix' }));
  return `${lines.join('\n')}\n`;
}

const changedMeanwhile = (path: string): Bilingual => ({
  zh: `未改动 ${path}：检查期间它被别人改过；请再运行一次`,
  en: `not fixed ${path}: it changed during the check; run check again`,
});
const notFixed = (path: string): Bilingual => ({
  zh: `未改动 ${path}：修正会改变所报告问题以外的内容，或引起新的消息`,
  en: `not fixed ${path}: its fixes would change more than the reported faults, or cause new messages`,
});
