// What a build takes: of all articles, of none that changed, of one that did; beside a site generator, and with more articles.
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { cacheFolder } from '../../build/cache.ts';
import { editionsFolder, pointerFile } from '../../build/edition/locations.ts';
import { readContent } from '../../build/read.ts';
import { isMarkdown } from '../../build/source/entry.ts';
import type { Bar } from '../eval/table.ts';
import { homeFolder, packageRoot } from '../package-root.ts';
import type { BenchSettings, Part, PartReport } from './part.ts';
import { replicated } from './replicas.ts';
import { median } from './statistics.ts';
import { type TimedRun, timedRun } from './timed-run.ts';
import { type Workplace, withWorkplace } from './workplace.ts';

const usualRounds = 3;
/** Beside all that there are; `--articles 10000,100000` takes an hour of processor time and thirty gigabytes of disk. */
const usualArticles = [10_000];
const goals = {
  toSame: 1,
  toAlone: 9,
  unchangedSeconds: 0.3,
  editSeconds: 0.6,
  fileMib: 256,
  rssMib: 4_096,
  growth: 1.25,
};
const mebibyte = 2 ** 20;

type RunName =
  | 'cold'
  | 'unchanged'
  | 'one edit'
  | 'Node alone'
  | 'Eleventy alone'
  | 'the same again'
  | 'Eleventy, same plugins';
type Runs = Map<RunName, TimedRun[]>;

interface Measured {
  articles: number;
  runs: Runs;
  largestFileMib: number;
  editionMib: number;
}

export const build: Part = {
  summary: 'building all articles, none that changed and one that did, beside Eleventy and with more articles',
  run: (settings) => withWorkplace((place) => run(place, settings)),
};

async function run(
  place: Workplace,
  { corpus, articles = usualArticles, rounds = usualRounds, say }: BenchSettings,
): Promise<PartReport> {
  const real = corpus === undefined ? undefined : join(corpus, 'articles');
  if (real === undefined || !existsSync(real)) {
    return { tables: [], bars: [], notes: ['not measured: there are no articles in --corpus'], numbers: {} };
  }
  const hasPeer = existsSync(join(packageRoot, 'scripts', 'bench', 'node_modules', '@11ty', 'eleventy'));
  const first = await measure(place, { content: real, articles: undefined, rounds, hasPeer, say });
  const larger: Measured[] = [];
  for (const count of articles) {
    larger.push(await measure(place, { content: real, articles: count, rounds: 1, hasPeer: false, say }));
  }
  return reportOf([first, ...larger], hasPeer);
}

interface Measurement extends Pick<BenchSettings, 'say'> {
  content: string;
  /** Undefined: as many as there are. */
  articles: number | undefined;
  rounds: number;
  hasPeer: boolean;
}

async function measure(place: Workplace, { content, articles, rounds, hasPeer, say }: Measurement): Promise<Measured> {
  const runs: Runs = new Map();
  let written = 0;
  let sizes = { largestFileMib: 0, editionMib: 0 };
  for (let round = 0; round < rounds; round += 1) {
    // A folder of its own has no cache yet.
    const work = await place.folder();
    const copy = join(work, 'content');
    written = await copyContent(content, copy, articles);
    const take = async (name: RunName, program: readonly string[]): Promise<void> => {
      say(`build: ${written} articles, round ${round + 1} of ${rounds}, ${name}`);
      runs.set(name, [...(runs.get(name) ?? []), await timedRun(program, work)]);
    };
    const out = join(work, 'edition');
    const own = [program('..', 'stele'), 'build', '--content', copy, '--out', out, '--quiet'];
    const peer = (folder: string, kind: string): string[] => [program('children', 'eleventy'), 'content', folder, kind];
    const peers = async (): Promise<void> => {
      if (!hasPeer) return;
      await take('Eleventy alone', peer('alone', 'alone'));
      await take('Eleventy, same plugins', peer('same', 'same'));
      await take('the same again', peer('again', 'alone'));
    };
    // Every other round in the other order.
    if (round % 2 === 1) await peers();
    await take('Node alone', ['--eval', '0']);
    await take('cold', own);
    await take('unchanged', own);
    await editOne(copy);
    await take('one edit', own);
    if (round % 2 === 0) await peers();
    sizes = await sizesOf(out);
    await rm(cacheFolder(homeFolder, resolve(copy)), { recursive: true, force: true });
    await rm(work, { recursive: true, force: true });
  }
  return { articles: written, runs, ...sizes };
}

/** Compiled or not, as this file is. */
const program = (folder: string, name: string): string =>
  join(import.meta.dirname, folder, `${name}${extname(import.meta.filename)}`);

/** The articles, and copies of them until there are as many as wanted; returns how many there are. */
async function copyContent(from: string, to: string, wanted: number | undefined): Promise<number> {
  if (wanted === undefined) {
    await cp(from, to, { recursive: true });
    return (await readContent(to)).filter(({ path }) => isMarkdown(path)).length;
  }
  const entries = replicated(await readContent(from), wanted);
  for (const { path, bytes } of entries) {
    await mkdir(join(to, dirname(path)), { recursive: true });
    await writeFile(join(to, path), bytes);
  }
  return entries.filter(({ path }) => isMarkdown(path)).length;
}

/** Adds a sentence to the first article that ends with one. */
async function editOne(content: string): Promise<void> {
  for (const { path, bytes } of await readContent(content)) {
    const text = Buffer.from(bytes).toString('utf8').trimEnd();
    if (!isMarkdown(path) || !/\n\n[A-Z][^\n`|]*\.$/.test(text)) continue;
    await writeFile(join(content, path), `${text} This was added.\n`);
    return;
  }
  throw new Error(`no article in ${content} ends with a sentence`);
}

/** Of the edition that a folder serves; it may keep others, which have most files in common with it. */
async function sizesOf(folder: string): Promise<Pick<Measured, 'largestFileMib' | 'editionMib'>> {
  const edition = join(folder, editionsFolder, (await readFile(join(folder, pointerFile), 'utf8')).trim());
  const files = await readdir(edition, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    files.filter((file) => file.isFile()).map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  );
  const sum = sizes.reduce((all, size) => all + size, 0);
  return { largestFileMib: Math.max(0, ...sizes) / mebibyte, editionMib: sum / mebibyte };
}

function reportOf(measured: readonly Measured[], hasPeer: boolean): PartReport {
  const of = ({ runs }: Measured, name: RunName, value: keyof TimedRun = 'seconds'): number =>
    median((runs.get(name) ?? []).map((run) => run[value]));
  const [first] = measured;
  if (first === undefined) throw new Error('nothing was measured');
  const rows = measured.flatMap((one) =>
    [...one.runs.keys()].map((name) => [
      name,
      String(one.articles),
      of(one, name).toFixed(2),
      of(one, name, 'cpuSeconds').toFixed(2),
      ((of(one, name, 'cpuSeconds') / one.articles) * 1_000).toFixed(2),
      of(one, name, 'rssMib').toFixed(0),
    ]),
  );
  const ratio = (name: RunName): number =>
    median(
      (first.runs.get('cold') ?? []).map(({ seconds }, at) => seconds / (first.runs.get(name)?.[at]?.seconds ?? 0)),
    );
  const atMost = (name: string, value: number, goal: number, unit = ''): Bar => ({
    name,
    measured: `${value.toFixed(2)}${unit}`,
    goal: `≤ ${goal}${unit}`,
    isMet: value <= goal,
  });
  const perArticle = (one: Measured): number => of(one, 'cold', 'cpuSeconds') / one.articles;
  return {
    tables: [
      { head: ['run', 'articles', 's', 'CPU s', 'CPU ms/article', 'RSS MiB'], rows },
      {
        head: ['articles', 'cold s', 'CPU ms/article', 'peak RSS MiB', 'edition MiB', 'largest file MiB'],
        rows: measured.map((one) => [
          String(one.articles),
          of(one, 'cold').toFixed(1),
          (perArticle(one) * 1_000).toFixed(2),
          of(one, 'cold', 'rssMib').toFixed(0),
          one.editionMib.toFixed(0),
          one.largestFileMib.toFixed(1),
        ]),
      },
    ],
    bars: [
      ...(hasPeer
        ? [
            atMost('cold / Eleventy, same plugins', ratio('Eleventy, same plugins'), goals.toSame),
            atMost('cold / Eleventy alone', ratio('Eleventy alone'), goals.toAlone),
          ]
        : []),
      atMost('unchanged', of(first, 'unchanged'), goals.unchangedSeconds, ' s'),
      atMost('one edit', of(first, 'one edit'), goals.editSeconds, ' s'),
      ...measured.map((one) =>
        atMost(`largest file, ${one.articles} articles`, one.largestFileMib, goals.fileMib, ' MiB'),
      ),
      ...measured.map((one) =>
        atMost(`peak memory, ${one.articles} articles`, of(one, 'cold', 'rssMib'), goals.rssMib, ' MiB'),
      ),
      ...measured
        .slice(1)
        .map((one) =>
          atMost(
            `CPU time per article, ${one.articles} to ${first.articles}`,
            perArticle(one) / perArticle(first),
            goals.growth,
          ),
        ),
    ],
    notes: [
      'from the start of Node to its end, medians of the rounds; a ratio is the median of one round’s two numbers',
      'Eleventy writes HTML alone, and sanitises it only with the same plugins; more articles are the real ones under other names, each with invented words of its own',
      ...(hasPeer ? [] : ['Eleventy was not measured: npm ci --prefix scripts/bench installs it']),
    ],
    numbers: {
      sizes: measured.map(({ runs, ...one }) => ({ ...one, runs: Object.fromEntries(runs) })),
    },
  };
}
