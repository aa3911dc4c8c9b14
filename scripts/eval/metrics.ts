// What a ranked list is worth against judged articles. Pure; every number is between 0 and 1, and larger is better.

/** Lists are judged down to this rank. */
export const depth = 10;

/** The worth of one answer. */
export interface Outcome {
  reciprocalRank: number;
  recall1: number;
  recall5: number;
  recall10: number;
  success5: number;
  success10: number;
  ndcg10: number;
  isEmpty: boolean;
}

/** Means over the queries of a group. */
export interface Quality {
  /** How many queries. */
  n: number;
  mrr10: number;
  recall1: number;
  recall5: number;
  recall10: number;
  success5: number;
  success10: number;
  ndcg10: number;
  /** The share of queries that find nothing; the one number of which less is better. */
  zeroRate: number;
}

/**
 * Judges one ranked list of distinct names by the names that answer the query.
 *
 * - reciprocal rank: 1 / rank of the first relevant name within 10, else 0; its mean is MRR@10 (Voorhees 1999, TREC-8 QA)
 * - recall@k: |relevant within k| / min(k, |relevant|). With at most k relevant names it is plain recall; the bound lets a
 *   perfect list reach 1 (the capped recall of BEIR, Thakur et al. 2021)
 * - success@k: 1 when any relevant name is within k
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
    success10: ranks.length > 0 ? 1 : 0,
    ndcg10: wanted.size === 0 ? 0 : gainOf(ranks) / gainOf(ideal),
    isEmpty: ranked.length === 0,
  };
}

const gainOf = (ranks: readonly number[]): number => ranks.reduce((sum, rank) => sum + 1 / Math.log2(rank + 1), 0);

/** The means over some outcomes; zeros when there are none. */
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
    success10: mean(({ success10 }) => success10),
    ndcg10: mean(({ ndcg10 }) => ndcg10),
    zeroRate: mean(({ isEmpty }) => (isEmpty ? 1 : 0)),
  };
}

export interface Latency {
  p50Ms: number;
  p99Ms: number;
}

/** Median and 99th percentile by the nearest rank (Hyndman & Fan 1996, definition 1). */
export function latencyOf(times: readonly number[]): Latency {
  const sorted = [...times].sort((left, right) => left - right);
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}
