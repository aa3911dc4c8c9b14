// `stele bench`: measures how fast the service answers, searches, builds and starts, and compares it with similar software. No
// result counts as a failure. Only numbers of the same run can be compared, because they depend on the machine.

import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { BenchSettings, Part, PartReport } from './bench/part.ts';
import type { CommandIo } from './command-io.ts';
import { readContentFolder, reportingMistakes } from './content-option.ts';
import { ownSearchFiles, queryFilesIn, readQueryFiles, usualCorpus } from './eval/queries.ts';
import { tableText } from './eval/table.ts';
import { defaultContentFolder } from './package-root.ts';

/** Each part is imported when it runs, because its packages may not be installed. */
const parts: Record<string, () => Promise<Part>> = {
  serve: async () => (await import('./bench/serve.ts')).serve,
  search: async () => (await import('./bench/search.ts')).search,
  start: async () => (await import('./bench/start.ts')).start,
  build: async () => (await import('./bench/build.ts')).build,
};
const partNames = Object.keys(parts);

interface BenchOptions {
  only: string[];
  content?: string;
  rounds?: number;
  json?: string;
}

export function benchCommand(io: CommandIo): Command {
  return new Command('bench')
    .description('measure how fast the service answers, searches, builds and starts')
    .addOption(
      new Option('--only <parts>', `measure only these parts: ${partNames.join(', ')}`)
        .argParser(readParts)
        .default(partNames, 'all'),
    )
    .option(
      '--content <folder>',
      'the articles (default: shared/corpus beside the repository if it exists, otherwise content/)',
    )
    .addOption(new Option('--rounds <count>', 'the number of rounds of each part').argParser(readCount))
    .option('--json <file>', 'also write the tables to this file')
    .addHelpText('after', '\nnpm ci --prefix scripts/bench installs the software for comparison.')
    .action(reportingMistakes(io, runBench));
}

async function runBench(io: CommandIo, { only, content: named, rounds, json }: BenchOptions): Promise<void> {
  const hasCorpus = named === undefined && existsSync(usualCorpus);
  const content = hasCorpus ? join(usualCorpus, 'articles') : resolve(io.cwd, named ?? defaultContentFolder);
  const entries = await readContentFolder(io, content);
  const files = hasCorpus ? await queryFilesIn(join(usualCorpus, 'queries')) : await ownSearchFiles();
  const folders: string[] = [];
  const settings: BenchSettings = {
    ...{ content, entries, rounds },
    queries: (await readQueryFiles(files)).flatMap((set) => set.queries.map(({ q }) => q)),
    async folder() {
      const made = await mkdtemp(join(tmpdir(), 'stele-bench-'));
      folders.push(made);
      return made;
    },
    say: (sentence) => void io.stderr.write(`${sentence}\n`),
  };
  const machine = {
    at: new Date().toISOString(),
    node: process.versions.node,
    processors: `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}`,
    loadBefore: loadavg()[0] ?? 0,
  };
  io.stdout.write(
    `Node ${machine.node}, ${machine.processors}; load of the minute before ${machine.loadBefore.toFixed(2)}\n`,
  );
  const reports: Record<string, PartReport> = {};
  try {
    for (const name of partNames.filter((part) => only.includes(part))) {
      const part = await parts[name]?.();
      if (part === undefined) continue;
      const report = await part(settings);
      reports[name] = report;
      io.stdout.write(`\n${reportText(name, report)}\n`);
    }
  } finally {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }
  if (json !== undefined)
    await writeFile(resolve(io.cwd, json), `${JSON.stringify({ machine, parts: reports }, null, 2)}\n`);
}

const reportText = (name: string, { summary, tables, notes }: PartReport): string =>
  [`${name}: ${summary}`, ...tables.map(tableText), notes.map((note) => `- ${note}`).join('\n')].join('\n\n');

function readParts(text: string): string[] {
  return text.split(',').map((given) => {
    const name = given.trim();
    if (!partNames.includes(name))
      throw new InvalidArgumentError(`Give names from this list, separated by commas: ${partNames.join(', ')}.`);
    return name;
  });
}

function readCount(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError('Give a whole number from 1 to 999.');
  return Number(text);
}
