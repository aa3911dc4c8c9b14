// From what verifiers say of a text to points, and to words that explain the points. What a person needs to compute the score
// again stands in the factors: whoever changes a formula here changes the guide on trust, whose program is tested against it.
import type { ConfidenceFactor, VerifierEvidence } from '../edition/article-schema.ts';
import type { VerificationStatus } from '../edition/vocabulary.ts';

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
