// Status and confidence of an article computed again from its JSON alone, as the guide on trust words it: nothing of the
// compiler is used. Fractions are exact, so that rounding can hide nothing.

export interface ArticleJson {
  verificationRecords: { verifier: string; result: string; timestamp: string; stale: boolean }[];
  confidenceFactors: { factor: string; points: number; verifiers?: Evidence[] }[];
}

export interface Evidence {
  verifier: string;
  result: string;
  examples: { ran: number; failed: number; skipped: number } | null;
  evidence: number;
}

/** [numerator, denominator] */
type Fraction = readonly [bigint, bigint];
const fraction = (over: number | bigint, under: number | bigint = 1): Fraction => [BigInt(over), BigInt(under)];
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d];
const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d];
const oneMinus = ([a, b]: Fraction): Fraction => [b - a, b];
const floorOf = ([a, b]: Fraction): number => Number(a / b);
export const decimalOf = ([a, b]: Fraction): number => Number((a * 1_000_000_000n) / b) / 1e9;

/** E = w × (0.5 + 0.1 × (1 − failed / all) + 0.4 × ran / all × ran / (ran + 1)) */
export function evidenceOf({ result, examples }: Pick<Evidence, 'result' | 'examples'>): Fraction {
  const weight = { passed: fraction(1), partial: fraction(1, 2) }[result] ?? fraction(0);
  const { ran, failed, skipped } = examples ?? { ran: 0, failed: 0, skipped: 0 };
  const all = ran + failed + skipped;
  if (all === 0) return times(weight, fraction(6, 10));
  const unfailed = times(fraction(1, 10), oneMinus(fraction(failed, all)));
  const thorough = times(fraction(4, 10), times(fraction(ran, all), fraction(ran, ran + 1)));
  return times(weight, plus(fraction(1, 2), plus(unfailed, thorough)));
}

/** What each verifier with a current record says of the present text, by its name. */
export function verdictsOf({
  verificationRecords: records,
}: Pick<ArticleJson, 'verificationRecords'>): Map<string, string> {
  const verdicts = new Map<string, string>();
  for (const { verifier } of records) {
    const own = records.filter((record) => record.verifier === verifier && !record.stale);
    const last = newestOf(own).map(({ result }) => result);
    const worst = ['failed', 'partial', 'passed'].find((result) => last.includes(result));
    if (worst !== undefined) verdicts.set(verifier, worst);
  }
  return verdicts;
}

function newestOf<Dated extends { timestamp: string }>(records: readonly Dated[]): Dated[] {
  const time = Math.max(...records.map(({ timestamp }) => Date.parse(timestamp)));
  return records.filter(({ timestamp }) => Date.parse(timestamp) === time);
}

export function statusOf(article: ArticleJson): 'verified' | 'partial' | 'unverified' {
  const results = [...verdictsOf(article).values()];
  if (results.length === 0 || results.includes('failed')) return 'unverified';
  const names = new Set(article.verificationRecords.map(({ verifier }) => verifier));
  const isOvertaken = [...names].some((name) =>
    newestOf(article.verificationRecords.filter(({ verifier }) => verifier === name)).some(({ stale }) => stale),
  );
  return isOvertaken || results.includes('partial') ? 'partial' : 'verified';
}

export function scoreOf(article: ArticleJson): number {
  const status = statusOf(article);
  if (status === 'unverified') {
    const failures = [...verdictsOf(article).values()].filter((result) => result === 'failed').length;
    return Math.floor(30 / 2 ** failures);
  }
  const verifiers = article.confidenceFactors.find(({ factor }) => factor === 'evidence')?.verifiers ?? [];
  const left = verifiers.reduce(
    (product, one) => times(product, oneMinus(times(fraction(8, 10), evidenceOf(one)))),
    fraction(1),
  );
  const [least, room] = { verified: [81, 19] as const, partial: [51, 29] as const }[status];
  return least + floorOf(times(fraction(room), oneMinus(left)));
}
