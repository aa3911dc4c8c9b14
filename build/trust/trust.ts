// Trust is computed, never claimed: from the records of an article and the digest of its present text follow its status,
// its confidence score and the factors that explain it. Pure; the rules are those of DESIGN: a current passed record never
// lowers the score, a failed or stale one never raises it.
import type { ConfidenceFactor } from '../edition/article-schema.ts';
import { byCodeUnit } from '../edition/hash.ts';
import type { VerificationStatus } from '../edition/vocabulary.ts';
import type { Record } from '../source/front-matter-schema.ts';
import { factorsOf, type Verdict } from './factors.ts';

export interface Trust {
  status: VerificationStatus;
  /** Integer, 0–100: unverified ≤ 50 < partial ≤ 80 < verified. The sum of the factors' points. */
  score: number;
  factors: ConfidenceFactor[];
  /** For each record, whether it is not tied to the present text. */
  stale: boolean[];
}

export function trustOf(records: readonly Record[], digest: string): Trust {
  const verifiers = byVerifier(records);
  const verdicts = verifiers.flatMap((own) => verdictOf(own, digest) ?? []);
  const anyStale = verifiers.some((own) => newest(own).some((record) => isStale(record, digest)));
  const status = statusOf(verdicts, anyStale);
  const factors = factorsOf(status, verdicts, anyStale);
  return {
    status,
    score: factors.reduce((sum, { points }) => sum + points, 0),
    factors,
    stale: records.map((record) => isStale(record, digest)),
  };
}

/** A record is current when its digest is the present one, else stale; one without a digest is tied to no text. */
function isStale(record: Record, digest: string): boolean {
  return record.digest !== digest;
}

function statusOf(verdicts: readonly Verdict[], anyStale: boolean): VerificationStatus {
  if (verdicts.length === 0 || verdicts.some(({ result }) => result === 'failed')) return 'unverified';
  return verdicts.every(({ result }) => result === 'passed') && !anyStale ? 'verified' : 'partial';
}

/** The newest records of one verifier: more than one when their times are equal. */
export function newest(records: readonly Record[]): Record[] {
  const last = Math.max(...records.map(({ at }) => Date.parse(at)));
  return records.filter(({ at }) => Date.parse(at) === last);
}

/** What the records of one verifier come to; undefined when none is current. */
function verdictOf(own: readonly Record[], digest: string): Verdict | undefined {
  const current = own.filter((record) => !isStale(record, digest));
  if (current.length === 0) return undefined;
  // Of records at the same moment the worst counts.
  const results = newest(current).map(({ result }) => result);
  const result =
    (['failed', 'partial', 'passed'] as const).find((candidate) => results.includes(candidate)) ?? 'failed';
  // All current records are about the same text, so an earlier, more thorough pass still shows what it showed.
  const counted = (result === 'passed' ? current : newest(current)).filter((record) => record.result === result);
  const [most] = counted
    .map(({ verifier, examples = null }) => ({
      verifier,
      result,
      examples,
      evidence: evidenceOf({ result, examples }),
    }))
    .sort(
      (left, right) =>
        right.evidence - left.evidence || byCodeUnit(JSON.stringify(left.examples), JSON.stringify(right.examples)),
    );
  return most;
}

/**
 * How much one record shows, 0–1: half for the result; a tenth for what did not fail, so that an example that failed never
 * counts for more than none; the rest for the share of examples that ran, worth more the more there were, n / (n + 1).
 * A partial record shows half of that, so always less than a passed one; a failed one shows nothing.
 */
function evidenceOf({ result, examples }: Pick<Verdict, 'result' | 'examples'>): number {
  const { ran, failed, skipped } = examples ?? { ran: 0, failed: 0, skipped: 0 };
  const all = Math.max(1, ran + failed + skipped);
  const weight = { passed: 1, partial: 0.5, failed: 0 }[result];
  return weight * (0.5 + 0.1 * (1 - failed / all) + 0.4 * (ran / all) * (ran / (ran + 1)));
}

function byVerifier(records: readonly Record[]): Record[][] {
  const groups = new Map<string, Record[]>();
  for (const record of records) groups.set(record.verifier, [...(groups.get(record.verifier) ?? []), record]);
  // Their order is that of the answer, so that whoever multiplies again gets the same number to the last bit.
  return [...groups].sort(([left], [right]) => byCodeUnit(left, right)).map(([, own]) => own);
}
