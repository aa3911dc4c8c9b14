// The trust page, as HTML and as Markdown: statuses by domain, the distribution of scores, the oldest verifications, and the
// articles to check again. It shows dates instead of ages, because it must not depend on the present time.
import type { ComponentChildren } from 'preact';
import { escapedMarkdown, markdownHead, markdownLink } from '../bodies/markdown.ts';
import { domainPath, guidePath, pagePath, trustPath, twinPath } from '../edition/locations.ts';
import { statusNames } from '../edition/result-words.ts';
import {
  type EvidenceKind,
  evidenceKinds,
  highestScores,
  type Language,
  type VerificationStatus,
  verificationStatuses,
} from '../edition/vocabulary.ts';
import { type Figures, figuresOf, rangesOf, type ScoreRange, scoresPerRange, shareOf } from '../trust/figures.ts';
import type { ListedArticle } from './article-row.tsx';
import { localPath, renderPage, type SiteInput, type SitePage } from './layout.tsx';
import { breadcrumbs } from './structured-data.ts';
import { trustGuide } from './trust-panel.tsx';
import { chartText, meanings, trustWords } from './words.ts';

/** The contents of the trust page in one language. */
interface TrustReport {
  articles: number;
  keyFigures: [name: string, value: string][];
  byDomain: Table;
  ranges: ScoreRange[];
  byScore: Table;
  /** The articles whose present text was verified longest ago, the oldest first. */
  oldest: { link: Link; checkedAt: string; score: number }[];
  /**
   * The articles to check again, in listing order: some verifier's newest record is for another text or reports failures, or a
   * review is overdue.
   */
  attention: { link: Link; status: VerificationStatus; reasons: string }[];
  guide: Link | undefined;
}

interface Link {
  title: string;
  path: string;
}

interface Table {
  title: string;
  head: Cell[];
  rows: TableRow[];
  total: TableRow;
}

interface TableRow {
  name: string;
  path?: string;
  cells: Cell[];
}

interface Cell {
  text: string;
  class?: 'number' | 'number none';
  /** The time in ISO 8601. Set when `text` shows only its day. */
  time?: string | undefined;
}

export function renderTrustPage(language: Language, input: SiteInput): SitePage {
  const report = trustReportOf(language, input);
  const title = trustWords.title[language];
  return {
    name: 'trust',
    html: renderPage({
      language,
      base: input.base,
      title,
      description: trustWords.intro[language],
      path: trustPath,
      things: [breadcrumbs(language, [[title, localPath(language, trustPath)]])],
      children: <TrustPage language={language} report={report} />,
    }),
    markdown: trustMarkdown(language, report),
  };
}

/** The path of the guide on trust. Undefined on a site without this guide. */
export const trustGuidePath = (guides: readonly { slug: string }[], language: Language): string | undefined =>
  guides.some(({ slug }) => slug === trustGuide) ? guidePath(trustGuide, language) : undefined;

export const figuresOfListed = (articles: readonly ListedArticle[]): Figures => figuresOf(articles.map(judgedOf));

const judgedOf = ({ row, checks }: ListedArticle) => ({
  status: row.verificationStatus,
  score: row.confidenceScore,
  checkedAt: checks.checkedAt,
});

/** The day of a time in UTC, or a dash if there is no time. A day is precise enough to compare verifications. */
export const dayOf = (time: string | null): string => time?.slice(0, 10) ?? '–';

/** The maximum number of articles in the list of the oldest verifications. */
const oldestShown = 10;

function trustReportOf(language: Language, input: SiteInput): TrustReport {
  const { articles, guides } = input;
  const all = figuresOfListed(articles);
  const ranges = rangesOf(articles.map(judgedOf));
  const guide = trustGuidePath(guides, language);
  const linkTo = ({ row, title }: ListedArticle): Link => ({
    title: title[language],
    path: pagePath(row.slug, language),
  });
  return {
    articles: all.articles,
    keyFigures: [
      [trustWords.articles[language], String(all.articles)],
      [trustWords.verifiedShare[language], `${shareOf(all.statuses.verified, all.articles)}%`],
      [trustWords.median[language], String(all.confidence?.median)],
      [trustWords.least[language], String(all.confidence?.least)],
      [trustWords.backed[language], `${shareBacked(articles)}%`],
      [trustWords.oldest[language], dayOf(all.oldestVerification)],
    ],
    byDomain: domainTable(language, input, all),
    ranges,
    byScore: scoreTable(language, ranges, all),
    // Sorting is stable, so articles verified at the same time stay in listing order.
    oldest: articles
      .flatMap((article) => {
        const { checkedAt } = article.checks;
        return checkedAt === null ? [] : { link: linkTo(article), checkedAt, score: article.row.confidenceScore };
      })
      .sort((left, right) => Date.parse(left.checkedAt) - Date.parse(right.checkedAt))
      .slice(0, oldestShown),
    attention: articles.flatMap((article) => {
      const reasons = reasonsOf(article, language);
      return reasons === '' ? [] : { link: linkTo(article), status: article.row.verificationStatus, reasons };
    }),
    guide: guide === undefined ? undefined : { title: trustWords.guide[language], path: guide },
  };
}

/** The share of all texts that has any evidence, as a whole percentage. */
function shareBacked(articles: readonly ListedArticle[]): number {
  const tokensOf = (kinds: readonly EvidenceKind[]): number =>
    articles.reduce((sum, { evidence }) => kinds.reduce((own, kind) => own + evidence[kind], sum), 0);
  return shareOf(tokensOf(['ran', 'checked', 'cited']), tokensOf(evidenceKinds));
}

function domainTable(language: Language, { articles, settings: { domains } }: SiteInput, all: Figures): Table {
  const cellsOf = ({ articles: count, statuses, confidence, oldestVerification }: Figures): Cell[] => [
    ...[count, ...verificationStatuses.map((status) => statuses[status]), confidence?.least, confidence?.median].map(
      numberCell,
    ),
    { text: dayOf(oldestVerification), time: oldestVerification ?? undefined },
  ];
  return {
    title: trustWords.byDomain[language],
    head: [
      { text: trustWords.domain[language] },
      ...[
        trustWords.articles,
        ...verificationStatuses.map((status) => statusNames[status]),
        trustWords.least,
        trustWords.median,
      ].map((name): Cell => ({ text: name[language], class: 'number' })),
      { text: trustWords.oldest[language] },
    ],
    rows: domains.map(({ id, name }) => ({
      name: name[language],
      path: domainPath(id, language),
      cells: cellsOf(figuresOfListed(articles.filter(({ row }) => row.domain === id))),
    })),
    total: { name: trustWords.all[language], cells: cellsOf(all) },
  };
}

function scoreTable(language: Language, ranges: readonly ScoreRange[], all: Figures): Table {
  return {
    title: trustWords.scores[language],
    head: [
      { text: trustWords.score[language] },
      { text: trustWords.status[language] },
      { text: trustWords.articles[language], class: 'number' },
    ],
    rows: ranges
      .filter(({ articles }) => articles > 0)
      .map(({ from, to, status, articles }) => ({
        name: `${from}–${to}`,
        cells: [{ text: statusNames[status][language] }, numberCell(articles)],
      })),
    total: { name: trustWords.all[language], cells: [{ text: '' }, numberCell(all.articles)] },
  };
}

const numberCell = (value: number | undefined): Cell => ({
  text: String(value ?? '–'),
  class: value === 0 ? 'number none' : 'number',
});

/** The reasons to check an article again: a record for an earlier text, failures, an overdue review. Empty when there is none. */
function reasonsOf({ checks: { outdated, failing, reviewBy }, age }: ListedArticle, language: Language): string {
  const { colon, comma, semicolon } = {
    zh: { colon: '：', comma: '、', semicolon: '；' },
    en: { colon: ': ', comma: ', ', semicolon: '; ' },
  }[language];
  return [
    ...(outdated.length > 0 ? [`${trustWords.outdated[language]}${colon}${outdated.join(comma)}`] : []),
    ...(failing.length > 0 ? [`${trustWords.failing[language]}${colon}${failing.join(comma)}`] : []),
    ...(age.isOverdue ? [`${trustWords.overdue[language]}${colon}${reviewBy}`] : []),
  ].join(semicolon);
}

function trustMarkdown(language: Language, report: TrustReport): string {
  const { guide } = report;
  const parts = report.articles === 0 ? [trustWords.nothing[language]] : markdownParts(language, report);
  return `${[
    markdownHead(trustWords.title[language], trustWords.intro[language]) + parts.join('\n\n'),
    `## ${trustWords.meaning[language]}`,
    ...meanings.map((meaning) => meaning[language]),
    ...(guide === undefined ? [] : [linkIn(guide)]),
  ].join('\n\n')}\n`;
}

const linkIn = ({ title, path }: Link): string => markdownLink(title, twinPath(path));

function markdownParts(
  language: Language,
  { keyFigures, byDomain, byScore, oldest, attention }: TrustReport,
): string[] {
  const dated = oldest.map(
    ({ link, checkedAt, score }, index) => `${index + 1}. ${dayOf(checkedAt)} ${linkIn(link)} ${score}%`,
  );
  const wanting = attention.map(
    ({ link, status, reasons }) => `- ${linkIn(link)} ${statusNames[status][language]} ${escapedMarkdown(reasons)}`,
  );
  return [
    keyFigures.map(([name, value]) => `- ${name}: ${value}`).join('\n'),
    markdownTable(byDomain),
    markdownTable(byScore),
    ...(dated.length === 0 ? [] : [`## ${trustWords.oldestList[language]}`, dated.join('\n')]),
    `## ${trustWords.attention[language]}`,
    wanting.length === 0 ? trustWords.attentionNone[language] : wanting.join('\n'),
  ];
}

function markdownTable({ title, head, rows, total }: Table): string {
  const line = (texts: readonly string[]): string => `| ${texts.join(' | ')} |`;
  const rowLine = ({ name, path, cells }: TableRow): string =>
    line([path === undefined ? name : linkIn({ title: name, path }), ...cells.map(({ text }) => text)]);
  return [
    `## ${title}\n`,
    line(head.map(({ text }) => text)),
    line(head.map(() => '---')),
    ...[...rows, total].map(rowLine),
  ].join('\n');
}

function TrustPage({ language, report }: { language: Language; report: TrustReport }) {
  return (
    <>
      <h1>{trustWords.title[language]}</h1>
      <p class="summary">{trustWords.intro[language]}</p>
      {report.articles === 0 ? (
        <p>{trustWords.nothing[language]}</p>
      ) : (
        <>
          <dl class="figures">
            {report.keyFigures.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <TableSection table={report.byDomain} />
          <TableSection table={report.byScore} class="ranges">
            <ScoreChart language={language} ranges={report.ranges} />
          </TableSection>
          <Oldest language={language} report={report} />
          <Attention language={language} report={report} />
        </>
      )}
      <h2>{trustWords.meaning[language]}</h2>
      {meanings.map((meaning) => (
        <p key={meaning.en} class="meaning">
          {meaning[language]}
        </p>
      ))}
      {report.guide !== undefined && (
        <p>
          <a href={report.guide.path}>{report.guide.title}</a>
        </p>
      )}
    </>
  );
}

function TableSection({ table, children, ...rest }: { table: Table; class?: string; children?: ComponentChildren }) {
  return (
    <section>
      <h2>{table.title}</h2>
      {children}
      <div class="table">
        <table class={rest.class}>
          <thead>
            <tr>
              {table.head.map((cell) => (
                <th key={cell.text} scope="col" class={cell.class}>
                  {cell.text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{table.rows.map(tableRow)}</tbody>
          <tfoot>{tableRow(table.total)}</tfoot>
        </table>
      </div>
    </section>
  );
}

function tableRow({ name, path, cells }: TableRow) {
  return (
    <tr key={name}>
      <th scope="row">{path === undefined ? name : <a href={path}>{name}</a>}</th>
      {cells.map(({ text, time, ...cell }, index) => (
        <td key={index} class={cell.class}>
          {time === undefined ? text : <time dateTime={time}>{text}</time>}
        </td>
      ))}
    </tr>
  );
}

interface ListProps {
  language: Language;
  report: TrustReport;
}

function Oldest({ language, report: { oldest } }: ListProps) {
  if (oldest.length === 0) return null;
  return (
    <section>
      <h2>{trustWords.oldestList[language]}</h2>
      <ol class="dated">
        {oldest.map(({ link, checkedAt, score }) => (
          <li key={link.path}>
            <time dateTime={checkedAt}>{dayOf(checkedAt)}</time> <a href={link.path}>{link.title}</a>{' '}
            <span class="count">{score}%</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Attention({ language, report: { attention } }: ListProps) {
  return (
    <section>
      <h2>{trustWords.attention[language]}</h2>
      {attention.length === 0 ? (
        <p>{trustWords.attentionNone[language]}</p>
      ) : (
        <ul>
          {attention.map(({ link, status, reasons }) => (
            <li key={link.path}>
              <a href={link.path}>{link.title}</a>{' '}
              <span class={`badge ${status}`}>{statusNames[status][language]}</span> {reasons}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The base line of the chart, in CSS pixels from the top. */
const ground = 170;
const barMax = 130;

const percent = (score: number): string => `${score}%`;

/**
 * A bar chart with one bar for each range of scores. Widths are percentages, so that letters keep their size in any window. The
 * table below the chart shows the same numbers.
 */
function ScoreChart({ language, ranges }: { language: Language; ranges: readonly ScoreRange[] }) {
  const shown = ranges.filter(({ articles }) => articles > 0);
  const most = Math.max(...shown.map(({ articles }) => articles));
  const all = shown.reduce((sum, { articles }) => sum + articles, 0);
  const said = shown.map(({ from, to, articles }) => `${from}–${to}: ${articles}`);
  const anchorOf = (score: number) => (score === 0 ? 'start' : score === 100 ? 'end' : 'middle');
  const middles = { unverified: 15, partial: 45, verified: 80 };
  const { unverified, partial } = highestScores;
  return (
    <figure class="chart" data-markdown-ignore>
      <svg role="img" aria-labelledby="chart.title" aria-describedby="chart.text" width="100%" height="222">
        <title id="chart.title">{trustWords.scores[language]}</title>
        <desc id="chart.text">{chartText(all, said, language)}</desc>
        {[unverified, partial].map((score) => (
          <line key={score} class="border" x1={percent(score)} x2={percent(score)} y1="8" y2={ground + 6} />
        ))}
        {shown.map((range) => (
          <Bar key={range.to} {...range} most={most} />
        ))}
        <line class="ground" x1="0" x2="100%" y1={ground} y2={ground} />
        {[0, unverified, partial, 100].map((score) => (
          <text key={score} x={percent(score)} y={ground + 20} text-anchor={anchorOf(score)}>
            {score}
          </text>
        ))}
        {verificationStatuses.map((status) => (
          <text key={status} class={status} x={percent(middles[status])} y={ground + 44} text-anchor="middle">
            {statusNames[status][language]}
          </text>
        ))}
      </svg>
    </figure>
  );
}

function Bar({ to, status, articles, most }: ScoreRange & { most: number }) {
  // At least two pixels high, so that a single article is visible beside hundreds of others.
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
