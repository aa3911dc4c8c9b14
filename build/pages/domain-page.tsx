// The page of a domain: a line about it, its articles with their trust at a glance, and ways on. The filters need no script: they
// are radio buttons, and the style sheet hides the rows that do not match.
import { domainPath, trustPath } from '../edition/locations.ts';
import { queryLengthMax } from '../edition/page-search.ts';
import {
  type Domain,
  domainNames,
  domains,
  type Language,
  riskLevels,
  verificationStatuses,
} from '../edition/vocabulary.ts';
import type { Figures } from '../trust/figures.ts';
import { domainLines } from './domain-lines.ts';
import { type PageFrame, renderPage } from './layout.tsx';
import type { ListedArticle } from './listed-article.ts';
import { localPath } from './local-path.ts';
import { domainThings } from './structured-data.ts';
import { dayOf } from './trust-page.tsx';
import { domainFigures } from './trust-report.ts';
import { trustWords } from './trust-words.ts';
import { riskWords, statusWords, words } from './words.ts';

interface DomainPageInput {
  domain: Domain;
  /** Of all domains, in listing order. */
  articles: readonly ListedArticle[];
  assets: PageFrame['assets'];
}

export function renderDomainPage(language: Language, { domain, articles, assets }: DomainPageInput): string {
  const own = articles.filter(({ row }) => row.domain === domain);
  return renderPage({
    language,
    assets,
    title: domainNames[domain][language],
    description: domainLines[domain][language],
    path: domainPath(domain),
    things: domainThings(domain, language),
    children: <DomainPage language={language} domain={domain} articles={own} />,
  });
}

interface Props {
  language: Language;
  domain: Domain;
  articles: readonly ListedArticle[];
}

function DomainPage({ language, domain, articles }: Props) {
  const figures = domainFigures(domain, articles);
  const rows = articles.map(({ html }) => html[language]).join('');
  return (
    <>
      <p class="breadcrumbs" data-markdown-ignore>
        <a href={localPath(language, '')}>{words.home[language]}</a> › {words.domains[language]}
      </p>
      <h1>{domainNames[domain][language]}</h1>
      <p class="summary">{domainLines[domain][language]}</p>
      <p class="glance">
        {articles.length} {words.articles[language]} · <code>{domain}</code>
      </p>
      {articles.length > 0 && <Glance language={language} figures={figures} />}
      {articles.length > 0 && <SearchHere language={language} domain={domain} />}
      <Filters language={language} articles={articles} />
      <h2 class="unseen" data-markdown-ignore>
        {words.list[language]}
      </h2>
      {articles.length > 0 && (
        <p class="order" data-markdown-ignore>
          {trustWords.newestFirst[language]}
        </p>
      )}
      <ul class="rows" dangerouslySetInnerHTML={{ __html: rows }} />
      <Around language={language} domain={domain} />
    </>
  );
}

function Glance({ language, figures }: { language: Language; figures: Figures }) {
  const { statuses, confidence, oldestVerification } = figures;
  return (
    <p class="badges glance" data-markdown-ignore>
      {verificationStatuses
        .filter((status) => statuses[status] > 0)
        .map((status) => (
          <span key={status} class={`badge ${status}`}>
            {statusWords[status][language]} {statuses[status]}
          </span>
        ))}
      <span class="badge">
        {trustWords.median[language]} {confidence?.median}
      </span>
      <span class="badge">
        {trustWords.least[language]} {confidence?.least}
      </span>
      {oldestVerification !== null && (
        <span class="badge">
          {trustWords.oldest[language]} <time dateTime={oldestVerification}>{dayOf(oldestVerification)}</time>
        </span>
      )}
      <a href={localPath(language, trustPath)}>{trustWords.title[language]}</a>
    </p>
  );
}

function SearchHere({ language, domain }: Pick<Props, 'language' | 'domain'>) {
  return (
    <form class="search-here" action={localPath(language, '')} method="get" data-markdown-ignore>
      <input type="hidden" name="domain" value={domain} />
      <input
        type="search"
        name="q"
        required
        maxLength={queryLengthMax}
        aria-label={trustWords.searchHere[language]}
        placeholder={trustWords.searchHere[language]}
      />
      <button type="submit">{trustWords.searchButton[language]}</button>
    </form>
  );
}

/** So many articles are seen at a glance, without filters. */
const unfilteredMax = 6;

function Filters({ language, articles }: Pick<Props, 'language' | 'articles'>) {
  if (articles.length <= unfilteredMax) return null;
  const status = verificationStatuses.map((value) => ({
    value,
    name: statusWords[value][language],
    articles: articles.filter(({ row }) => row.verificationStatus === value).length,
  }));
  const risk = riskLevels.map((value) => ({
    value,
    name: riskWords[value][language],
    articles: articles.filter(({ row }) => row.riskLevel === value).length,
  }));
  const pairs = verificationStatuses.flatMap((one) => riskLevels.map((other) => `${one}-${other}`));
  const there = new Set(articles.map(({ row }) => `${row.verificationStatus}-${row.riskLevel}`));
  const total = articles.length;
  return (
    <div class="sifts" data-markdown-ignore>
      <Filter group="status" legend={trustWords.filterStatus[language]} {...{ language, total, values: status }} />
      <Filter group="risk" legend={trustWords.filterRisk[language]} {...{ language, total, values: risk }} />
      <p class="no-match" data-without={pairs.filter((pair) => !there.has(pair)).join(' ')}>
        {trustWords.noMatch[language]}
      </p>
    </div>
  );
}

interface FilterProps {
  language: Language;
  group: 'status' | 'risk';
  legend: string;
  values: readonly { value: string; name: string; articles: number }[];
  total: number;
}

/** Nothing where all articles have the same value. */
function Filter({ language, group, legend, values, total }: FilterProps) {
  const shown = values.filter(({ articles }) => articles > 0);
  if (shown.length < 2) return null;
  return (
    <fieldset>
      <legend>{legend}</legend>
      <label>
        <input type="radio" name={group} checked /> {trustWords.any[language]} <span class="count">{total}</span>
      </label>
      {shown.map(({ value, name, articles }) => (
        <label key={value}>
          <input type="radio" name={group} id={`${group}.${value}`} /> {name} <span class="count">{articles}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Around({ language, domain }: Pick<Props, 'language' | 'domain'>) {
  const at = domains.indexOf(domain);
  const [previous, next] = [domains[at - 1], domains[at + 1]];
  return (
    <nav class="pages-around" aria-label={trustWords.domainsAround[language]} data-markdown-ignore>
      {previous !== undefined && (
        <a rel="prev" href={domainPath(previous, language)}>
          <span>{trustWords.previous[language]}</span> {domainNames[previous][language]}
        </a>
      )}
      {next !== undefined && (
        <a rel="next" href={domainPath(next, language)}>
          <span>{trustWords.next[language]}</span> {domainNames[next][language]}
        </a>
      )}
    </nav>
  );
}
