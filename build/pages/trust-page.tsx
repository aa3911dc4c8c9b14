// The trust dashboard: statuses by domain, how the scores are spread, what was checked longest ago and what wants another look.
// Knows no clock: what is old is said by its date.
import { domainPath, guidePath, pagePath, trustPath } from '../edition/locations.ts';
import { domainNames, type Language, verificationStatuses } from '../edition/vocabulary.ts';
import { type Figures, shareOf } from '../trust/figures.ts';
import type { CompiledGuide } from './guide-page.tsx';
import { type PageFrame, renderPage } from './layout.tsx';
import type { ListedArticle } from './listed-article.ts';
import { ScoreChart } from './score-chart.tsx';
import { sectionThings } from './structured-data.ts';
import { type TrustReport, trustReportOf } from './trust-report.ts';
import { meanings, trustWords } from './trust-words.ts';
import { statusWords } from './words.ts';

interface TrustPageInput {
  articles: readonly ListedArticle[];
  guides: readonly CompiledGuide[];
  assets: PageFrame['assets'];
}

export function renderTrustPage(language: Language, { articles, guides, assets }: TrustPageInput): string {
  return renderPage({
    language,
    assets,
    title: trustWords.title[language],
    description: trustWords.intro[language],
    path: trustPath,
    things: sectionThings(language, trustWords.title[language], trustPath),
    children: <TrustPage language={language} report={trustReportOf(articles)} hasGuide={hasTrustGuide(guides)} />,
  });
}

/** The guide on trust, by its file's name; another site may have none. */
export const trustGuide = 'trust';
export const hasTrustGuide = (guides: readonly { slug: string }[]): boolean =>
  guides.some(({ slug }) => slug === trustGuide);

interface Props {
  language: Language;
  report: TrustReport;
}

function TrustPage({ language, report, hasGuide }: Props & { hasGuide: boolean }) {
  const { all } = report;
  return (
    <>
      <h1>{trustWords.title[language]}</h1>
      <p class="summary">{trustWords.intro[language]}</p>
      {all.articles === 0 ? (
        <p>{trustWords.nothing[language]}</p>
      ) : (
        <>
          <KeyFigures language={language} figures={all} />
          <Domains language={language} report={report} />
          <Scores language={language} report={report} />
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
      {hasGuide && (
        <p>
          <a href={guidePath(trustGuide, language)}>{trustWords.guide[language]}</a>
        </p>
      )}
    </>
  );
}

function KeyFigures({ language, figures }: { language: Language; figures: Figures }) {
  const { articles, statuses, confidence, oldestVerification } = figures;
  const shown = [
    [trustWords.articles, String(articles)],
    [trustWords.verifiedShare, `${shareOf(statuses.verified, articles)}%`],
    [trustWords.median, String(confidence?.median ?? '–')],
    [trustWords.least, String(confidence?.least ?? '–')],
    [trustWords.oldest, dayOf(oldestVerification)],
  ] as const;
  return (
    <dl class="figures">
      {shown.map(([name, value]) => (
        <div key={name.en}>
          <dt>{name[language]}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A day of UTC, which tells older from newer; the hour would not. */
export const dayOf = (time: string | null): string => time?.slice(0, 10) ?? '–';

function Domains({ language, report: { all, byDomain } }: Props) {
  return (
    <section>
      <h2>{trustWords.byDomain[language]}</h2>
      <div class="table">
        <table>
          <thead>
            <tr>
              <th scope="col">{trustWords.domain[language]}</th>
              <NumberHead>{trustWords.articles[language]}</NumberHead>
              {verificationStatuses.map((status) => (
                <NumberHead key={status}>{statusWords[status][language]}</NumberHead>
              ))}
              <NumberHead>{trustWords.least[language]}</NumberHead>
              <NumberHead>{trustWords.median[language]}</NumberHead>
              <th scope="col">{trustWords.oldest[language]}</th>
            </tr>
          </thead>
          <tbody>
            {byDomain.map(({ domain, ...figures }) => (
              <tr key={domain}>
                <th scope="row">
                  <a href={domainPath(domain, language)}>{domainNames[domain][language]}</a>
                </th>
                <FigureCells figures={figures} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{trustWords.all[language]}</th>
              <FigureCells figures={all} />
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}

function NumberHead({ children }: { children: string }) {
  return (
    <th scope="col" class="number">
      {children}
    </th>
  );
}

function FigureCells({ figures: { articles, statuses, confidence, oldestVerification } }: { figures: Figures }) {
  const numbers = [articles, ...verificationStatuses.map((status) => statuses[status])];
  return (
    <>
      {[...numbers, confidence?.least ?? '–', confidence?.median ?? '–'].map((value, index) => (
        <td key={index} class={value === 0 ? 'number none' : 'number'}>
          {value}
        </td>
      ))}
      <td>{oldestVerification === null ? '–' : <Day time={oldestVerification} />}</td>
    </>
  );
}

const Day = ({ time }: { time: string }) => <time dateTime={time}>{dayOf(time)}</time>;

function Scores({ language, report: { all, ranges } }: Props) {
  return (
    <section>
      <h2>{trustWords.scores[language]}</h2>
      <ScoreChart language={language} ranges={ranges} />
      <div class="table">
        <table class="ranges">
          <thead>
            <tr>
              <th scope="col">{trustWords.score[language]}</th>
              <th scope="col">{trustWords.status[language]}</th>
              <NumberHead>{trustWords.articles[language]}</NumberHead>
            </tr>
          </thead>
          <tbody>
            {ranges
              .filter(({ articles }) => articles > 0)
              .map(({ from, to, status, articles }) => (
                <tr key={to}>
                  <th scope="row">
                    {from}–{to}
                  </th>
                  <td>{statusWords[status][language]}</td>
                  <td class="number">{articles}</td>
                </tr>
              ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{trustWords.all[language]}</th>
              <td />
              <td class="number">{all.articles}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}

function Oldest({ language, report: { oldest } }: Props) {
  if (oldest.length === 0) return null;
  return (
    <section>
      <h2>{trustWords.oldestList[language]}</h2>
      <ol class="dated">
        {oldest.map(({ row, title, checkedAt }) => (
          <li key={row.id}>
            <Day time={checkedAt} /> <a href={pagePath(row.slug, language)}>{title[language]}</a>{' '}
            <span class="count">{row.confidenceScore}%</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Attention({ language, report: { attention } }: Props) {
  return (
    <section>
      <h2>{trustWords.attention[language]}</h2>
      {attention.length === 0 ? (
        <p>{trustWords.attentionNone[language]}</p>
      ) : (
        <ul>
          {attention.map(({ row, title, checks }) => (
            <li key={row.id}>
              <a href={pagePath(row.slug, language)}>{title[language]}</a>{' '}
              <span class={`badge ${row.verificationStatus}`}>{statusWords[row.verificationStatus][language]}</span>{' '}
              {attentionText(checks, language)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Why an article wants another look: who checked an earlier text, who found failures. */
export function attentionText({ outdated, failing }: ListedArticle['checks'], language: Language): string {
  const [colon, comma, semicolon] = language === 'zh' ? ['：', '、', '；'] : [': ', ', ', '; '];
  return [
    ...(outdated.length > 0 ? [`${trustWords.outdated[language]}${colon}${outdated.join(comma)}`] : []),
    ...(failing.length > 0 ? [`${trustWords.failing[language]}${colon}${failing.join(comma)}`] : []),
  ].join(semicolon);
}
