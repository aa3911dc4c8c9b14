// Statistics over articles: statuses, scores, and the oldest verification. Pure.
import { highestScores, type VerificationStatus, verificationStatuses } from '../edition/vocabulary.ts';

/** The fields of an article that the statistics use. */
export interface Judged {
  status: VerificationStatus;
  score: number;
  /** The time of the last verification of the present text. Null when no record is for the present text. */
  checkedAt: string | null;
}

export interface Figures {
  articles: number;
  statuses: Record<VerificationStatus, number>;
  /** The lowest and the median confidence score. Null without articles. */
  confidence: { least: number; median: number } | null;
  /** The earliest `checkedAt` of all articles. Null when no article has one. */
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

/** The share as a whole percentage, rounded down, so that 100 means all. */
export const shareOf = (part: number, all: number): number => (all === 0 ? 0 : Math.floor((part * 100) / all));

/** A range of scores with both ends included, and the number of articles whose score is in it. */
export interface ScoreRange {
  from: number;
  to: number;
  status: VerificationStatus;
  articles: number;
}

/** The size of a range. The highest score of every status is a multiple of it, so that all scores in a range have the same status. */
export const scoresPerRange = 5;

/** The distribution of the scores: every range from 0 to 100, including the empty ones. */
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
