// `stele build`: compiles the content and publishes the edition.

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Command, InvalidArgumentError, Option } from 'commander';
import { cacheFolder, readOutcome, sourcesKey, writeOutcome } from '../build/cache.ts';
import type { Bilingual, Language } from '../build/edition/vocabulary.ts';
import { inLocale } from '../build/messages.ts';
import { readAssets } from '../build/read.ts';
import { counted, countsOf } from '../build/report.ts';
import { isServed, pruneEditions } from '../build/write.ts';
import type { CommandIo } from './command-io.ts';
import {
  contentOption,
  formatOption,
  printMessages,
  quietOption,
  readSources,
  reportingMistakes,
  UsageError,
} from './content-option.ts';
import { localeOption } from './locale.ts';
import { defaultEditionFolder, homeFolder, packageRoot } from './package-root.ts';
import { showProgress } from './progress.ts';

export interface BuildOptions {
  content: string;
  out: string;
  keep: number;
  /** `YYYY-MM-DD`; default: the newest date of the content. */
  now?: string;
  /** False: ignores the cache of earlier builds. */
  cache?: boolean;
  format: string;
  locale: Language;
  quiet?: boolean;
}

export const defaultKeep = 5;

export function buildCommand(io: CommandIo): Command {
  return new Command('build')
    .description('compile the articles into an edition')
    .addOption(contentOption())
    .addOption(
      new Option('--out <folder>', 'the folder in which editions are published').default(
        defaultEditionFolder,
        'dist/edition',
      ),
    )
    .addOption(new Option('--keep <count>', 'how many editions are kept').argParser(parseKeep).default(defaultKeep))
    .addOption(
      new Option(
        '--now <day>',
        'the day on which the age of verification records is measured (default: the newest date of the content)',
      ).argParser(parseDay),
    )
    .option('--no-cache', 'ignore the cache of earlier builds (recommended for publishing); the result is the same')
    .addOption(formatOption())
    .addOption(localeOption(io))
    .addOption(quietOption())
    .action(
      reportingMistakes(io, async (_, options: BuildOptions) => {
        if (!(await runBuild(io, options))) io.exitCode = 1;
      }),
    );
}

const unchanged = { zh: '没有变化：', en: 'unchanged:' };
const compiling = {
  doing: { zh: '正在编译', en: 'compiling' },
  after: { zh: '正在组装版本', en: 'putting the edition together' },
};

/**
 * Creates an empty cache folder. In a read-only container, returns the path of a folder that does not exist; the build then caches
 * nothing on disk.
 */
async function emptyFolder(): Promise<string> {
  const beginning = join(tmpdir(), 'stele-build-');
  return mkdtemp(beginning).catch(() => `${beginning}${randomUUID()}`);
}

/** Builds and publishes an edition. Returns false if the content has errors, which it has printed. */
export async function runBuild(io: CommandIo, options: BuildOptions): Promise<boolean> {
  const isKept = options.cache !== false;
  const folder = isKept ? cacheFolder(homeFolder, resolve(io.cwd, options.content)) : await emptyFolder();
  try {
    return await runBuildWith(io, folder, options);
  } finally {
    if (!isKept) await rm(folder, { recursive: true, force: true });
  }
}

async function runBuildWith(
  io: CommandIo,
  folder: string,
  { content, out, keep, now: day, format, locale, quiet }: BuildOptions,
): Promise<boolean> {
  const started = performance.now();
  const outFolder = resolve(io.cwd, out);
  refuseInside(io, content, out);
  const entries = await readSources(io, content);
  const sources = { entries, assets: await readAssets(packageRoot), now: Date.now(), day };
  const key = sourcesKey(sources);
  const silent = format !== 'text' || quiet === true;
  const say = (text: string | Bilingual): unknown => silent || io.stdout.write(`${inLocale(text, locale)}\n`);
  const sayWhat = (verb: Bilingual, buildId: string, articles: number): void => {
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const name = buildId.slice(0, 12);
    say({
      zh: `${verb.zh}版本 ${name}，共 ${articles} 篇文章，用时 ${seconds} 秒`,
      en: `${verb.en} edition ${name} with ${counted(articles, 'article')} in ${seconds} s`,
    });
  };
  // The outcome of the last build with the same sources is reused although the clock has moved on. The clock matters only to the rule
  // that dates must not be in the future. A date that was not in the future at the last build is not in the future now. An outcome with
  // errors is not stored.
  const last = readOutcome(folder, key);
  if (last !== undefined && isServed(outFolder, last.buildId)) {
    await pruneEditions(outFolder, keep);
    printMessages(io, last.messages, entries, { content, format, locale });
    sayWhat(unchanged, last.buildId, last.articles);
    return true;
  }
  const { buildEdition } = await import('./build-edition.ts');
  const progress = showProgress(io, compiling, { locale, silent });
  const building = buildEdition(sources, { cacheFolder: folder, outFolder, keep, progress: progress.update });
  const { messages, built } = await building.finally(progress.end);
  printMessages(io, messages, entries, { content, format, locale });
  if (built === 'errors') {
    const { errors } = countsOf(messages);
    say({
      zh: `未构建：${errors} 个错误；正在提供服务的版本保持不变`,
      en: `not built: ${counted(errors, 'error')}; the edition that is served stays as it is`,
    });
    return false;
  }
  if (built === 'empty') {
    throw new UsageError({
      zh: `${content} 中没有文章；正在提供服务的版本保持不变`,
      en: `there is no article in ${content}; the edition that is served stays as it is`,
    });
  }
  const { isNew, ...outcome } = built;
  writeOutcome(folder, { sources: key, messages, ...outcome });
  sayWhat(isNew ? { zh: '已构建', en: 'built' } : unchanged, built.buildId, built.articles);
  return true;
}

/** Throws a usage error if `out` is inside the content folder: the next build would read the editions there as content. */
function refuseInside({ cwd }: CommandIo, content: string, out: string): void {
  const path = relative(resolve(cwd, content), resolve(cwd, out));
  if (path === '' || !(path.startsWith('..') || isAbsolute(path))) {
    throw new UsageError({
      zh: `--out ${out} 位于内容文件夹之内；请另选一个在它之外的文件夹`,
      en: `--out ${out} lies inside the content folder; name a folder outside it`,
    });
  }
}

function parseDay(text: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text) === true;
  if (!isDay) throw new InvalidArgumentError('Write a day, such as 2026-01-31.');
  return text;
}

function parseKeep(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('Give a whole number from 1 to 9999.');
  return Number(text);
}
