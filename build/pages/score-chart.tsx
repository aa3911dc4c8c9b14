// How the confidence scores are spread, as a picture: a bar for every range of scores. Widths are shares of the page's, so that the
// letters keep their size; what it shows stands in the table below it, too.
import { type Language, type VerificationStatus, verificationStatuses } from '../edition/vocabulary.ts';
import { type ScoreRange, scoresPerRange } from '../trust/figures.ts';
import { chartText, trustWords } from './trust-words.ts';
import { statusWords } from './words.ts';

/** In CSS pixels, from the top. */
const ground = 170;
const barMax = 130;
const ticks = [0, 50, 80, 100] as const;

const percent = (score: number): string => `${score}%`;

export function ScoreChart({ language, ranges }: { language: Language; ranges: readonly ScoreRange[] }) {
  const most = Math.max(1, ...ranges.map(({ articles }) => articles));
  const all = ranges.reduce((sum, { articles }) => sum + articles, 0);
  const said = ranges
    .filter(({ articles }) => articles > 0)
    .map(({ from, to, articles }) => `${from}–${to}: ${articles}`);
  return (
    <figure class="chart" data-markdown-ignore>
      <svg role="img" aria-labelledby="chart.title" aria-describedby="chart.text" width="100%" height="222">
        <title id="chart.title">{trustWords.scores[language]}</title>
        <desc id="chart.text">{chartText(all, said, language)}</desc>
        {[50, 80].map((score) => (
          <line key={score} class="border" x1={percent(score)} x2={percent(score)} y1="8" y2={ground + 6} />
        ))}
        {ranges.map(({ to, status, articles }) => (
          <Bar key={to} to={to} status={status} articles={articles} most={most} />
        ))}
        <line class="ground" x1="0" x2="100%" y1={ground} y2={ground} />
        {ticks.map((score) => (
          <text key={score} x={percent(score)} y={ground + 20} text-anchor={anchorOf(score)}>
            {score}
          </text>
        ))}
        {verificationStatuses.map((status) => (
          <text key={status} class={status} x={percent(middles[status])} y={ground + 44} text-anchor="middle">
            {statusWords[status][language]}
          </text>
        ))}
      </svg>
    </figure>
  );
}

const middles: { readonly [Status in VerificationStatus]: number } = { unverified: 25, partial: 65, verified: 90 };

function anchorOf(score: number): 'start' | 'middle' | 'end' {
  if (score === 0) return 'start';
  return score === 100 ? 'end' : 'middle';
}

function Bar({ to, status, articles, most }: Pick<ScoreRange, 'to' | 'status' | 'articles'> & { most: number }) {
  if (articles === 0) return null;
  // Whoever is there is seen, however many the others are.
  const height = Math.max(2, Math.round((articles / most) * barMax));
  const left = to - scoresPerRange;
  return (
    <>
      <rect
        class={status}
        x={percent(left + 0.4)}
        width={percent(scoresPerRange - 0.8)}
        y={ground - height}
        height={height}
      />
      <text class="count" x={percent(left + scoresPerRange / 2)} y={ground - height - 6} text-anchor="middle">
        {articles}
      </text>
    </>
  );
}
