// Measures how well search systems rank articles for judged queries, and prints the results as tables.
import { performance } from 'node:perf_hooks';
import type { Library } from '../../server/library.ts';
import { withUsedWords } from '../../server/operations/match.ts';
import { queryText } from '../../server/operations/parameters.ts';
import { findMatches } from '../../server/operations/search.ts';
import { type JudgedQuery, type QueryGroup, type QuerySet, queryGroups } from './queries.ts';
import { share, type Table } from './table.ts';

/** The number of results of each list that are judged. */
export const depth = 10;

/** The scores of one ranked list. */
export interface Outcome {
  reciprocalRank: number;
  recall1: number;
  recall5: number;
  recall10: number;
  success5: number;
  ndcg10: number;
  isEmpty: boolean;
}

/** Means over the queries of a group. */
export interface Quality {
  /** The number of queries. */
  n: number;
  mrr10: number;
  recall1: number;
  recall5: number;
  recall10: number;
  success5: number;
  ndcg10: number;
  /** The share of queries without results. It is the only number here for which lower is better. */
  zeroRate: number;
}

/**
 * Computes the scores of one ranked list of distinct names. `relevant` are the names that answer the query.
 *
 * - reciprocal rank: 1 / rank of the first relevant name within 10, else 0; its mean is MRR@10 (Voorhees 1999, TREC-8 QA)
 * - recall@k: |relevant within k| / min(k, |relevant|). Dividing by at most k lets a perfect list reach 1 even if there are more than k
 *   relevant names (the capped recall of BEIR, Thakur et al. 2021)
 * - success@5: 1 when any relevant name is within 5
 * - nDCG@10: Σ 1/log₂(rank + 1) over the relevant ranks within 10, divided by the same sum over the ranks
 *   1 … min(10, |relevant|) (Järvelin & Kekäläinen 2002, binary gain, discount log₂(rank + 1))
 */
export function judge(ranked: readonly string[], relevant: readonly string[]): Outcome {
  const wanted = new Set(relevant);
  const ranks = ranked.slice(0, depth).flatMap((name, index) => (wanted.has(name) ? [index + 1] : []));
  const recallAt = (cut: number): number =>
    wanted.size === 0 ? 0 : ranks.filter((rank) => rank <= cut).length / Math.min(cut, wanted.size);
  const ideal = Array.from({ length: Math.min(depth, wanted.size) }, (_, index) => index + 1);
  return {
    reciprocalRank: ranks[0] === undefined ? 0 : 1 / ranks[0],
    recall1: recallAt(1),
    recall5: recallAt(5),
    recall10: recallAt(depth),
    success5: ranks.some((rank) => rank <= 5) ? 1 : 0,
    ndcg10: wanted.size === 0 ? 0 : gainOf(ranks) / gainOf(ideal),
    isEmpty: ranked.length === 0,
  };
}

const gainOf = (ranks: readonly number[]): number => ranks.reduce((sum, rank) => sum + 1 / Math.log2(rank + 1), 0);

/** The means of the outcomes; all 0 without outcomes. */
export function qualityOf(outcomes: readonly Outcome[]): Quality {
  const mean = (of: (outcome: Outcome) => number): number =>
    outcomes.reduce((sum, outcome) => sum + of(outcome), 0) / Math.max(1, outcomes.length);
  return {
    n: outcomes.length,
    mrr10: mean(({ reciprocalRank }) => reciprocalRank),
    recall1: mean(({ recall1 }) => recall1),
    recall5: mean(({ recall5 }) => recall5),
    recall10: mean(({ recall10 }) => recall10),
    success5: mean(({ success5 }) => success5),
    ndcg10: mean(({ ndcg10 }) => ndcg10),
    zeroRate: mean(({ isEmpty }) => (isEmpty ? 1 : 0)),
  };
}

/** A search engine: Stele or one that it is compared with. */
export interface System {
  name: string;
  /** The slugs of the best articles, best first; undefined if the system refuses the query, for instance because of its length. */
  search(query: string): readonly string[] | undefined;
}

/** Stele's own search without HTTP. Queries are parsed as in the API. */
export function ownSystem(library: Library): System {
  return {
    name: 'stele',
    search(query) {
      const read = queryText.safeParse(query);
      if (!read.success) return undefined;
      return findMatches(library, withUsedWords(library, { q: read.data }))
        .page(0, depth)
        .map((position) => library.articles[position]?.slug ?? '');
    },
  };
}

/** The duration of `work` in milliseconds. */
export function timeOf(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

export interface GroupReport {
  /** `set` for one file, `kind` for the queries of a kind in all files. */
  level: 'set' | 'kind';
  name: string;
  language: JudgedQuery['language'];
  quality: Quality;
  peers: { name: string; quality: Quality }[];
}

/** The ranking part of the output of `--json`, beside `answers` and `abstention`. Numbers are not rounded. */
export interface RankingReport {
  /** The folder of the measured edition. */
  edition: string;
  queries: number;
  /** The number of refused queries, for instance because of their length; they count as finding nothing. */
  refused: number;
  /** Relevant slugs without an article. */
  unknownSlugs: string[];
  /** First the sets, then the kinds; one entry per language. */
  groups: GroupReport[];
}

/** Runs all answerable queries on our own search and on the given peers. */
export function rankingReport(
  library: Library,
  others: readonly System[],
  { edition, sets }: { edition: string; sets: readonly QuerySet[] },
): RankingReport {
  const isAnswerable = ({ relevant }: JudgedQuery): boolean => relevant.length > 0;
  const queries = sets.flatMap((set) => set.queries.filter(isAnswerable));
  const [own = new Map<JudgedQuery, Outcome>(), ...peers] = [ownSystem(library), ...others].map(
    (system) => new Map(queries.map((query) => [query, judge(system.search(query.q) ?? [], query.relevant)])),
  );
  const kinds = [...new Set(queries.map(({ kind }) => kind))].sort();
  const ranked = (outcomes: ReadonlyMap<JudgedQuery, Outcome>, group: QueryGroup): Quality =>
    qualityOf(group.queries.flatMap((query) => outcomes.get(query) ?? []));
  const reported = (level: GroupReport['level'], groups: readonly QueryGroup[]): GroupReport[] =>
    groups.map((group) => ({
      ...{ level, name: group.name, language: group.language },
      quality: ranked(own, group),
      peers: peers.map((outcomes, at) => ({ name: others[at]?.name ?? '', quality: ranked(outcomes, group) })),
    }));
  return {
    edition,
    queries: queries.length,
    refused: queries.filter(({ q }) => !queryText.safeParse(q).success).length,
    unknownSlugs: [...new Set(queries.flatMap(({ relevant }) => relevant))].filter(
      (slug) => !library.positionOfSlug.has(slug),
    ),
    groups: [
      ...reported('set', queryGroups(sets, isAnswerable)),
      ...reported(
        'kind',
        queryGroups(kinds.map((name) => ({ name, queries: queries.filter(({ kind }) => kind === name) }))),
      ),
    ],
  };
}

/** Two tables, one of the sets and one of the kinds, with a line for each engine. */
export function rankingTables({ groups }: RankingReport): Table[] {
  const measures = ['MRR@10', 'R@1', 'R@5', 'R@10', 'S@5', 'nDCG@10', 'zero'];
  return (['set', 'kind'] as const).map((level) => ({
    head: [level, '', 'engine', 'n', ...measures],
    leftColumns: 3,
    rows: groups
      .filter((group) => group.level === level)
      .flatMap((group) =>
        [{ ...group, engine: 'stele' }, ...group.peers.map((peer) => ({ ...peer, engine: peer.name }))].map(
          ({ engine, quality }) => {
            const { n, ...shares } = quality;
            const { mrr10, recall1, recall5, recall10, success5, ndcg10, zeroRate } = shares;
            return [
              ...[group.name, group.language, engine, String(n)],
              ...[mrr10, recall1, recall5, recall10, success5, ndcg10, zeroRate].map(share),
            ];
          },
        ),
      ),
  }));
}
