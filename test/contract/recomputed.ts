// Computes the status and confidence of an article from its JSON alone, as the guide on trust describes, without code of the
// compiler. It uses exact fractions, so that rounding cannot hide an error.

export interface ArticleJson {
  verificationRecords: { verifier: string; result: string; timestamp: string; stale: boolean }[];
  confidenceFactors: readonly {
    factor: string;
    points: number;
    months?: number | undefined;
    verifiers?: readonly Evidence[] | undefined;
  }[];
  evidence: { kind: string; tokens: number }[];
}

export interface Evidence {
  verifier: string;
  result: string;
  examples: { ran: number; failed: number; skipped: number } | null;
  evidence: number;
}

/** A fraction as [numerator, denominator]. */
type Fraction = readonly [bigint, bigint];
const fraction = (over: number | bigint, under: number | bigint = 1): Fraction => [BigInt(over), BigInt(under)];
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d];
const oneMinus = ([a, b]: Fraction): Fraction => [b - a, b];
const floorOf = ([a, b]: Fraction): number => Number(a / b);
export const decimalOf = ([a, b]: Fraction): number => Number((a * 1_000_000_000n) / b) / 1e9;

/** The evidence of a verifier: E = w × (1/2 + 1/2 × (ran + 1) / (all + 2)). */
export function evidenceOf({ result, examples }: Pick<Evidence, 'result' | 'examples'>): Fraction {
  const weight = { passed: fraction(1), partial: fraction(1, 2) }[result] ?? fraction(0);
  const { ran, failed, skipped } = examples ?? { ran: 0, failed: 0, skipped: 0 };
  const all = ran + failed + skipped;
  return times(weight, fraction(all + ran + 3, 2 * (all + 2)));
}

/** The result of each verifier that has a record on the current text, by name. */
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
  const { verifiers = [], months = 0 } = article.confidenceFactors.find(({ factor }) => factor === 'evidence') ?? {};
  const left = verifiers.reduce((product, one) => times(product, oneMinus(evidenceOf(one))), fraction(1));
  const freshness = months <= 3 ? fraction(1) : months >= 24 ? fraction(1, 2) : fraction(45 - months, 42);
  const [least, room] = { verified: [61, 39] as const, partial: [31, 29] as const }[status];
  return least + floorOf(times(fraction(room), times(backingOf(article), times(oneMinus(left), freshness))));
}

/** The share of the text that evidence supports: B = (ran + checked / 2 + cited / 4 + none / 8) / all. Each number counts tokens. */
export function backingOf({ evidence }: Pick<ArticleJson, 'evidence'>): Fraction {
  const weights: Record<string, number> = { ran: 8, checked: 4, cited: 2, none: 1 };
  const all = evidence.reduce((sum, { tokens }) => sum + tokens, 0);
  return fraction(
    evidence.reduce((sum, { kind, tokens }) => sum + (weights[kind] ?? Number.NaN) * tokens, 0),
    8 * all,
  );
}
