// Measures a first build of all articles, a build without changes, and a build after a change of one article. Compares them with builds
// by Eleventy.
import { existsSync } from 'node:fs';
import { cp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { cacheFolder } from '../../build/cache.ts';
import { isMarkdown } from '../../build/source/entry.ts';
import { homeFolder } from '../package-root.ts';
import type { BenchSettings, Part } from './part.ts';
import { benchFile, ownModule, type TimedRun, timedRun } from './processes.ts';
import { median } from './rounds.ts';

const usualRounds = 3;

export const build: Part = async (settings) => {
  const { entries, rounds = usualRounds } = settings;
  const hasPeer = existsSync(benchFile('node_modules/@11ty/eleventy'));
  const runs = new Map<string, TimedRun[]>();
  for (let round = 0; round < rounds; round += 1) await measure(settings, { round, rounds, hasPeer, runs });
  const articles = entries.filter(({ path }) => isMarkdown(path)).length;
  const rows = [...runs].map(([name, own]) => {
    const of = (value: keyof TimedRun): number => median(own.map((run) => run[value]));
    const cpuMs = (of('cpuSeconds') / articles) * 1_000;
    return [name, of('seconds').toFixed(2), of('cpuSeconds').toFixed(2), cpuMs.toFixed(2), of('rssMib').toFixed(0)];
  });
  return {
    summary: `builds of ${articles} articles: all of them, without a change, and after a change of one article`,
    tables: [{ head: ['run', 's', 'CPU s', 'CPU ms/article', 'RSS MiB'], rows }],
    notes: [
      `medians of ${rounds} rounds. Times run from the start of the process to its end. RSS is the peak memory`,
      'Eleventy writes only HTML. “same plugins” uses the remark plugins, the sanitiser and the code highlighting of the compiler',
      ...(hasPeer ? [] : ['Eleventy was not compared: npm ci --prefix scripts/bench installs it']),
    ],
  };
};

interface Round {
  round: number;
  rounds: number;
  hasPeer: boolean;
  /** Name of a run → its measurements so far. `measure` adds to them. */
  runs: Map<string, TimedRun[]>;
}

async function measure(
  { content, entries, folder, say }: BenchSettings,
  { round, rounds, hasPeer, runs }: Round,
): Promise<void> {
  // The build cache belongs to a content folder, so the first build of a copy in a new folder has no cache.
  const work = await folder();
  const copy = join(work, 'content');
  await cp(content, copy, { recursive: true });
  const take = async (name: string, program: readonly string[]): Promise<void> => {
    say(`build: round ${round + 1} of ${rounds}, ${name}`);
    runs.set(name, [...(runs.get(name) ?? []), await timedRun(program, work)]);
  };
  const own = [ownModule('..', 'stele'), 'build', '--content', copy, '--out', join(work, 'edition'), '--quiet'];
  await take('Node alone', ['--eval', '0']);
  await take('all', own);
  await take('unchanged', own);
  // Adds a sentence to the first article that ends with one.
  const edited = entries.find(
    ({ path, bytes }) => isMarkdown(path) && /\n\n[A-Z][^\n`|]*\.\s*$/.test(Buffer.from(bytes).toString('utf8')),
  );
  if (edited === undefined) throw new Error(`no article in ${content} ends with a sentence`);
  await writeFile(join(copy, edited.path), `${Buffer.from(edited.bytes).toString('utf8').trimEnd()} This was added.\n`);
  await take('one edit', own);
  await rm(cacheFolder(homeFolder, resolve(copy)), { recursive: true, force: true });
  if (!hasPeer) return;
  await take('Eleventy alone', [benchFile('eleventy.mjs'), copy, join(work, 'alone')]);
  await take('Eleventy, same plugins', [benchFile('eleventy.mjs'), copy, join(work, 'same'), 'same']);
}
