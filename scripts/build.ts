// `stele build`: compiles the content and publishes the edition.
import { isAbsolute, relative, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Command, InvalidArgumentError, Option } from 'commander';
import { cacheFolder, isPublished, readOutcome, sourcesKey, writeOutcome } from '../build/outcome.ts';
import { readAssets } from '../build/read.ts';
import { counted, countsOf } from '../build/report.ts';
import {
  contentOption,
  formatOption,
  printMessages,
  readContentFolder,
  reportingMistakes,
  UsageError,
} from './content-option.ts';
import { defaultEditionFolder, packageRoot } from './package-root.ts';

export interface BuildOptions {
  content: string;
  out: string;
  keep: number;
  format: string;
}

export const defaultKeep = 5;

export function buildCommand(): Command {
  return new Command('build')
    .description('compile the articles into an edition')
    .addOption(contentOption())
    .addOption(
      new Option('--out <folder>', 'where editions are published').default(defaultEditionFolder, 'dist/edition'),
    )
    .addOption(new Option('--keep <count>', 'how many editions stay').argParser(parseKeep).default(defaultKeep))
    .addOption(formatOption())
    .action(
      reportingMistakes(async (options: BuildOptions) => {
        if (!(await runBuild(options))) process.exitCode = 1;
      }),
    );
}

/** Builds and publishes; false when there was an error, which has been printed. */
export async function runBuild({ content, out, keep, format }: BuildOptions): Promise<boolean> {
  const started = performance.now();
  refuseInside(content, out);
  const entries = await readContentFolder(content);
  const sources = { entries, assets: await readAssets(packageRoot) };
  const folder = cacheFolder(packageRoot, resolve(content));
  const key = sourcesKey(sources);
  const say = (verb: string, buildId: string, articles: number): void => {
    if (format !== 'text') return;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stdout.write(
      `${verb} edition ${buildId.slice(0, 12)} with ${counted(articles, 'article')} in ${seconds} s\n`,
    );
  };
  const last = await readOutcome(folder, key);
  if (last !== undefined && (await isPublished(resolve(out), last))) {
    printMessages(last.messages, entries, { content, format });
    say('unchanged:', last.buildId, last.articles);
    return true;
  }
  // The compiler is loaded only when there is something to compile.
  const { buildEdition } = await import('./build-edition.ts');
  const { messages, built } = await buildEdition(sources, { cacheFolder: folder, outFolder: resolve(out), keep });
  printMessages(messages, entries, { content, format });
  if (built === 'errors') {
    if (format === 'text') {
      const errors = counted(countsOf(messages).errors, 'error');
      process.stdout.write(`not built: ${errors}; the edition that is served stays as it is\n`);
    }
    return false;
  }
  if (built === 'empty') {
    throw new UsageError(`there is no article in ${content}; the edition that is served stays as it is`);
  }
  const { isNew, ...outcome } = built;
  await writeOutcome(folder, { sources: key, messages, ...outcome });
  say(isNew ? 'built' : 'unchanged:', built.buildId, built.articles);
  return true;
}

/** Editions among the articles would be taken for content by the next build. */
function refuseInside(content: string, out: string): void {
  const path = relative(resolve(content), resolve(out));
  if (path === '' || !(path.startsWith('..') || isAbsolute(path))) {
    throw new UsageError(`--out ${out} lies inside the content folder; name a folder outside it`);
  }
}

function parseKeep(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('It takes a whole number from 1 to 9999.');
  return Number(text);
}
