// The pages that belong to no single article: home, search results, domains, trust, changes, docs.
import { changesPath } from '../edition/locations.ts';
import { slot } from '../edition/slots.ts';
import { domains, type Language, languages } from '../edition/vocabulary.ts';
import type { AssetAddresses } from './assets.ts';
import { renderDocsPages } from './docs-pages.tsx';
import { docsWords } from './docs-words.ts';
import { renderDomainPage } from './domain-page.tsx';
import { renderErrorPages } from './error-pages.tsx';
import type { CompiledGuide } from './guide-page.tsx';
import { Home, SearchFrame } from './home-page.tsx';
import { renderPage, Slot } from './layout.tsx';
import type { ListedArticle } from './listed-article.ts';
import { renderParallelFrame } from './parallel-page.tsx';
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
 * Every page by its name, `<language>/<page>`: home, search, not-found, error, parallel, trust, changes, docs,
 * docs/<guide>, domains/<domain>; and the Markdown
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
      searches: true,
      children: (
        <SearchFrame language={language} heading={words.product[language]}>
          <Home language={language} articles={articles} />
        </SearchFrame>
      ),
    }),
    [`${language}/search`]: renderPage({
      ...frame,
      title: slot('title'),
      path: '',
      unlisted: true,
      searches: true,
      children: <SearchFrame language={language} heading={words.results[language]} />,
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
  pages[`${language}/parallel`] = renderParallelFrame(language, assets);
  return pages;
}
