// The pages that belong to no single article: home, search results, domains, trust, changes, docs.
import { changesPath, domainPath } from '../edition/locations.ts';
import { type Domain, domainNames, domains, type Language, languages } from '../edition/vocabulary.ts';
import type { AssetAddresses } from './assets.ts';
import { renderDocsPages } from './docs-pages.tsx';
import { docsWords } from './docs-words.ts';
import { renderDomainPage } from './domain-page.tsx';
import { renderErrorPages } from './error-pages.tsx';
import type { CompiledGuide } from './guide-page.tsx';
import { renderPage, Slot } from './layout.tsx';
import { type ListedArticle, newestShown } from './listed-article.ts';
import { renderSiteMarkdown } from './site-markdown.ts';
import { homeThings } from './structured-data.ts';
import { renderTrustPage } from './trust-page.tsx';
import { words } from './words.ts';

export interface SitePagesInput {
  /** In listing order. */
  articles: readonly ListedArticle[];
  guides: readonly CompiledGuide[];
  assets: AssetAddresses;
}

/**
 * Every page by its name, `<language>/<page>`: home, search, not-found, error, trust, changes, docs, docs/api, docs/<guide>,
 * domains/<domain>; and the Markdown
 * twins of those that have one, by the same names with `.md`.
 */
export function renderSitePages(input: SitePagesInput): Record<string, string> {
  return {
    ...Object.fromEntries(languages.flatMap((language) => Object.entries(pagesIn(language, input)))),
    ...renderSiteMarkdown(input.articles, input.guides),
  };
}

function pagesIn(language: Language, { articles, guides, assets }: SitePagesInput): Record<string, string> {
  const frame = { language, assets, description: words.tagline[language] };
  const pages: Record<string, string> = {
    [`${language}/home`]: renderPage({
      ...frame,
      title: words.product[language],
      path: '',
      things: homeThings(language),
      children: <Home language={language} articles={articles} />,
    }),
    [`${language}/search`]: renderPage({
      ...frame,
      title: words.results[language],
      path: '',
      unlisted: true,
      children: (
        <>
          <h1>{words.results[language]}</h1>
          <Slot name="results" />
        </>
      ),
    }),
    [`${language}/changes`]: renderPage({
      ...frame,
      title: docsWords.changes[language],
      description: docsWords.changesIntro[language],
      path: changesPath,
      unlisted: true,
      children: (
        <>
          <h1>{docsWords.changes[language]}</h1>
          <p class="summary">{docsWords.changesIntro[language]}</p>
          <Slot name="results" />
        </>
      ),
    }),
    [`${language}/trust`]: renderTrustPage(language, { articles, guides, assets }),
  };
  for (const domain of domains) {
    pages[`${language}/domains/${domain}`] = renderDomainPage(language, { domain, articles, assets });
  }
  for (const [name, page] of Object.entries(renderDocsPages(language, { guides, assets })))
    pages[`${language}/${name}`] = page;
  for (const [name, page] of Object.entries(renderErrorPages(language, assets))) pages[`${language}/${name}`] = page;
  return pages;
}

function Home({ language, articles }: { language: Language; articles: readonly ListedArticle[] }) {
  const count = (domain: Domain): number => articles.filter(({ row }) => row.domain === domain).length;
  return (
    <>
      <h1>{words.product[language]}</h1>
      <p class="summary">{words.tagline[language]}</p>
      <h2>{words.domains[language]}</h2>
      <ul class="domains">
        {domains.map((domain) => (
          <li key={domain}>
            <a href={domainPath(domain, language)}>{domainNames[domain][language]}</a>{' '}
            <span class="count">
              {count(domain)} {words.articles[language]}
            </span>
          </li>
        ))}
      </ul>
      <h2>{words.newest[language]}</h2>
      <Rows language={language} articles={articles.slice(0, newestShown)} />
    </>
  );
}

function Rows({ language, articles }: { language: Language; articles: readonly ListedArticle[] }) {
  const rows = articles.map(({ html }) => html[language]).join('');
  return <ul class="rows" dangerouslySetInnerHTML={{ __html: rows }} />;
}
