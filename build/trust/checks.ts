// What the records of an article come to besides its trust: when its present text was last checked, and what wants looking
// after. Pure; knows no clock.
import type { Record } from '../source/front-matter-schema.ts';
import { newest } from './trust.ts';

export interface Checks {
  /** When the present text was last checked, ISO 8601 in UTC; null when no record is about it. */
  checkedAt: string | null;
  /** Verifiers whose newest record is about another text: somebody edited the article after they had checked it. */
  outdated: string[];
  /** Verifiers whose newest record of the present text names examples that failed, or failed the text itself. */
  failing: string[];
}

export function checksOf(records: readonly Record[], digest: string): Checks {
  const current = records.filter((record) => record.digest === digest);
  const verifiers = [...new Set(records.map(({ verifier }) => verifier))].sort();
  const of = (own: readonly Record[], verifier: string) => newest(own.filter((record) => record.verifier === verifier));
  return {
    checkedAt: lastOf(current.map(({ at }) => Date.parse(at))),
    outdated: verifiers.filter((verifier) => of(records, verifier).some((record) => record.digest !== digest)),
    failing: verifiers.filter((verifier) => of(current, verifier).some(isFailing)),
  };
}

const isFailing = ({ result, examples }: Record): boolean => result === 'failed' || (examples?.failed ?? 0) > 0;

function lastOf(times: readonly number[]): string | null {
  return times.length === 0 ? null : new Date(Math.max(...times)).toISOString();
}
