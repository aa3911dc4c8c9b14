// `stele build`: compiles the content and publishes the edition.
import { isAbsolute, relative, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Command, InvalidArgumentError, Option } from 'commander';
import { compile } from '../build/compile.ts';
import { readAssets } from '../build/read.ts';
import { counted, countsOf } from '../build/report.ts';
import { publishEdition } from '../build/write.ts';
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
  const { messages, edition } = compile({ entries, assets: await readAssets(packageRoot) });
  printMessages(messages, entries, { content, format });
  const say = (text: string): unknown => format === 'text' && process.stdout.write(`${text}\n`);
  if (edition === undefined) {
    say(`not built: ${counted(countsOf(messages).errors, 'error')}; the edition that is served stays as it is`);
    return false;
  }
  if (edition.manifest.articles === 0) {
    throw new UsageError(`there is no article in ${content}; the edition that is served stays as it is`);
  }
  const { buildId, isNew } = await publishEdition(resolve(out), edition, { keep });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(
    `${isNew ? 'built' : 'unchanged:'} edition ${buildId.slice(0, 12)} with ${counted(edition.manifest.articles, 'article')} in ${seconds} s`,
  );
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
