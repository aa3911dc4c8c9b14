// `stele stress`: long trials of a real server, part by part: requests that nobody should send, editions that take each other's
// place, stops, slow callers, time. A goal that was missed is named.

import { randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { describeMachine } from './bench/machine.ts';
import { machineText, type NamedReport, reportJson, reportText } from './bench/report.ts';
import type { CommandIo } from './command-io.ts';
import { contentOption, reportingMistakes, UsageError } from './content-option.ts';
import { servedEdition } from './stress/editions.ts';
import type { StressSettings } from './stress/part.ts';
import { type PartName, partNames, parts } from './stress/parts.ts';

interface StressOptions extends Omit<StressSettings, 'edition' | 'minuteMs' | 'say'> {
  only: PartName[];
  edition?: string;
  json?: string;
}

const countsMax = 999_999_999;
const minuteMs = 60_000;

export function stressCommand(io: CommandIo): Command {
  const command = new Command('stress')
    .description('try a real server for a long time')
    .addOption(
      new Option('--only <parts>', `these parts: ${partNames.join(', ')}`)
        .argParser(readParts)
        .default([...partNames], 'all'),
    )
    .addOption(new Option('--edition <folder>', 'the edition for fuzz, stop and slow (default: content/, built now)'))
    .addOption(contentOption())
    .addOption(
      new Option('--seed <number>', 'what requests are generated from; the same seed generates the same')
        .argParser(readCount)
        .default(randomInt(1, 2 ** 31 - 1), 'another one each time'),
    )
    .option('--json <file>', 'also write the numbers to this file')
    .addHelpText('after', '\nThe exit code is 1 when a goal was missed, and 2 for a mistake.')
    .action(reportingMistakes(io, runStress));
  for (const [name, usual, meaning] of numbers) {
    command.addOption(new Option(`--${name} <count>`, meaning).argParser(readCount).default(usual));
  }
  return command;
}

const numbers: readonly (readonly [name: string, usual: number, meaning: string])[] = [
  ['requests', 100_000, 'fuzz: generated requests'],
  ['reloads', 20, 'reload: how often an edition takes the place of the other'],
  ['rate', 500, 'reload: requests per second'],
  ['runs', 20, 'stop: how often the server is stopped, directly and behind a proxy'],
  ['slow-writers', 1_000, 'slow: requests that never end'],
  ['slow-readers', 200, 'slow: answers that nobody reads'],
  ['minutes', 2, 'soak: how long, after five of warming up and before a third as long in turns with a new server'],
  ['agents', 10_000, 'soak: how many agents call'],
  ['soak-rate', 300, 'soak: requests per second'],
];

async function runStress(_io: CommandIo, { only, edition, json, ...settings }: StressOptions): Promise<void> {
  if (process.platform !== 'linux') throw new UsageError(onlyLinux);
  const machine = describeMachine(false);
  process.stdout.write(`${machineText(machine)}; seed ${settings.seed}\n`);
  let served: Promise<string> | undefined;
  const reports: NamedReport[] = [];
  for (const name of partNames.filter((part) => only.includes(part))) {
    const { summary, run } = await parts[name]();
    const measured = await run({ ...settings, minuteMs, edition: () => (served ??= servedEdition(edition)), say });
    const report = { name, summary, ...measured };
    process.stdout.write(`\n${reportText(report)}\n`);
    reports.push(report);
  }
  if (json !== undefined) await writeFile(json, reportJson(machine, reports));
  const missed = reports.flatMap(({ name, bars }) =>
    bars.filter(({ isMet }) => !isMet).map((bar) => `${name}: ${bar.name}`),
  );
  if (missed.length === 0) return;
  say(`stele: missed: ${missed.join('; ')}`);
  process.exitCode = 1;
}

const onlyLinux = {
  zh: '只能在 Linux 上运行：调用者使用 127.0.0.0/8 的各个地址，连接从 /proc 读取',
  en: 'this runs on Linux only: its callers come from many addresses of 127.0.0.0/8, and it reads connections from /proc',
};

const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

function readParts(text: string): PartName[] {
  return text.split(',').map((given) => {
    const name = partNames.find((candidate) => candidate === given.trim());
    if (name === undefined) throw new InvalidArgumentError(`It takes names of ${partNames.join(', ')}.`);
    return name;
  });
}

function readCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError(`It takes a whole number from 1 to ${countsMax}.`);
  return Number(text);
}
