// What a collection of articles comes to in numbers: statuses, scores, the oldest verification. Pure.
import { highestScores, type VerificationStatus, verificationStatuses } from '../edition/vocabulary.ts';

/** What is counted of an article. */
export interface Judged {
  status: VerificationStatus;
  score: number;
  /** When its present text was last checked; null when no record is about it. */
  checkedAt: string | null;
}

export interface Figures {
  articles: number;
  statuses: Record<VerificationStatus, number>;
  /** The least and the middle confidence score; null without articles. */
  confidence: { least: number; median: number } | null;
  /** When the article was checked that was checked longest ago; null when none has a record of its present text. */
  oldestVerification: string | null;
}

export function figuresOf(articles: readonly Judged[]): Figures {
  const scores = articles.map(({ score }) => score).sort((left, right) => left - right);
  const [least] = scores;
  const times = articles.flatMap(({ checkedAt }) => checkedAt ?? []).sort();
  const count = (status: VerificationStatus): number => articles.filter((one) => one.status === status).length;
  const [verified, partial, unverified] = verificationStatuses.map(count);
  return {
    articles: articles.length,
    statuses: { verified: verified ?? 0, partial: partial ?? 0, unverified: unverified ?? 0 },
    confidence: least === undefined ? null : { least, median: scores[Math.floor((scores.length - 1) / 2)] ?? least },
    oldestVerification: times[0] ?? null,
  };
}

/** Whole percents, rounded down: 100 is said of all and of nothing less. */
export const shareOf = (part: number, all: number): number => (all === 0 ? 0 : Math.floor((part * 100) / all));

/** Scores from `from` to `to`, both included, and how many articles have one of them. */
export interface ScoreRange {
  from: number;
  to: number;
  status: VerificationStatus;
  articles: number;
}

/** Scores per range. It divides the highest score of every status, so that each range has one status. */
export const scoresPerRange = 5;

/** How the scores are spread: every range from 0 to 100, those without articles too. */
export function rangesOf(articles: readonly Judged[]): ScoreRange[] {
  return Array.from({ length: 100 / scoresPerRange }, (_, index) => {
    const to = (index + 1) * scoresPerRange;
    const from = index === 0 ? 0 : to - scoresPerRange + 1;
    const own = articles.filter(({ score }) => score >= from && score <= to);
    return { from, to, status: statusAt(to), articles: own.length };
  });
}

function statusAt(score: number): VerificationStatus {
  if (score <= highestScores.unverified) return 'unverified';
  return score <= highestScores.partial ? 'partial' : 'verified';
}
