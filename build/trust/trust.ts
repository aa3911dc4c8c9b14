// Computes the trust of an article: its status, its confidence score and the factors that explain the score. They follow from the
// records of the article, the digest of its text, the evidence of its sections and the day of the edition. Pure.
//
// A current record with the result `passed` never lowers the score. A failed or stale record never raises it. The guide on trust
// states the same formulas and contains a program, which a test compares with this file.
import type { ConfidenceFactor, VerifierEvidence } from '../edition/article-schema.ts';
import { byCodeUnit } from '../edition/hash.ts';
import { type EvidenceKind, evidenceKinds, highestScores, type VerificationStatus } from '../edition/vocabulary.ts';
import { type Example, treatmentOf } from '../source/examples.ts';
import type { Record as VerificationRecord } from '../source/front-matter-schema.ts';

export interface Trust {
  status: VerificationStatus;
  /** An integer from 0 to 100: unverified ≤ 30 < partial ≤ 60 < verified. It is the sum of the factors' points. */
  score: number;
  factors: ConfidenceFactor[];
  /** For each record, whether it is stale, that is, not tied to the present text. */
  stale: boolean[];
}

export interface TrustBasis {
  /** The number of tokens of both languages together, for each kind of evidence. */
  evidence: Readonly<Record<EvidenceKind, number>>;
  /** The day of the edition, `YYYY-MM-DD`. */
  day: string;
  /** The day by which the article should be reviewed, `YYYY-MM-DD`. */
  reviewBy?: string | undefined;
}

export function trustOf(
  records: readonly VerificationRecord[],
  digest: string,
  { evidence, day, reviewBy }: TrustBasis,
): Trust {
  const verifiers = byVerifier(records);
  const verdicts = verifiers.flatMap((own) => verdictOf(own, digest) ?? []);
  const lapses: Lapses = {
    inPart: verdicts.some(({ result }) => result === 'partial'),
    stale: verifiers.some((own) => newest(own).some((record) => isStale(record, digest))),
    reviewBy: isOverdue(reviewBy, day) ? reviewBy : undefined,
  };
  const status = statusOf(verdicts, lapses);
  const ages = records.flatMap((record) => (isStale(record, digest) ? [] : monthsBetween(record.at, day)));
  const factors = factorsOf(status, { verdicts, lapses, backing: shareBacked(evidence), months: Math.min(...ages) });
  return {
    status,
    score: factors.reduce((sum, { points }) => sum + points, 0),
    factors,
    stale: records.map((record) => isStale(record, digest)),
  };
}

export const isOverdue = (reviewBy: string | undefined, day: string): boolean =>
  reviewBy !== undefined && day > reviewBy;

/** The whole months of 30 days from a time in ISO 8601 to the end of a day `YYYY-MM-DD`. It is 0 when the time is after the day. */
export function monthsBetween(at: string, day: string): number {
  return Math.max(0, Math.floor((Date.parse(day) / dayMs + 1 - Date.parse(at) / dayMs) / 30));
}
const dayMs = 24 * 60 * 60 * 1000;

/**
 * The facts that the verification records of an article prove. `ran`: all examples that can be run have been run. `checked`: the
 * other examples have been checked.
 */
export interface Backing {
  ran: boolean;
  checked: boolean;
}

/**
 * Both facts require a record without failed examples. A record states how many examples ran, but not which. For `ran`, this
 * number must be at least the number of runnable examples in the article.
 */
export function backingOf(
  records: readonly VerificationRecord[],
  digest: string,
  examples: readonly Pick<Example, 'language' | 'marks'>[],
): Backing {
  const runnable = examples.filter((example) => treatmentOf(example) === 'run').length;
  const counts = byVerifier(records).flatMap((own) => {
    const verdict = verdictOf(own, digest);
    if (verdict === undefined || verdict.result === 'failed') return [];
    return own.flatMap((record) =>
      isStale(record, digest) || record.result === 'failed' ? [] : (record.examples ?? []),
    );
  });
  const unfailed = counts.filter(({ failed }) => failed === 0);
  return { ran: runnable > 0 && unfailed.some(({ ran }) => ran >= runnable), checked: unfailed.length > 0 };
}

/** The kinds of evidence that a text has, each with its share of the tokens as a whole percentage. */
export function sharesOf(evidence: TrustBasis['evidence']): { kind: EvidenceKind; percent: number }[] {
  const all = evidenceKinds.reduce((sum, kind) => sum + evidence[kind], 0);
  return evidenceKinds.flatMap((kind) =>
    evidence[kind] === 0 ? [] : [{ kind, percent: Math.round((evidence[kind] * 100) / all) }],
  );
}

/** A record is current if its digest is that of the present text. Otherwise, or without a digest, it is stale. */
function isStale(record: VerificationRecord, digest: string): boolean {
  return record.digest !== digest;
}

/** The reasons why an article with current records has the status `partial` instead of `verified`. */
interface Lapses {
  inPart: boolean;
  /** True when the newest record of some verifier is not for the present text. */
  stale: boolean;
  /** The day by which the article should have been reviewed. Undefined while the review is not overdue. */
  reviewBy: string | undefined;
}

function statusOf(verdicts: readonly Verdict[], { inPart, stale, reviewBy }: Lapses): VerificationStatus {
  if (verdicts.length === 0 || verdicts.some(({ result }) => result === 'failed')) return 'unverified';
  return inPart || stale || reviewBy !== undefined ? 'partial' : 'verified';
}

/** The newest record of one verifier. Several records when their times are equal. */
export function newest(records: readonly VerificationRecord[]): VerificationRecord[] {
  const last = Math.max(...records.map(({ at }) => Date.parse(at)));
  return records.filter(({ at }) => Date.parse(at) === last);
}

/** The verdict of one verifier on the present text. Undefined when the verifier has no record of this text. */
function verdictOf(own: readonly VerificationRecord[], digest: string): Verdict | undefined {
  const current = own.filter((record) => !isStale(record, digest));
  if (current.length === 0) return undefined;
  // If several records have the same time, the worst result counts.
  const results = newest(current).map(({ result }) => result);
  const result =
    (['failed', 'partial', 'passed'] as const).find((candidate) => results.includes(candidate)) ?? 'failed';
  // All current records are for the same text. Therefore a new `passed` record does not cancel the evidence of an earlier one
  // that ran more examples.
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
 * How much one record supports the text, from 0 to 1. Of the value of a `passed` record, half is fixed and half depends on the
 * examples: (ran + 1) / (all + 2), by the rule of succession (Laplace, Essai philosophique sur les probabilités, 1814). A `partial`
 * record has half of this value, a `failed` record 0.
 */
function evidenceOf({ result, examples }: Pick<Verdict, 'result' | 'examples'>): number {
  const { ran, failed, skipped } = examples ?? { ran: 0, failed: 0, skipped: 0 };
  const weight = { passed: 1, partial: 0.5, failed: 0 }[result];
  return (weight * (1 + (ran + 1) / (ran + failed + skipped + 2))) / 2;
}

function byVerifier(records: readonly VerificationRecord[]): VerificationRecord[][] {
  const groups = new Map<string, VerificationRecord[]>();
  for (const record of records) groups.set(record.verifier, [...(groups.get(record.verifier) ?? []), record]);
  // A response lists the verifiers in the same order. A caller who computes the product of `agreementOf` from a response therefore
  // gets the same result to the last bit.
  return [...groups].sort(([left], [right]) => byCodeUnit(left, right)).map(([, own]) => own);
}

/** The verdict of one verifier on the present text. Its `evidence` is not rounded. */
export type Verdict = VerifierEvidence;

/** `floor` has the points that an article gets for its status alone. `room` has the points that evidence can add. */
const floor = { verified: highestScores.partial + 1, partial: highestScores.unverified + 1, unverified: 30 } as const;
const room = {
  verified: highestScores.verified - floor.verified,
  partial: highestScores.partial - floor.partial,
} as const;

/**
 * B in the guide on trust: how far the text has support, from 0 to 1. It is the average over the tokens, where each kind of
 * evidence counts half as much as the kind before it. Text without evidence counts a little, because the verifier passed the
 * whole text.
 */
function shareBacked({ ran, checked, cited, none }: TrustBasis['evidence']): number {
  const all = ran + checked + cited + none;
  return all === 0 ? 0 : (ran + checked / 2 + cited / 4 + none / 8) / all;
}

/** The factor F in the guide on trust: 1 up to three months, then falling linearly to 1/2 at two years. */
const freshnessOf = (months: number): number => 1 - (Math.min(Math.max(months, 3), 24) - 3) / 42;

/** The values from which the factors are computed. */
export interface Grounds {
  verdicts: readonly Verdict[];
  lapses: Lapses;
  /** The share of the text that has support (`shareBacked`), from 0 to 1. */
  backing: number;
  /** The age of the newest record of the present text in months. Infinity when there is no such record. */
  months: number;
}

export function factorsOf(status: VerificationStatus, grounds: Grounds): ConfidenceFactor[] {
  if (status === 'unverified') return unverifiedFactors(grounds.verdicts);
  return [
    {
      factor: 'status',
      points: floor[status],
      explanation:
        status === 'verified'
          ? { zh: '所有验证者都通过了当前文本。', en: 'Every verifier passed the present text.' }
          : partialExplanation(grounds.lapses),
    },
    evidenceFactor(status, grounds),
  ];
}

function partialExplanation({ inPart, stale, reviewBy }: Lapses): ConfidenceFactor['explanation'] {
  const reasons = [
    ...(inPart ? [{ zh: '有验证者的结论是部分通过', en: 'at least one verifier passed the text only in part' }] : []),
    ...(stale
      ? [{ zh: '有验证者最新的记录不针对当前文本', en: 'at least one verifier’s newest record is not for this text' }]
      : []),
    ...(reviewBy === undefined
      ? []
      : [{ zh: `它应当在 ${reviewBy} 之前复核`, en: `its review was due by ${reviewBy}` }]),
  ];
  return {
    zh: `当前文本有验证记录，但${reasons.map(({ zh }) => zh).join('，而且')}。`,
    en: `The present text was checked, but ${reasons.map(({ en }) => en).join(', and ')}.`,
  };
}

/**
 * A in the guide on trust: 1 minus the product of the doubt (1 − evidence) that each verifier leaves. It grows with each verifier
 * that agrees.
 */
const agreementOf = (verdicts: readonly Verdict[]): number =>
  1 - verdicts.reduce((open, { evidence }) => open * (1 - evidence), 1);

function evidenceFactor(
  status: Exclude<VerificationStatus, 'unverified'>,
  { verdicts, backing, months }: Grounds,
): ConfidenceFactor {
  const [agreement, freshness] = [agreementOf(verdicts), freshnessOf(months)];
  // The tolerance ensures that a rounding error of the product does not cost a point.
  const points = Math.floor(room[status] * backing * agreement * freshness + 1e-9);
  const total = (name: 'ran' | 'failed' | 'skipped'): number =>
    verdicts.reduce((sum, { examples }) => sum + (examples?.[name] ?? 0), 0);
  const [ran, failed, skipped, names] = [total('ran'), total('failed'), total('skipped'), verdicts.length];
  const [b, a, f] = [backing, agreement, freshness].map(rounded);
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
      zh: `B = ${b} 是文本有依据的份额；A = ${a} 由 ${names} 个验证者的记录得出；最新的检查在 ${months} 个月前，所以 F = ${f}。证据最多能加 ${room[status]} 分，由此加 ${points} 分。${examples.zh}。`,
      en: `B = ${b} is the share of the text that is backed; A = ${a} comes from the records of ${names} verifier${names === 1 ? '' : 's'}; F = ${f}, because the newest check is ${months} month${months === 1 ? '' : 's'} old. Of the ${room[status]} points that evidence can add, this gives ${points}. ${examples.en}.`,
    },
    backing: rounded(backing),
    months,
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
          : { zh: '当前文本的一次验证未通过。', en: 'A verification of the present text failed.' },
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

/** Rounds to four decimals for display. Computations use the exact values. */
const rounded = (share: number): number => Math.round(share * 10_000) / 10_000;
