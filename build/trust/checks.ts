// Summarises the records of an article besides its trust: the last verification of its present text, and the reasons to check it
// again. Pure; knows no clock.
import type { ArticleFields, Record } from '../source/front-matter-schema.ts';
import { isOverdue, monthsBetween, newest } from './trust.ts';

export interface Checks {
  /** The last verification of its present text, ISO 8601 in UTC; null when no record is about it. */
  checkedAt: string | null;
  /** Verifiers whose newest record is about another text: the article was edited after they had checked it. */
  outdated: string[];
  /** Verifiers whose newest record of the present text names examples that failed, or failed the text itself. */
  failing: string[];
  /** The day until which it is to be reviewed, `YYYY-MM-DD`; null when there is none. */
  reviewBy: string | null;
}

/** The part of an article's state that depends on the day: with the same age, an article has the same trust. */
export interface Age {
  /** The age of its newest current record, see `monthsBetween`; null when no record is current. */
  months: number | null;
  /** Whether its review is overdue. */
  isOverdue: boolean;
}

/** `day` is that of the edition, `YYYY-MM-DD`. */
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
