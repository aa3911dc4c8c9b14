// The page of a domain: its description, its articles with their trust, and links such as the search with filters. The Markdown
// version has the description and the articles.
import { markdownHead } from '../bodies/markdown.ts';
import { domainPath, trustPath } from '../edition/locations.ts';
import { pageSearchPath, queryLengthMax } from '../edition/page-search.ts';
import { resultWords, statusNames } from '../edition/result-words.ts';
import type { Domain } from '../edition/site-settings.ts';
import { type Language, verificationStatuses } from '../edition/vocabulary.ts';
import { type ListedArticle, Rows, rowsMarkdown } from './article-row.tsx';
import type { PageBase } from './assets.ts';
import { countText } from './home-page.tsx';
import { Crumbs, localPath, Neighbours, renderPage, type SiteInput, type SitePage } from './layout.tsx';
import { breadcrumbs } from './structured-data.ts';
import { dayOf, figuresOfListed } from './trust-page.tsx';
import { trustWords, words } from './words.ts';

interface Props {
  language: Language;
  domain: Domain;
  /** All domains of the site. */
  domains: PageBase['site']['domains'];
  /** The articles of this domain, in listing order. */
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
      <Crumbs language={language} links={[]} here={words.domains[language]} />
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
      <h2 class="unseen" data-markdown-ignore>
        {resultWords.list[language]}
      </h2>
      {articles.length > 0 && (
        <p class="order" data-markdown-ignore>
          {trustWords.newestFirst[language]} ·{' '}
          <a href={pageSearchPath({ domain: domain.id }, language)}>{trustWords.filter[language]}</a>
        </p>
      )}
      <Rows language={language} articles={articles} />
      <Neighbours
        language={language}
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
