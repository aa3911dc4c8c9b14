// Trust is computed, never claimed: from the records of an article and the digest of its present text follow its status,
// its confidence score and the factors that explain it. Pure; the rules are those of DESIGN: a current passed record never
// lowers the score, a failed or stale one never raises it.
import type { ConfidenceFactor } from '../edition/article.ts';
import type { VerificationStatus } from '../edition/vocabulary.ts';
import type { Record } from '../source/front-matter-schema.ts';

export interface Trust {
  status: VerificationStatus;
  /** Integer, 0–100: unverified ≤ 50 < partial ≤ 80 < verified. The sum of the factors' points. */
  score: number;
  factors: ConfidenceFactor[];
  /** For each record, whether it is not tied to the present text. */
  stale: boolean[];
}

/** The points an article has for its status alone. */
const floor: { readonly [Status in VerificationStatus]: number } = { verified: 81, partial: 51, unverified: 30 };
/** The points that evidence can add within a status; unverified articles have none. */
const room: { readonly [Status in VerificationStatus]: number } = { verified: 19, partial: 29, unverified: 0 };

/** What one verifier says of the present text. */
interface Verdict {
  result: Record['result'];
  /** How much it shows, 0–1. */
  evidence: number;
}

export function trustOf(records: readonly Record[], digest: string): Trust {
  const verifiers = byVerifier(records);
  const verdicts = verifiers.flatMap((own) => verdictOf(own, digest) ?? []);
  const anyStale = verifiers.some((own) => newest(own).some((record) => isStale(record, digest)));
  const status = statusOf(verdicts, anyStale);
  const failures = verdicts.filter(({ result }) => result === 'failed').length;
  const factors =
    status === 'unverified' ? unverifiedFactors(verdicts.length, failures) : evidenceFactors(status, verdicts);
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
function newest(records: readonly Record[]): Record[] {
  const last = Math.max(...records.map(({ at }) => Date.parse(at)));
  return records.filter(({ at }) => Date.parse(at) === last);
}

function verdictOf(own: readonly Record[], digest: string): Verdict | undefined {
  const current = own.filter((record) => !isStale(record, digest));
  if (current.length === 0) return undefined;
  // Of records at the same moment the worst counts.
  const results = newest(current).map(({ result }) => result);
  const result =
    (['failed', 'partial', 'passed'] as const).find((candidate) => results.includes(candidate)) ?? 'failed';
  // All current records are about the same text, so an earlier, more thorough pass still shows what it showed.
  const counted = result === 'passed' ? current.filter((record) => record.result === 'passed') : newest(current);
  return { result, evidence: Math.max(...counted.map(evidenceOf)) };
}

/**
 * How much one record shows, 0–1: half for the result; a tenth for what did not fail, so that an example that failed never
 * counts for more than none; the rest for the share of examples that ran, worth more the more there were, n / (n + 1).
 * A partial record shows half of that, so always less than a passed one; a failed one shows nothing.
 */
function evidenceOf({ result, examples }: Record): number {
  const { ran, failed, skipped } = examples ?? { ran: 0, failed: 0, skipped: 0 };
  const all = Math.max(1, ran + failed + skipped);
  const weight = { passed: 1, partial: 0.5, failed: 0 }[result];
  return weight * (0.5 + 0.1 * (1 - failed / all) + 0.4 * (ran / all) * (ran / (ran + 1)));
}

/** Each verifier closes four fifths, at most, of what the others left open, so that agreement counts and never completes. */
function agreementOf(verdicts: readonly Verdict[]): number {
  return 1 - verdicts.reduce((open, { evidence }) => open * (1 - 0.8 * evidence), 1);
}

function evidenceFactors(status: VerificationStatus, verdicts: readonly Verdict[]): ConfidenceFactor[] {
  const names = verdicts.length;
  return [
    {
      factor: 'status',
      points: floor[status],
      explanation:
        status === 'verified'
          ? { zh: '所有验证者都通过了当前文本。', en: 'Every verifier passed the present text.' }
          : {
              zh: '当前文本有验证记录，但有的只部分通过，或有的验证者最新的记录不针对当前文本。',
              en: 'The present text was checked, but only in part, or some verifier’s newest record is not about it.',
            },
    },
    {
      factor: 'evidence',
      points: Math.floor(room[status] * agreementOf(verdicts)),
      explanation: {
        zh: `${names} 个验证者的证据：结果，以及实际运行的示例所占的份额与数量。`,
        en: `Evidence from ${names} verifier${names === 1 ? '' : 's'}: the result, and the share and number of examples that ran.`,
      },
    },
  ];
}

function unverifiedFactors(verdicts: number, failures: number): ConfidenceFactor[] {
  const factors: ConfidenceFactor[] = [
    {
      factor: 'status',
      points: floor.unverified,
      explanation:
        verdicts === 0
          ? { zh: '没有针对当前文本的验证记录。', en: 'No record is about the present text.' }
          : { zh: '有验证者未能通过当前文本。', en: 'A verifier failed the present text.' },
    },
  ];
  if (failures > 0) {
    const left = Math.floor(floor.unverified / 2 ** failures);
    factors.push({
      factor: 'failures',
      points: left - floor.unverified,
      explanation: {
        zh: `${failures} 个验证者的最新记录为失败。`,
        en: `The newest record of ${failures} verifier${failures === 1 ? '' : 's'} failed.`,
      },
    });
  }
  return factors;
}

function byVerifier(records: readonly Record[]): Record[][] {
  const groups = new Map<string, Record[]>();
  for (const record of records) groups.set(record.verifier, [...(groups.get(record.verifier) ?? []), record]);
  return [...groups.values()];
}
