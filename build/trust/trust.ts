// Computes trust: the status, the confidence score and the factors that explain it follow from the records of an article, the
// digest of its text, the evidence of its sections and the day of the edition. Pure. A current passed record never lowers the
// score, a failed or stale one never raises it. The guide on trust states the same formulas; its program is tested against this
// file.
import type { ConfidenceFactor, VerifierEvidence } from '../edition/article-schema.ts';
import { byCodeUnit } from '../edition/hash.ts';
import { type EvidenceKind, evidenceKinds, highestScores, type VerificationStatus } from '../edition/vocabulary.ts';
import { type Example, treatmentOf } from '../source/examples.ts';
import type { Record as VerificationRecord } from '../source/front-matter-schema.ts';

export interface Trust {
  status: VerificationStatus;
  /** Integer, 0–100: unverified ≤ 30 < partial ≤ 60 < verified. The sum of the factors' points. */
  score: number;
  factors: ConfidenceFactor[];
  /** For each record, whether it is not tied to the present text. */
  stale: boolean[];
}

export interface TrustBasis {
  /** Tokens of both languages by kind of evidence. */
  evidence: Readonly<Record<EvidenceKind, number>>;
  /** The day of the edition, `YYYY-MM-DD`. */
  day: string;
  /** The day until which the article is to be reviewed, `YYYY-MM-DD`. */
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

/** Whole months of 30 days from a time, ISO 8601, to the end of a day, `YYYY-MM-DD`; 0 when the time is later. */
export function monthsBetween(at: string, day: string): number {
  return Math.max(0, Math.floor((Date.parse(day) / dayMs + 1 - Date.parse(at) / dayMs) / 30));
}
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Whether the records say that the examples ran, and that examples that can only be checked were checked. A record counts its
 * examples without naming them: so all runnable ones must have run, and none have failed.
 */
export function backingOf(
  records: readonly VerificationRecord[],
  digest: string,
  examples: readonly Pick<Example, 'language' | 'marks'>[],
): { ran: boolean; checked: boolean } {
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

/** The kinds of evidence of a text, each with its share of the tokens in whole percents. */
export function sharesOf(evidence: TrustBasis['evidence']): { kind: EvidenceKind; percent: number }[] {
  const all = evidenceKinds.reduce((sum, kind) => sum + evidence[kind], 0);
  return evidenceKinds.flatMap((kind) =>
    evidence[kind] === 0 ? [] : [{ kind, percent: Math.round((evidence[kind] * 100) / all) }],
  );
}

/** A record is current when its digest is the present one, else stale; one without a digest is tied to no text. */
function isStale(record: VerificationRecord, digest: string): boolean {
  return record.digest !== digest;
}

/** The reasons why an article with current records is not verified. */
interface Lapses {
  inPart: boolean;
  /** The newest record of some verifier is not about the present text. */
  stale: boolean;
  /** The day until which it was to be reviewed, when that has passed. */
  reviewBy: string | undefined;
}

function statusOf(verdicts: readonly Verdict[], { inPart, stale, reviewBy }: Lapses): VerificationStatus {
  if (verdicts.length === 0 || verdicts.some(({ result }) => result === 'failed')) return 'unverified';
  return inPart || stale || reviewBy !== undefined ? 'partial' : 'verified';
}

/** The newest records of one verifier: more than one when their times are equal. */
export function newest(records: readonly VerificationRecord[]): VerificationRecord[] {
  const last = Math.max(...records.map(({ at }) => Date.parse(at)));
  return records.filter(({ at }) => Date.parse(at) === last);
}

/** The verdict of one verifier on the present text; undefined when none of its records is current. */
function verdictOf(own: readonly VerificationRecord[], digest: string): Verdict | undefined {
  const current = own.filter((record) => !isStale(record, digest));
  if (current.length === 0) return undefined;
  // Of records at the same moment, the worst counts.
  const results = newest(current).map(({ result }) => result);
  const result =
    (['failed', 'partial', 'passed'] as const).find((candidate) => results.includes(candidate)) ?? 'failed';
  // All current records are about the same text, so the evidence of an earlier, more thorough pass still holds.
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
 * How far one record vouches for the text, 0–1: half for its result, half for its examples by the rule of succession (Laplace,
 * Essai philosophique sur les probabilités, 1814), (ran + 1) / (all + 2). A partial pass counts half of that, so always less than a
 * pass; a failure counts nothing.
 */
function evidenceOf({ result, examples }: Pick<Verdict, 'result' | 'examples'>): number {
  const { ran, failed, skipped } = examples ?? { ran: 0, failed: 0, skipped: 0 };
  const weight = { passed: 1, partial: 0.5, failed: 0 }[result];
  return (weight * (1 + (ran + 1) / (ran + failed + skipped + 2))) / 2;
}

function byVerifier(records: readonly VerificationRecord[]): VerificationRecord[][] {
  const groups = new Map<string, VerificationRecord[]>();
  for (const record of records) groups.set(record.verifier, [...(groups.get(record.verifier) ?? []), record]);
  // Sorted like the list in a response, so that multiplying in that order gives the same number to the last bit.
  return [...groups].sort(([left], [right]) => byCodeUnit(left, right)).map(([, own]) => own);
}

/** The verdict of one verifier on the present text; `evidence` is not rounded. */
export type Verdict = VerifierEvidence;

/** The points of an article for its status alone, and the points that evidence can add. */
const floor = { verified: highestScores.partial + 1, partial: highestScores.unverified + 1, unverified: 30 } as const;
const room = {
  verified: highestScores.verified - floor.verified,
  partial: highestScores.partial - floor.partial,
} as const;

/**
 * How far a text is backed, 0–1: its tokens, with each kind of evidence counting half of the kind before; text without evidence was
 * still read by the verifiers who passed it. B of the guide.
 */
function shareBacked({ ran, checked, cited, none }: TrustBasis['evidence']): number {
  const all = ran + checked + cited + none;
  return all === 0 ? 0 : (ran + checked / 2 + cited / 4 + none / 8) / all;
}

/** 1 until three months, then falling linearly to a half at two years: F of the guide. */
const freshnessOf = (months: number): number => 1 - (Math.min(Math.max(months, 3), 24) - 3) / 42;

/** The inputs of the factors. */
export interface Grounds {
  verdicts: readonly Verdict[];
  lapses: Lapses;
  /** The share of the text that is backed, 0–1. */
  backing: number;
  /** The age of the newest current record; Infinity when there is none. */
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
    ...(inPart ? [{ zh: '有验证者的结论是部分通过', en: 'some verifier passed it only in part' }] : []),
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

/** Each verifier leaves open the share that its examples leave open, so that agreement counts: A of the guide. */
const agreementOf = (verdicts: readonly Verdict[]): number =>
  1 - verdicts.reduce((open, { evidence }) => open * (1 - evidence), 1);

function evidenceFactor(
  status: Exclude<VerificationStatus, 'unverified'>,
  { verdicts, backing, months }: Grounds,
): ConfidenceFactor {
  const [agreement, freshness] = [agreementOf(verdicts), freshnessOf(months)];
  // The tolerance keeps a rounding error of the product from costing a point.
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
      zh: `文本有依据的份额 B = ${b}，${names} 个验证者合计 A = ${a}，最新的检查在 ${months} 个月前，F = ${f}：在证据最多能加的 ${room[status]} 分中占 ${points} 分。${examples.zh}。`,
      en: `The share of the text that is backed is B = ${b}, ${names} verifier${names === 1 ? '' : 's'} come${names === 1 ? 's' : ''} to A = ${a}, the newest check is ${months} month${months === 1 ? '' : 's'} old, F = ${f}: ${points} of the ${room[status]} points that evidence can add. ${examples.en}.`,
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

/** Four digits for display. Further computation starts from the examples. */
const rounded = (share: number): number => Math.round(share * 10_000) / 10_000;
