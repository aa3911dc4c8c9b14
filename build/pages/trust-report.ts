// What the trust page and its Markdown twin say, as data: both show the same.
import { type Domain, domains } from '../edition/vocabulary.ts';
import { type Figures, figuresOf, type Judged, rangesOf, type ScoreRange } from '../trust/figures.ts';
import type { ListedArticle } from './listed-article.ts';

export interface TrustReport {
  all: Figures;
  byDomain: (Figures & { domain: Domain })[];
  ranges: ScoreRange[];
  /** Those whose present text was checked longest ago come first. */
  oldest: (ListedArticle & { checkedAt: string })[];
  /** With a verifier whose newest record is about another text, or with failures; in listing order. */
  attention: ListedArticle[];
}

/** Articles that a list of the page shows at most. */
const oldestShown = 10;

export function trustReportOf(articles: readonly ListedArticle[]): TrustReport {
  const dated = articles.flatMap((article) => {
    const { checkedAt } = article.checks;
    return checkedAt === null ? [] : [{ ...article, checkedAt }];
  });
  return {
    all: figuresOf(articles.map(judgedOf)),
    byDomain: domains.map((domain) => ({ domain, ...domainFigures(domain, articles) })),
    ranges: rangesOf(articles.map(judgedOf)),
    // Sorting is stable: of two that were checked at one moment the order of the listing counts.
    oldest: dated.sort((left, right) => Date.parse(left.checkedAt) - Date.parse(right.checkedAt)).slice(0, oldestShown),
    attention: articles.filter(({ checks: { outdated, failing } }) => outdated.length + failing.length > 0),
  };
}

export const domainFigures = (domain: Domain, articles: readonly ListedArticle[]): Figures =>
  figuresOf(articles.filter(({ row }) => row.domain === domain).map(judgedOf));

const judgedOf = ({ row, checks }: ListedArticle): Judged => ({
  status: row.verificationStatus,
  score: row.confidenceScore,
  checkedAt: checks.checkedAt,
});
