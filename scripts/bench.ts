// `stele bench`: how fast, how large and how steady the service is, part by part. Numbers and no judgement of the machine:
// compare within one run.

import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { canPin } from './bench/cores.ts';
import { keepResult } from './bench/kept-results.ts';
import { describeMachine } from './bench/machine.ts';
import type { BenchSettings } from './bench/part.ts';
import { type PartName, partNames, parts } from './bench/parts.ts';
import { machineText, type NamedReport, reportJson, reportText } from './bench/report.ts';
import type { CommandIo } from './command-io.ts';
import { reportingMistakes } from './content-option.ts';
import { openEdition } from './eval/editions.ts';
import { packageRoot } from './package-root.ts';

interface BenchOptions {
  only: PartName[];
  edition?: string;
  requests?: number;
  rounds?: number;
  roundMs?: number;
  articles?: number[];
  corpus: string;
  json?: string;
  forGuide?: true;
}

export function benchCommand(io: CommandIo): Command {
  return new Command('bench')
    .description('measure the service')
    .addOption(
      new Option('--only <parts>', `these parts: ${partNames.join(', ')}`)
        .argParser(readParts)
        .default([...partNames], 'all'),
    )
    .addOption(new Option('--edition <folder>', 'the folder that build wrote to (default: content/, built now)'))
    .addOption(new Option('--requests <count>', 'so many requests where a part counts them').argParser(readCount))
    .addOption(new Option('--rounds <count>', 'so many rounds where a part compares').argParser(readCount))
    .addOption(new Option('--round-ms <count>', 'how long each of them takes').argParser(readCount))
    .addOption(
      new Option('--articles <counts>', 'editions of so many articles, where a part makes some').argParser(
        (text: string) => text.split(',').map((given) => readCount(given.trim())),
      ),
    )
    .addOption(
      new Option('--corpus <folder>', 'real articles and queries, for parts that need many').default(
        join(packageRoot, '..', 'shared', 'corpus'),
        'shared/corpus beside the repository',
      ),
    )
    .option('--json <file>', 'also write the numbers to this file')
    .option('--for-guide', 'keep the tables for the guide to the benchmarks (then npm run benchmarks-guide)')
    .addHelpText('after', '\nThe exit code is 1 when a goal was missed, and 2 for a mistake.')
    .action(reportingMistakes(io, runBench));
}

async function runBench(_io: CommandIo, { only, edition, json, forGuide, ...given }: BenchOptions): Promise<void> {
  const machine = describeMachine(canPin());
  const { folder } = await openEdition(edition);
  const { requests, rounds, roundMs, articles } = given;
  const corpus = existsSync(given.corpus) ? given.corpus : undefined;
  const settings: BenchSettings = { edition: folder, requests, rounds, roundMs, articles, corpus, say };
  process.stdout.write(`${machineText(machine)}\n`);
  const reports: NamedReport[] = [];
  for (const name of partNames.filter((part) => only.includes(part))) {
    const { summary, run } = await parts[name]();
    const report = { name, summary, ...(await run(settings)) };
    process.stdout.write(`\n${reportText(report)}\n`);
    reports.push(report);
    if (forGuide === true) await keepResult(machine, commandFor(name, { requests, rounds, roundMs, articles }), report);
  }
  if (json !== undefined) await writeFile(json, reportJson(machine, reports));
  if (reports.some(({ bars }) => bars.some(({ isMet }) => !isMet))) process.exitCode = 1;
}

/** What measures the same again. */
function commandFor(
  part: PartName,
  given: Pick<BenchSettings, 'requests' | 'rounds' | 'roundMs' | 'articles'>,
): string {
  const { requests, rounds, roundMs, articles } = given;
  const flags = { requests, rounds, 'round-ms': roundMs, articles: articles?.join(',') };
  const written = Object.entries(flags).flatMap(([name, value]) => (value === undefined ? [] : [`--${name} ${value}`]));
  return ['npm run bench --', `--only ${part}`, ...written].join(' ');
}

const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

function readParts(text: string): PartName[] {
  return text.split(',').map((given) => {
    const name = partNames.find((candidate) => candidate === given.trim());
    if (name === undefined) throw new InvalidArgumentError(`It takes names of ${partNames.join(', ')}.`);
    return name;
  });
}

function readCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It takes a whole number from 1 to 999999999.');
  return Number(text);
}
