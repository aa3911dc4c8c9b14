// Summarises the records of an article: the last verification of its present text, and the reasons to check it again. `trust.ts`
// computes the trust. Pure: uses no clock.
import type { ArticleFields, Record } from '../source/front-matter-schema.ts';
import { isOverdue, monthsBetween, newest } from './trust.ts';

export interface Checks {
  /** The time of the last verification of the present text, ISO 8601 in UTC. Null when no record is for the present text. */
  checkedAt: string | null;
  /** The verifiers whose newest record is for another text, because the article was edited after their check. */
  outdated: string[];
  /** The verifiers whose newest record of the present text has the result `failed` or counts failed examples. */
  failing: string[];
  /** The day by which the article should be reviewed, `YYYY-MM-DD`. Null when its author set none. */
  reviewBy: string | null;
}

/** The values of an article that change with the day. While they stay the same, a later day does not change the trust. */
export interface Age {
  /** The age of the newest record of the present text in months, see `monthsBetween`. Null when there is no such record. */
  months: number | null;
  /** Whether the review of the article is overdue. */
  isOverdue: boolean;
}

/** Computes the age of the newest record and whether the review is overdue. `day` is the day of the edition, `YYYY-MM-DD`. */
export function ageOf({ checkedAt, reviewBy }: Pick<Checks, 'checkedAt' | 'reviewBy'>, day: string): Age {
  return {
    months: checkedAt === null ? null : monthsBetween(checkedAt, day),
    isOverdue: isOverdue(reviewBy ?? undefined, day),
  };
}

export function checksOf(
  { verification: records, reviewBy }: Pick<ArticleFields, 'verification' | 'reviewBy'>,
  digest: string,
): Checks {
  const current = records.filter((record) => record.digest === digest);
  const verifiers = [...new Set(records.map(({ verifier }) => verifier))].sort();
  const of = (own: readonly Record[], verifier: string) => newest(own.filter((record) => record.verifier === verifier));
  return {
    checkedAt: lastOf(current.map(({ at }) => Date.parse(at))),
    outdated: verifiers.filter((verifier) => of(records, verifier).some((record) => record.digest !== digest)),
    failing: verifiers.filter((verifier) => of(current, verifier).some(isFailing)),
    reviewBy: reviewBy ?? null,
  };
}

const isFailing = ({ result, examples }: Record): boolean => result === 'failed' || (examples?.failed ?? 0) > 0;

function lastOf(times: readonly number[]): string | null {
  return times.length === 0 ? null : new Date(Math.max(...times)).toISOString();
}
