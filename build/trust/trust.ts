// Trust is computed, never claimed: from the records of an article and the digest of its present text follow its status,
// its confidence score and the factors that explain it. Pure; the rules are those of DESIGN: a current passed record never
// lowers the score, a failed or stale one never raises it.
import type { ConfidenceFactor, VerifierEvidence } from '../edition/article-schema.ts';
import { byCodeUnit } from '../edition/hash.ts';
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

// From what verifiers say of a text to points, and to words that explain the points. What a person needs to compute the score
// again stands in the factors: whoever changes a formula here changes the guide on trust, whose program is tested against it.

/** What one verifier says of the present text; `evidence` is not rounded. */
export type Verdict = VerifierEvidence;

/** The points an article has for its status alone. */
const floor: { readonly [Status in VerificationStatus]: number } = { verified: 81, partial: 51, unverified: 30 };
/** The points that evidence can add within a status; unverified articles have none. */
const room: { readonly [Status in VerificationStatus]: number } = { verified: 19, partial: 29, unverified: 0 };

/** `anyStale`: whether some verifier's newest record is not about the present text. */
export function factorsOf(
  status: VerificationStatus,
  verdicts: readonly Verdict[],
  anyStale: boolean,
): ConfidenceFactor[] {
  if (status === 'unverified') return unverifiedFactors(verdicts);
  return [
    {
      factor: 'status',
      points: floor[status],
      explanation:
        status === 'verified'
          ? { zh: '所有验证者都通过了当前文本。', en: 'Every verifier passed the present text.' }
          : partialExplanation(
              verdicts.some(({ result }) => result === 'partial'),
              anyStale,
            ),
    },
    evidenceFactor(status, verdicts),
  ];
}

function partialExplanation(isInPart: boolean, anyStale: boolean): ConfidenceFactor['explanation'] {
  const reasons = [
    ...(isInPart ? [{ zh: '有验证者只部分通过', en: 'some verifier passed it only in part' }] : []),
    ...(anyStale
      ? [{ zh: '有验证者最新的记录不针对当前文本', en: 'some verifier’s newest record is not about it' }]
      : []),
  ];
  return {
    zh: `当前文本有验证记录，但${reasons.map(({ zh }) => zh).join('，而且')}。`,
    en: `The present text was checked, but ${reasons.map(({ en }) => en).join(', and ')}.`,
  };
}

/** Each verifier closes four fifths, at most, of what the others left open, so that agreement counts and never completes. */
function agreementOf(verdicts: readonly Verdict[]): number {
  return 1 - verdicts.reduce((open, { evidence }) => open * (1 - 0.8 * evidence), 1);
}

function evidenceFactor(status: VerificationStatus, verdicts: readonly Verdict[]): ConfidenceFactor {
  const agreement = agreementOf(verdicts);
  const points = Math.floor(room[status] * agreement);
  const total = (name: 'ran' | 'failed' | 'skipped'): number =>
    verdicts.reduce((sum, { examples }) => sum + (examples?.[name] ?? 0), 0);
  const [ran, failed, skipped, names] = [total('ran'), total('failed'), total('skipped'), verdicts.length];
  const strength = rounded(agreement);
  const examples =
    ran + failed + skipped === 0
      ? { zh: '没有记录示例', en: 'No examples are recorded' }
      : {
          zh: `示例 ${ran} 个运行成功、${failed} 个失败、${skipped} 个跳过`,
          en: `Of the examples ${ran} ran, ${failed} failed and ${skipped} ${skipped === 1 ? 'was' : 'were'} skipped`,
        };
  return {
    factor: 'evidence',
    points,
    explanation: {
      zh: `${names} 个验证者的证据合计 A = ${strength}：在证据最多能加的 ${room[status]} 分中占 ${points} 分。${examples.zh}。`,
      en: `The evidence of ${names} verifier${names === 1 ? '' : 's'} comes to A = ${strength}: ${points} of the ${room[status]} points that evidence can add. ${examples.en}.`,
    },
    verifiers: verdicts.map(shown),
  };
}

function unverifiedFactors(verdicts: readonly Verdict[]): ConfidenceFactor[] {
  const factors: ConfidenceFactor[] = [
    {
      factor: 'status',
      points: floor.unverified,
      explanation:
        verdicts.length === 0
          ? { zh: '没有针对当前文本的验证记录。', en: 'No record is about the present text.' }
          : { zh: '有验证者未能通过当前文本。', en: 'A verifier failed the present text.' },
    },
  ];
  const failed = verdicts.filter(({ result }) => result === 'failed');
  if (failed.length > 0) {
    const names = failed.length;
    const left = Math.floor(floor.unverified / 2 ** names);
    factors.push({
      factor: 'failures',
      points: left - floor.unverified,
      explanation: {
        zh: `${names} 个验证者对当前文本的最新记录为失败，每个使 ${floor.unverified} 分减半，剩下 ${left} 分。`,
        en: `The newest record of ${names} verifier${names === 1 ? '' : 's'} on the present text failed; each halves the ${floor.unverified} points, which leaves ${left}.`,
      },
      verifiers: failed.map(shown),
    });
  }
  return factors;
}

const shown = (verdict: Verdict): VerifierEvidence => ({ ...verdict, evidence: rounded(verdict.evidence) });

/** To four digits: to be read. What is computed from it again starts from the examples. */
const rounded = (share: number): number => Math.round(share * 10_000) / 10_000;
