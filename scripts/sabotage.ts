// `stele sabotage`: takes one defence away at a time, in a copy of the repository, and runs the tests that guard it. Tests that
// stay green guard nothing.
import { Command, InvalidArgumentError, Option } from 'commander';
import { reportingMistakes } from './content-option.ts';
import { packageRoot } from './package-root.ts';
import type { Defence } from './sabotage/defence.ts';
import { defences } from './sabotage/defences.ts';
import { runTests } from './sabotage/test-run.ts';
import { limitOf, staleness, type Trial, tryRemoval } from './sabotage/trial.ts';
import { openWorkshop } from './sabotage/workshop.ts';

interface SabotageOptions {
  only: Defence[];
}

export function sabotageCommand(): Command {
  return new Command('sabotage')
    .description('remove one defence at a time, and see that its tests fail')
    .addOption(
      new Option('--only <names>', 'these defences, as the operators’ guide names them')
        .argParser(readNames)
        .default([...defences], 'all'),
    )
    .addHelpText(
      'after',
      '\nThe repository itself is not changed. The exit code is 1 when a removal goes unnoticed or the list is stale.',
    )
    .action(reportingMistakes(async ({ only }: SabotageOptions) => sabotage(packageRoot, only)));
}

/** Tries every removal of the defences; the exit code says whether each was noticed. */
export async function sabotage(repository: string, tried: readonly Defence[]): Promise<void> {
  const stale = await staleness(repository, tried);
  if (stale.length > 0) return fail(['the list of defences is stale:', ...stale]);
  const workshop = await openWorkshop(repository);
  // So that what the tests started ends with this process, and the copy is removed.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  try {
    const tests = [...new Set(tried.flatMap((defence) => defence.tests))];
    say(`${tests.length} test files without any removal`);
    const before = await runTests(workshop.root, tests, { untilFailure: false, runMs: wholeMs });
    const faults = before.trouble === undefined ? before.failed : [before.trouble];
    if (faults.length > 0) return fail(['tests fail before anything is removed:', ...faults]);
    await tryAll(workshop.root, tried, before.tookMs);
  } finally {
    await workshop.remove();
  }
}

/** For the tests of all defences on a slow machine, a hundred files. */
const wholeMs = 3_600_000;

async function tryAll(root: string, tried: readonly Defence[], tookMs: ReadonlyMap<string, number>): Promise<void> {
  const count = { red: 0, green: 0, broken: 0 };
  for (const defence of tried) {
    for (const removal of defence.removals) {
      const startMs = performance.now();
      const trial = await tryRemoval(root, defence, removal, limitOf(defence.tests, tookMs));
      count[trial.verdict] += 1;
      say(`${lineOf(trial, defence, removal.file)} (${((performance.now() - startMs) / 1000).toFixed(0)} s)`);
    }
  }
  say(`${count.red} red, ${count.green} green, ${count.broken} broken`);
  if (count.green + count.broken > 0) process.exitCode = 1;
}

const lineOf = ({ verdict, because }: Trial, { name }: Defence, file: string): string =>
  `${verdict.padEnd(6)} ${name}, ${file}: ${because === '' ? 'no test noticed' : because}`;

function fail(lines: readonly string[]): void {
  process.stderr.write(`${lines.join('\n  ')}\n`);
  process.exitCode = 1;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function readNames(text: string): Defence[] {
  return text.split(',').map((given) => {
    const found = defences.find(({ name }) => name === given.trim());
    if (found === undefined)
      throw new InvalidArgumentError(`It takes names of ${defences.map(({ name }) => name).join(', ')}.`);
    return found;
  });
}
