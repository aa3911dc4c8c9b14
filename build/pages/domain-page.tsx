// The page of a domain: a line about it, its articles with their trust at a glance, and ways on; its Markdown twin is the line and the
// articles. The filters need no script: they are radio buttons, and the style sheet hides the rows that do not match.
import { markdownHead } from '../bodies/markdown.ts';
import { domainPath, trustPath } from '../edition/locations.ts';
import { queryLengthMax } from '../edition/page-search.ts';
import { riskNames, statusNames } from '../edition/result-words.ts';
import type { Domain } from '../edition/site-settings.ts';
import { type Bilingual, type Language, riskLevels, verificationStatuses } from '../edition/vocabulary.ts';
import { type ListedArticle, Rows, rowsMarkdown } from './article-row.tsx';
import type { PageBase } from './assets.ts';
import { countText } from './home-page.tsx';
import { localPath, Neighbours, renderPage, type SiteInput, type SitePage } from './layout.tsx';
import { breadcrumbs } from './structured-data.ts';
import { dayOf, figuresOfListed } from './trust-page.tsx';
import { trustWords, words } from './words.ts';

interface Props {
  language: Language;
  domain: Domain;
  /** All of the site. */
  domains: PageBase['site']['domains'];
  /** Its own, in listing order. */
  articles: readonly ListedArticle[];
}

export function renderDomainPage(language: Language, domain: Domain, { base, ...input }: SiteInput): SitePage {
  const { id } = domain;
  const articles = input.articles.filter(({ row }) => row.domain === id);
  const title = domain.name[language];
  return {
    name: `domains/${id}`,
    html: renderPage({
      language,
      base,
      title,
      description: domain.description[language],
      path: domainPath(id),
      things: [breadcrumbs(language, [[title, domainPath(id, language)]])],
      children: <DomainPage language={language} domain={domain} domains={base.site.domains} articles={articles} />,
    }),
    markdown: domainMarkdown({ language, domain, articles }),
  };
}

function domainMarkdown({ language, domain, articles }: Omit<Props, 'domains'>): string {
  const head = markdownHead(domain.name[language], domain.description[language]);
  return `${head}${countText(articles.length, language)} · \`${domain.id}\`\n\n${rowsMarkdown(articles, language)}\n`;
}

function DomainPage({ language, domain, domains, articles }: Props) {
  const at = domains.findIndex(({ id }) => id === domain.id);
  const neighbour = (of: (typeof domains)[number] | undefined) =>
    of && { href: domainPath(of.id, language), title: of.name[language] };
  return (
    <>
      <p class="breadcrumbs" data-markdown-ignore>
        <a href={localPath(language, '')}>{words.home[language]}</a> › {words.domains[language]}
      </p>
      <h1>{domain.name[language]}</h1>
      <p class="summary">{domain.description[language]}</p>
      <p class="glance">
        {countText(articles.length, language)} · <code>{domain.id}</code>
      </p>
      {articles.length > 0 && (
        <>
          <Glance language={language} articles={articles} />
          <SearchHere language={language} domain={domain.id} />
        </>
      )}
      {articles.length > unfilteredMax && <Filters language={language} articles={articles} />}
      <h2 class="unseen" data-markdown-ignore>
        {words.list[language]}
      </h2>
      {articles.length > 0 && (
        <p class="order" data-markdown-ignore>
          {trustWords.newestFirst[language]}
        </p>
      )}
      <Rows language={language} articles={articles} />
      <Neighbours
        language={language}
        class="pages-around"
        label={trustWords.domainsAround}
        names={trustWords}
        previous={neighbour(domains[at - 1])}
        next={neighbour(domains[at + 1])}
      />
    </>
  );
}

function Glance({ language, articles }: Omit<Props, 'domain' | 'domains'>) {
  const { statuses, confidence, oldestVerification } = figuresOfListed(articles);
  return (
    <p class="badges glance" data-markdown-ignore>
      {verificationStatuses
        .filter((status) => statuses[status] > 0)
        .map((status) => (
          <span key={status} class={`badge ${status}`}>
            {statusNames[status][language]} {statuses[status]}
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

function SearchHere({ language, domain }: { language: Language; domain: string }) {
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

function Filters({ language, articles }: Omit<Props, 'domain' | 'domains'>) {
  const there = new Set(articles.map(({ row }) => `${row.verificationStatus}-${row.riskLevel}`));
  const missing = verificationStatuses
    .flatMap((status) => riskLevels.map((risk) => `${status}-${risk}`))
    .filter((pair) => !there.has(pair));
  return (
    <div class="sifts" data-markdown-ignore>
      <Filter
        language={language}
        group="status"
        legend={trustWords.filterStatus[language]}
        names={statusNames}
        values={articles.map(({ row }) => row.verificationStatus)}
      />
      <Filter
        language={language}
        group="risk"
        legend={trustWords.filterRisk[language]}
        names={riskNames}
        values={articles.map(({ row }) => row.riskLevel)}
      />
      <p class="no-match" data-without={missing.join(' ')}>
        {trustWords.noMatch[language]}
      </p>
    </div>
  );
}

interface FilterProps {
  language: Language;
  group: 'status' | 'risk';
  legend: string;
  /** Of the values, in the order of their buttons. */
  names: Readonly<Record<string, Bilingual>>;
  /** One for each article. */
  values: readonly string[];
}

/** Nothing where all articles have the same value. */
function Filter({ language, group, legend, names, values }: FilterProps) {
  const shown = Object.entries(names).filter(([value]) => values.includes(value));
  if (shown.length < 2) return null;
  return (
    <fieldset>
      <legend>{legend}</legend>
      <label>
        <input type="radio" name={group} checked /> {trustWords.any[language]}{' '}
        <span class="count">{values.length}</span>
      </label>
      {shown.map(([value, name]) => (
        <label key={value}>
          <input type="radio" name={group} id={`${group}.${value}`} /> {name[language]}{' '}
          <span class="count">{values.filter((one) => one === value).length}</span>
        </label>
      ))}
    </fieldset>
  );
}
