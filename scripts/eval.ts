// `stele eval`: how well search finds what judged queries ask for, against a baseline and against other search engines.
import { Command, InvalidArgumentError, Option } from 'commander';
import { counted } from '../build/report.ts';
import { reportingMistakes } from './content-option.ts';
import { checkBaseline, writeBaseline } from './eval/baseline-files.ts';
import { openEdition } from './eval/editions.ts';
import { askServer } from './eval/over-http.ts';
import { type Half, halves, type QuerySet } from './eval/queries.ts';
import { defaultBaselineFile, readQueryFiles } from './eval/query-files.ts';
import { type Report, reportOf, reportText } from './eval/report.ts';
import { ownSystem, runAll } from './eval/systems.ts';
import { type VariantName, variantNames, variantSets } from './eval/variants.ts';

interface EvalOptions {
  queries?: string[];
  edition?: string;
  url?: string;
  split?: Half;
  variants: VariantName[];
  peers?: boolean;
  tunePeers?: boolean;
  json?: boolean;
  baseline?: string;
  writeBaseline?: string;
}

export function evalCommand(): Command {
  return new Command('eval')
    .description('measure the search on judged queries')
    .option('--queries <file...>', 'JSON Lines of judged queries (default test/fixtures/judged/*.jsonl)')
    .addOption(new Option('--edition <folder>', 'the folder that build wrote to (default: content/, built now)'))
    .addOption(
      new Option('--url <address>', 'ask a running server instead').conflicts(['edition', 'peers', 'tunePeers']),
    )
    .addOption(new Option('--split <half>', 'only one half of the queries').choices(halves))
    .addOption(
      new Option('--variants <names>', `also with mistakes made in the queries: ${variantNames.join(', ')}`)
        .argParser(parseVariants)
        .default([], 'none'),
    )
    .option('--peers', 'compare with MiniSearch, SQLite FTS5 and FlexSearch alone (npm ci --prefix scripts/bench)')
    .option('--tune-peers', 'find the boosts that suit each peer best on the dev half, and measure nothing else')
    .option('--json', 'print one JSON document')
    .option('--baseline <file>', 'end with 1 when a number is more than .005 worse than in this file')
    .option('--write-baseline <file>', 'write the numbers to this file')
    .addHelpText('after', '\nThe exit code is 1 when a number fell, and 2 for a mistake.')
    .action(reportingMistakes(runEval));
}

async function runEval(options: EvalOptions): Promise<void> {
  const isOwnSet = options.queries === undefined;
  const sets = withVariants(await readQueryFiles(options.queries), options);
  if (options.tunePeers === true) {
    const { tunePeers, tunedText } = await import('./eval/peers/tuning.ts');
    const { library } = await openEdition(options.edition);
    const tuned = tunePeers(
      library,
      sets.flatMap(({ queries }) => queries),
      say,
    );
    process.stdout.write(`${tunedText(tuned)}\n`);
    return;
  }
  const report =
    options.url === undefined ? await measureEdition(sets, options) : await measureServer(sets, options.url);
  sayWhatIsOdd(report);
  process.stdout.write(`${options.json === true ? JSON.stringify(report, null, 2) : reportText(report)}\n`);
  if (options.writeBaseline !== undefined) await writeBaseline(options.writeBaseline, report.groups);
  const isUsual = isOwnSet && options.url === undefined && options.edition === undefined && options.split === undefined;
  const baseline =
    options.baseline ?? (isUsual && options.writeBaseline === undefined ? defaultBaselineFile : undefined);
  if (baseline === undefined) return;
  const { falls, notes } = await checkBaseline(baseline, report.groups);
  for (const note of notes) say(note);
  for (const fall of falls) process.stderr.write(`stele: ${fall}\n`);
  if (falls.length > 0) process.exitCode = 1;
}

function withVariants(sets: readonly QuerySet[], { split, variants }: EvalOptions): QuerySet[] {
  const all = [...sets, ...variantSets(sets, variants)];
  if (split === undefined) return all;
  return all.map((set) => ({ ...set, queries: set.queries.filter(({ half }) => half === split) }));
}

async function measureEdition(sets: readonly QuerySet[], { edition, peers }: EvalOptions): Promise<Report> {
  const { library, folder } = await openEdition(edition);
  const others = peers === true ? (await import('./eval/peers/peers.ts')).peersOf(library) : [];
  const [own, ...theirs] = runAll([ownSystem(library), ...others], queriesOf(sets));
  if (own === undefined) throw new Error('nothing was measured');
  return reportOf(sets, [own, ...theirs], {
    searched: { edition: folder },
    slugs: new Set(library.positionOfSlug.keys()),
  });
}

async function measureServer(sets: readonly QuerySet[], url: string): Promise<Report> {
  const key = process.env.STELE_API_KEY || undefined;
  const { run, slugs } = await askServer(url, queriesOf(sets), { key, say });
  return reportOf(sets, [run], { searched: { url }, slugs });
}

const queriesOf = (sets: readonly QuerySet[]): string[] => sets.flatMap(({ queries }) => queries.map(({ q }) => q));

/** What would otherwise look like bad search. */
function sayWhatIsOdd({ refused, unknownSlugs: { count, first } }: Report): void {
  if (refused > 0)
    say(`refused as longer than the API allows, and counted as finding nothing: ${refused} of the queries`);
  if (count > 0)
    say(
      `no article of this edition has ${counted(count, 'relevant slug')}: ${first.join(', ')}${count > first.length ? ', …' : ''}`,
    );
}

const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

function parseVariants(text: string): VariantName[] {
  return text.split(',').map((given) => {
    const name = variantNames.find((known) => known === given.trim());
    if (name === undefined) throw new InvalidArgumentError(`It takes names of ${variantNames.join(', ')}.`);
    return name;
  });
}
