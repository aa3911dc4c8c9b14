// How well systems rank articles for judged queries, group by group, as data and as text.
import type { Library } from '../../server/library.ts';
import { type Difference, pairedDifference } from './bootstrap.ts';
import { type Group, groupsOf } from './groups.ts';
import { judge, type Latency, latencyOf, type Outcome, type Quality, qualityOf } from './metrics.ts';
import type { QuerySet } from './queries.ts';
import { ownSystem, type Run, runAll, type System } from './systems.ts';
import { milliseconds, share, signedShare, tableText } from './table.ts';

export interface PeerReport {
  name: string;
  quality: Quality;
  latency: Latency;
  /** Of MRR@10, ours − theirs, with its 95 % interval. */
  difference: Difference;
}

export interface GroupReport extends Omit<Group, 'members'> {
  quality: Quality;
  latency: Latency;
  peers: PeerReport[];
}

/**
 * The document of `--json`. Numbers are not rounded.
 *
 * `edition` says what was asked; `groups` are the sets (files), then the kinds, each in each language: `level`, `name`,
 * `language`, `quality` (`n`, `mrr10`, `recall1`, `recall5`, `recall10`, `success5`, `success10`, `ndcg10`, `zeroRate`), `latency`
 * (`p50Ms`, `p99Ms`) and, with `--peers`, `peers` (`name`, `quality`, `latency`, `difference` with `mean`, `low`, `high`). `answers` and `abstention` stand
 * beside them.
 */
export interface Report {
  edition: string;
  queries: number;
  /** Queries that were refused, for instance because they are too long; they count as finding nothing. */
  refused: number;
  /** Relevant slugs that no article has: how many, and the first of them. */
  unknownSlugs: { count: number; first: string[] };
  groups: GroupReport[];
}

/** Asks our own search, and others beside it, the queries of all sets that have an answer. */
export function rankingReport(
  library: Library,
  others: readonly System[],
  { edition, sets }: { edition: string; sets: readonly QuerySet[] },
): Report {
  const answerable = sets
    .map((set) => ({ ...set, queries: set.queries.filter(({ relevant }) => relevant.length > 0) }))
    .filter(({ queries }) => queries.length > 0);
  const queries = answerable.flatMap((set) => set.queries.map(({ q }) => q));
  const [run, ...runs] = runAll([ownSystem(library), ...others], queries);
  if (run === undefined) throw new Error('nothing was measured');
  return reportOf(answerable, [run, ...runs], { edition, slugs: new Set(library.positionOfSlug.keys()) });
}

/** Judges what our system, the first, and its peers answered to the queries of all sets, one set after the other. */
function reportOf(
  sets: readonly QuerySet[],
  runs: readonly [Run, ...Run[]],
  { edition, slugs }: { edition: string; slugs: ReadonlySet<string> },
): Report {
  const queries = sets.flatMap((set) => set.queries);
  const judged = runs.map(({ answers }) => queries.map(({ relevant }, place) => judge(answers[place] ?? [], relevant)));
  const unknown = [...new Set(queries.flatMap(({ relevant }) => relevant))].filter((slug) => !slugs.has(slug));
  const [own, ...peers] = runs;
  const part = (run: Run, at: number, members: readonly number[]) => ({
    outcomes: members.flatMap((place) => judged[at]?.[place] ?? []),
    latency: latencyOf(members.flatMap((place) => run.times[place] ?? [])),
  });
  return {
    edition,
    queries: queries.length,
    refused: own.answers.filter((answer) => answer === undefined).length,
    unknownSlugs: { count: unknown.length, first: unknown.slice(0, 5) },
    groups: groupsOf(sets).map(({ members, ...group }) => {
      const { outcomes, latency } = part(own, 0, members);
      return {
        ...group,
        quality: qualityOf(outcomes),
        latency,
        peers: peers.map((peer, index): PeerReport => {
          const theirs = part(peer, index + 1, members);
          return {
            name: peer.name,
            quality: qualityOf(theirs.outcomes),
            latency: theirs.latency,
            difference: pairedDifference(reciprocalRanks(outcomes), reciprocalRanks(theirs.outcomes)),
          };
        }),
      };
    }),
  };
}

const reciprocalRanks = (outcomes: readonly Outcome[]): number[] =>
  outcomes.map(({ reciprocalRank }) => reciprocalRank);

/** The tables of a report: sets, kinds, and each of them against the peers. */
export function reportText(report: Report): string {
  const levels = (['set', 'kind'] as const).map((level) => report.groups.filter((group) => group.level === level));
  const tables = levels.filter((groups) => groups.length > 0).map(qualityTable);
  const compared = levels.filter((groups) => groups.some(({ peers }) => peers.length > 0));
  return [...tables, ...compared.map(peersTable), ...compared.map(latencyTable)].join('\n\n');
}

function qualityTable(groups: readonly GroupReport[]): string {
  const head = [
    groups[0]?.level ?? '',
    '',
    'n',
    'MRR@10',
    'R@1',
    'R@5',
    'R@10',
    'S@5',
    'S@10',
    'nDCG@10',
    'zero',
    'p50 ms',
    'p99 ms',
  ];
  const rows = groups.map(({ name, language, quality, latency }) => [
    name,
    language,
    String(quality.n),
    ...[
      quality.mrr10,
      quality.recall1,
      quality.recall5,
      quality.recall10,
      quality.success5,
      quality.success10,
      quality.ndcg10,
      quality.zeroRate,
    ].map(share),
    milliseconds(latency.p50Ms),
    milliseconds(latency.p99Ms),
  ]);
  return tableText({ head, rows }, 2);
}

function peersTable(groups: readonly GroupReport[]): string {
  const names = groups[0]?.peers.map(({ name }) => name) ?? [];
  const head = [`${groups[0]?.level ?? ''}, MRR@10`, '', 'n', 'stele'];
  const rows = groups.map(({ name, language, quality, peers }) => [
    name,
    language,
    String(quality.n),
    share(quality.mrr10),
    ...peers.flatMap((peer) => [share(peer.quality.mrr10), interval(peer.difference)]),
  ]);
  return tableText({ head: [...head, ...names.flatMap((name) => [name, 'ours − it [95 %]'])], rows }, 2);
}

function latencyTable(groups: readonly GroupReport[]): string {
  const names = ['stele', ...(groups[0]?.peers.map(({ name }) => name) ?? [])];
  const times = ({ p50Ms, p99Ms }: Latency): string => `${milliseconds(p50Ms)}/${milliseconds(p99Ms)}`;
  const rows = groups.map(({ name, language, quality, latency, peers }) => [
    name,
    language,
    String(quality.n),
    times(latency),
    ...peers.map((peer) => times(peer.latency)),
  ]);
  return tableText({ head: [`${groups[0]?.level ?? ''}, p50/p99 ms`, '', 'n', ...names], rows }, 2);
}

const interval = ({ mean, low, high }: Difference): string =>
  `${signedShare(mean)} [${signedShare(low)}, ${signedShare(high)}]`;
