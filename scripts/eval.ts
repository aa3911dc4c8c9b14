// `stele eval`: measures search, contexts and abstention with judged queries. It measures the repository's own content and compares
// the numbers with a baseline, or measures a corpus of other articles and compares the numbers with goals.

import { Command, InvalidArgumentError, Option } from 'commander';
import { counted } from '../build/report.ts';
import type { CommandIo } from './command-io.ts';
import { reportingMistakes, UsageError } from './content-option.ts';
import { abstentionGroups, abstentionTable } from './eval/abstention.ts';
import { answerGroups, answersTable } from './eval/answers.ts';
import { checkBaseline, writeBaseline } from './eval/baseline.ts';
import { goalsOf, measureCorpus, openCorpus } from './eval/corpus.ts';
import { openEdition } from './eval/editions.ts';
import { curvesTable, fitCurves } from './eval/fit.ts';
import { type PeerName, peerNames, peersOf } from './eval/peers.ts';
import {
  defaultBaselineFile,
  type Half,
  halves,
  ownAnswerFiles,
  ownSearchFiles,
  type QuerySet,
  readQueryFiles,
  usualCorpus,
} from './eval/queries.ts';
import { type RankingReport, rankingReport, rankingTables } from './eval/ranking.ts';
import { tableText } from './eval/table.ts';

interface EvalOptions {
  queries?: string[];
  edition?: string;
  split?: Half;
  peers?: PeerName[];
  json?: boolean;
  baseline?: string;
  writeBaseline?: string;
  corpus?: string;
  fit?: boolean;
}

const ownAlone = ['queries', 'edition', 'split', 'peers', 'baseline', 'writeBaseline'];

export function evalCommand(io: CommandIo): Command {
  return new Command('eval')
    .description('measure search, answers and abstention on judged queries')
    .option('--queries <file...>', 'JSON Lines of judged queries (default test/fixtures/judged/)')
    .addOption(new Option('--edition <folder>', 'the folder that build wrote to (default: builds content/ first)'))
    .addOption(new Option('--split <half>', 'measure only one half of the queries').choices(halves))
    .addOption(
      new Option(
        '--peers [names]',
        `compare with other engines: ${peerNames.join(', ')} (npm ci --prefix scripts/bench)`,
      )
        .argParser(readPeers)
        .preset(peerNames.join(',')),
    )
    .option('--json', 'print one JSON document')
    .option('--baseline <file>', 'exit with 1 when a number is worse than in this file')
    .option('--write-baseline <file>', 'write the numbers to this file')
    .addOption(
      new Option('--corpus [folder]', 'measure on real articles instead (shared/corpus beside the repository)')
        .preset(usualCorpus)
        .conflicts(ownAlone),
    )
    .option('--fit', 'with --corpus: fit the constants of relevance to the corpus and print them; measure nothing')
    .addHelpText(
      'after',
      '\nThe exit code is 1 if a number fell or, with --corpus, a goal was missed, and 2 for wrong options.',
    )
    .action(reportingMistakes(io, runEval));
}

async function runEval(io: CommandIo, options: EvalOptions): Promise<void> {
  if (options.corpus !== undefined) return runCorpus(io, options.corpus, options);
  if (options.fit === true) throw new UsageError('--fit needs --corpus');
  await runOwn(io, options);
}

async function runOwn(io: CommandIo, options: EvalOptions): Promise<void> {
  const say = sayTo(io);
  const { queries: named, edition, split, peers = [] } = options;
  const searched = inHalf(await readQueryFiles(named ?? (await ownSearchFiles())), split);
  const asked = named === undefined ? inHalf(await readQueryFiles(await ownAnswerFiles()), split) : [];
  const { library, folder } = await openEdition(edition);
  const report = rankingReport(library, peersOf(library, peers), { edition: folder, sets: searched });
  const all = [...searched, ...asked];
  const answers = answerGroups(library, all);
  // Measured over the queries of all files together, because unanswerable queries are in files of their own.
  const abstention = abstentionGroups(
    library,
    all.map((set) => ({ ...set, name: 'all' })),
  );
  const measured = { ...report, answers, abstention };
  sayWhatIsOdd(report, say);
  const tables = [...rankingTables(report), answersTable(answers), abstentionTable(abstention)];
  const text = options.json === true ? JSON.stringify(measured, null, 2) : tables.map(tableText).join('\n\n');
  io.stdout.write(`${text}\n`);
  if (options.writeBaseline !== undefined) await writeBaseline(options.writeBaseline, measured);
  const isUsual = named === undefined && edition === undefined && split === undefined;
  const usual = isUsual && options.writeBaseline === undefined ? defaultBaselineFile : undefined;
  const baseline = options.baseline ?? usual;
  if (baseline === undefined) return;
  const { falls, notes } = await checkBaseline(baseline, measured);
  for (const note of notes) say(note);
  for (const fall of falls) say(`stele: ${fall}`);
  if (falls.length > 0) io.exitCode = 1;
}

async function runCorpus(io: CommandIo, folder: string, { fit, json }: EvalOptions): Promise<void> {
  const say = sayTo(io);
  const corpus = await openCorpus(folder);
  if (corpus === undefined) {
    say('not measured: there is no corpus beside the repository; name its folder with --corpus DIR');
    return;
  }
  if (fit === true) {
    const found = await fitCurves(corpus);
    io.stdout.write(`${json === true ? JSON.stringify(found, null, 2) : tableText(curvesTable(found))}\n`);
    return;
  }
  const result = await measureCorpus(corpus, say);
  const goals = goalsOf(result);
  const judged = {
    head: ['goal', 'measured', 'wanted', ''],
    rows: goals.map(({ name, measured, goal, isMet }) => [name, measured, goal, isMet ? 'met' : 'MISSED']),
  };
  const text =
    json === true
      ? JSON.stringify({ ...result, goals }, null, 2)
      : [
          ...result.ranking.flatMap((report) => [`search: ${report.edition}`, ...rankingTables(report).map(tableText)]),
          ...[answersTable(result.answers), abstentionTable(result.abstention), judged].map(tableText),
        ].join('\n\n');
  io.stdout.write(`${text}\n`);
  if (goals.some(({ isMet }) => !isMet)) io.exitCode = 1;
}

function inHalf(sets: readonly QuerySet[], wanted: Half | undefined): QuerySet[] {
  if (wanted === undefined) return [...sets];
  return sets.map((set) => ({ ...set, queries: set.queries.filter(({ half }) => half === wanted) }));
}

/** Reports problems of the judged queries that would otherwise look like poor search results. */
function sayWhatIsOdd({ refused, unknownSlugs }: RankingReport, say: (sentence: string) => void): void {
  if (refused > 0) say(`${refused} of the queries exceed the length limit of the API and count as finding nothing`);
  if (unknownSlugs.length > 0)
    say(`this edition has no article for ${counted(unknownSlugs.length, 'relevant slug')}: ${unknownSlugs.join(', ')}`);
}

const sayTo =
  ({ stderr }: CommandIo) =>
  (sentence: string): void =>
    void stderr.write(`${sentence}\n`);

function readPeers(text: string): PeerName[] {
  return text.split(',').map((given) => {
    const name = peerNames.find((candidate) => candidate === given.trim());
    if (name === undefined)
      throw new InvalidArgumentError(`Give names from this list, separated by commas: ${peerNames.join(', ')}.`);
    return name;
  });
}
