// Fits the curves of server/search/relevance.ts by logistic regression (Newton's method) over judged queries. The queries run on
// editions with half of the articles («half-worlds», scripts/eval/README.md) and on all of our own content. The same articles and queries
// give the same constants.
import type { Library } from '../../server/library.ts';
import { queryText } from '../../server/operations/parameters.ts';
import { findMatches } from '../../server/operations/search.ts';
import { type Curve, curves, type Signals, signalNames, signalsOf } from '../../server/search/relevance.ts';
import { type Corpus, linksAmong } from './corpus.ts';
import { type JudgedQuery, type QuerySet, queryGroups } from './queries.ts';
import type { Table } from './table.ts';

export type CurveName = keyof typeof curves;
const curveNames = Object.keys(curves) as CurveName[];

/**
 * One question as a sample for one curve: the signals of its first hit; whether the statement that names the curve, such as
 * `thisHitAnswers`, holds for the question (`isTrue`); and the question's weight.
 */
export interface Sample {
  signals: Signals;
  isTrue: boolean;
  weight: number;
}

/**
 * The total weight of a set's questions in each language, regardless of their number. The questions of `links` are also part of
 * `documentation`. They count twice, because the other queries of `documentation` are titles and headings copied from pages. For such
 * queries, the page is easier to find than for the words that people choose for a link.
 */
const weights: Record<'xquad-grouped' | 'documentation' | 'links' | 'own half' | 'own', Record<CurveName, number>> = {
  'xquad-grouped': { thisHitAnswers: 1, somethingAnswers: 1 },
  documentation: { thisHitAnswers: 1, somethingAnswers: 1 },
  links: { thisHitAnswers: 2, somethingAnswers: 1 },
  'own half': { thisHitAnswers: 1, somethingAnswers: 1 },
  own: { thisHitAnswers: 0.5, somethingAnswers: 1 },
};

export async function fitCurves(corpus: Corpus): Promise<Record<CurveName, Curve>> {
  const { 'xquad-grouped': grouped, documentation, own } = corpus.queries;
  const samples: Record<CurveName, Sample[]> = { thisHitAnswers: [], somethingAnswers: [] };
  const add = (name: keyof typeof weights, library: Library, sets: readonly QuerySet[]): void => {
    for (const curve of curveNames)
      samples[curve].push(...samplesOf(library, sets, { curve, weight: weights[name][curve] }));
  };
  add('xquad-grouped', await corpus.open('xquad-grouped', 'half'), grouped);
  const half = await corpus.open('documentation', 'half');
  add('documentation', half, documentation);
  add('links', half, linksAmong(documentation));
  add('own half', await corpus.open('own', 'half'), own);
  add('own', await corpus.open('own', 'whole'), own);
  return { thisHitAnswers: fitted(samples.thisHitAnswers), somethingAnswers: fitted(samples.somethingAnswers) };
}

function samplesOf(
  library: Library,
  sets: readonly QuerySet[],
  { curve, weight }: { curve: CurveName; weight: number },
): Sample[] {
  const queries = sets.flatMap((set) => set.queries.map(inOneLanguage));
  return queryGroups([{ name: '', queries }]).flatMap((group) =>
    group.queries.flatMap(({ q, relevant }): Sample[] => {
      const read = queryText.safeParse(q);
      if (!read.success) return [];
      const matches = findMatches(library, { q: read.data });
      const [first] = matches.scored(0, 1);
      if (first === undefined || matches.reading === undefined) return [];
      const signals = signalsOf(first, matches.leaders(), matches.reading);
      if (signals === undefined) return [];
      const isTrue =
        curve === 'thisHitAnswers'
          ? relevant.includes(library.articles[first.position]?.slug ?? '')
          : relevant.some((slug) => library.positionOfSlug.has(slug));
      return [{ signals, isTrue, weight: weight / group.queries.length }];
    }),
  );
}

const inOneLanguage = (query: JudgedQuery): JudgedQuery =>
  query.language === 'mixed' ? { ...query, language: /\p{Script=Han}/u.test(query.q) ? 'zh' : 'en' } : query;

const stepsMax = 100;
/** Newton's method ends when no constant changes by more than this in a step. */
const settled = 1e-9;

/** The curve with the maximum likelihood for the samples. Pure. */
export function fitted(samples: readonly Sample[]): Curve {
  const rows = samples.map(({ signals, isTrue, weight }) => ({
    x: [1, ...signalNames.map((name) => signals[name])],
    y: isTrue ? 1 : 0,
    weight,
  }));
  let constants = [0, ...signalNames.map(() => 0)];
  for (let step = 0; step < stepsMax; step += 1) {
    const gradient = constants.map(() => 0);
    // The small diagonal keeps the matrix non-singular if a signal is constant.
    const curvature = constants.map((_, row) => constants.map((_, column) => (row === column ? 1e-9 : 0)));
    for (const { x, y, weight } of rows) {
      const likely = 1 / (1 + Math.exp(-dot(constants, x)));
      x.forEach((own, row) => {
        gradient[row] = (gradient[row] as number) + weight * (y - likely) * own;
        const line = curvature[row] as number[];
        x.forEach((other, column) => {
          line[column] = (line[column] as number) + weight * likely * (1 - likely) * own * other;
        });
      });
    }
    const change = solved(curvature, gradient);
    constants = constants.map((value, at) => value + (change[at] as number));
    if (Math.max(...change.map(Math.abs)) < settled) break;
  }
  const [constant = 0, score = 0, lead = 0, words = 0, mass = 0, han = 0] = constants;
  return { constant, score, lead, words, mass, han };
}

const dot = (left: readonly number[], right: readonly number[]): number =>
  left.reduce((sum, value, at) => sum + value * (right[at] as number), 0);

/** Solves A·x = b by Gauss-Jordan elimination with partial pivoting. */
function solved(a: readonly (readonly number[])[], b: readonly number[]): number[] {
  const lines = a.map((line, row) => [...line, b[row] as number]);
  for (let at = 0; at < lines.length; at += 1) {
    const [pivot = at] = [...lines.keys()]
      .slice(at)
      .sort((left, right) => Math.abs(lines[right]?.[at] as number) - Math.abs(lines[left]?.[at] as number));
    [lines[at], lines[pivot]] = [lines[pivot] as number[], lines[at] as number[]];
    const own = lines[at] as number[];
    for (const [row, line] of lines.entries()) {
      if (row === at) continue;
      const factor = (line[at] as number) / (own[at] as number);
      for (let column = at; column < line.length; column += 1)
        line[column] = (line[column] as number) - factor * (own[column] as number);
    }
  }
  return lines.map((line, row) => (line.at(-1) as number) / (line[row] as number));
}

/** A table with two rows per curve: the fitted constants, and the constants that the server uses now. */
export function curvesTable(found: Record<CurveName, Curve>): Table {
  const cells = (curve: Curve): string[] =>
    [curve.constant, ...signalNames.map((name) => curve[name])].map((value) => value.toFixed(2));
  return {
    head: ['curve', '', 'constant', ...signalNames],
    leftColumns: 2,
    rows: curveNames.flatMap((name) => [
      [name, 'fitted', ...cells(found[name])],
      [name, 'shipped', ...cells(curves[name])],
    ]),
  };
}
