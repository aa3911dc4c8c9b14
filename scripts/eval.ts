// `stele eval`: how well search finds what judged queries ask for, against a baseline and against other search engines.

import { Command, InvalidArgumentError, Option } from 'commander';
import { counted } from '../build/report.ts';
import { type CommandIo, processIo } from './command-io.ts';
import { contentOption, readContentFolder, reportingMistakes, UsageError } from './content-option.ts';
import { checkBaseline, writeBaseline } from './eval/baseline-files.ts';
import { contextGroups, contextText } from './eval/context.ts';
import { openEdition, replicatedEdition } from './eval/editions.ts';
import { askServer } from './eval/over-http.ts';
import { type PeerName, peerNames } from './eval/peers/boosts.ts';
import { type Half, halves, type QuerySet } from './eval/queries.ts';
import { defaultBaselineFile, readQueryFiles } from './eval/query-files.ts';
import { originalSlug } from './eval/replicas.ts';
import { type Report, reportOf, reportText } from './eval/report.ts';
import { hostileTimes } from './eval/speed.ts';
import { ownSystem, runAll, type System, timeOf } from './eval/systems.ts';
import { type VariantName, variantNames, variantSets } from './eval/variants.ts';

interface EvalOptions {
  queries?: string[];
  edition?: string;
  url?: string;
  replicate?: number;
  content: string;
  split?: Half;
  variants: VariantName[];
  peers?: PeerName[];
  tunePeers?: PeerName[];
  oneLanguage?: boolean;
  context?: boolean;
  speed?: boolean;
  json?: boolean;
  baseline?: string;
  writeBaseline?: string;
}

export function evalCommand(io: CommandIo): Command {
  return new Command('eval')
    .description('measure the search on judged queries')
    .option('--queries <file...>', 'JSON Lines of judged queries (default test/fixtures/judged/*.jsonl)')
    .addOption(new Option('--edition <folder>', 'the folder that build wrote to (default: content/, built now)'))
    .addOption(
      new Option('--replicate <count>', 'an edition of so many articles, made of those in --content')
        .argParser(parseCount)
        .conflicts('edition'),
    )
    .addOption(contentOption())
    .addOption(
      new Option('--url <address>', 'ask a running server instead (STELE_API_KEY, if set, is sent along)').conflicts([
        'edition',
        'replicate',
        'peers',
        'tunePeers',
        'speed',
      ]),
    )
    .addOption(new Option('--split <half>', 'only one half of the queries').choices(halves))
    .addOption(
      new Option('--variants <names>', `also with mistakes made in the queries: ${variantNames.join(', ')}`)
        .argParser((text) => namesIn(text, variantNames))
        .default([], 'none'),
    )
    .addOption(
      new Option(
        '--peers [names]',
        `compare with other engines: ${peerNames.join(', ')} (npm ci --prefix scripts/bench)`,
      )
        .argParser((text) => namesIn(text, peerNames))
        .preset(peerNames.join(',')),
    )
    .addOption(
      new Option('--tune-peers [names]', 'find what suits the peers best on the dev half, and measure nothing else')
        .argParser((text) => namesIn(text, peerNames))
        .preset(peerNames.join(',')),
    )
    .addOption(
      new Option(
        '--one-language',
        'only queries whose answers are taken to stand in the other language alone (needs --content)',
      ).conflicts(['url', 'peers', 'replicate']),
    )
    .addOption(
      new Option(
        '--context',
        'measure instead how often the context of a question holds an answer, at 500, 1,000 and 2,000 tokens',
      ).conflicts(['url', 'peers', 'replicate', 'speed', 'baseline', 'writeBaseline']),
    )
    .option('--speed', 'also how long the edition takes to open, and the slowest of hostile queries')
    .option('--json', 'print one JSON document')
    .option('--baseline <file>', 'end with 1 when a number is more than .005 worse than in this file')
    .option('--write-baseline <file>', 'write the numbers to this file')
    .addHelpText('after', '\nThe exit code is 1 when a number fell, and 2 for a mistake.')
    .action(reportingMistakes(io, runEval));
}

async function runEval(_io: CommandIo, options: EvalOptions): Promise<void> {
  const isOwnSet = options.queries === undefined;
  const sets = withVariants(await readQueryFiles(options.queries), options);
  if (options.tunePeers !== undefined) {
    const { tunePeers, tunedText } = await import('./eval/peers/tuning.ts');
    const { library } = await openEdition(options.edition);
    const tuned = tunePeers(
      options.tunePeers,
      library,
      sets.flatMap(({ queries }) => queries),
      say,
    );
    process.stdout.write(`${tunedText(tuned)}\n`);
    return;
  }
  if (options.context === true) {
    const { library } = await openEdition(options.edition);
    const groups = contextGroups(library, sets);
    process.stdout.write(`${options.json === true ? JSON.stringify({ groups }, null, 2) : contextText(groups)}\n`);
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

async function measureEdition(sets: readonly QuerySet[], options: EvalOptions): Promise<Report> {
  const { content, replicate, peers = [] } = options;
  const named = replicate === undefined ? options.edition : await replicatedEdition(content, replicate);
  const { library, files, folder, readMs, openMs } = await openEdition(named);
  const about = { searched: { edition: folder }, slugs: new Set(library.positionOfSlug.keys()) };
  if (options.oneLanguage === true) {
    const { runOneLanguage, strippedQueries } = await import('./eval/one-language.ts');
    const asked = strippedQueries(sets);
    if (asked.length === 0) throw new UsageError('no query is about articles of the half that loses a language');
    return reportOf(asked, [await runOneLanguage(asked, files, await readContentFolder(processIo(), content))], about);
  }
  const own = ownSystem(library);
  const queries = queriesOf(sets);
  const firstQueryMs = timeOf(() => own.search(queries[0] ?? ''));
  const others = peers.length > 0 ? (await import('./eval/peers/peers.ts')).peersOf(library, peers) : [];
  const systems = [own, ...others].map((system) => (replicate === undefined ? system : withoutReplicas(system)));
  const [run, ...runs] = runAll(systems, queries);
  if (run === undefined) throw new Error('nothing was measured');
  const report = reportOf(sets, [run, ...runs], about);
  if (options.speed !== true) return report;
  const opening = { articles: library.size, readMs, openMs, firstQueryMs };
  return { ...report, speed: { opening, hostile: hostileTimes(library, systems) } };
}

/** Any replica of an article answers what the article answers. */
function withoutReplicas(system: System): System {
  return {
    name: system.name,
    search: (query) => {
      const found = system.search(query);
      return found === undefined ? undefined : [...new Set(found.map(originalSlug))];
    },
  };
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

function namesIn<const Name extends string>(text: string, known: readonly Name[]): Name[] {
  return text.split(',').map((given) => {
    const name = known.find((candidate) => candidate === given.trim());
    if (name === undefined) throw new InvalidArgumentError(`It takes names of ${known.join(', ')}.`);
    return name;
  });
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It takes a whole number from 1 to 999999.');
  return Number(text);
}
