// The pages that belong to no single article: home, search results, domains, docs.
import { apiPrefix, domainPath, guidePath } from '../edition/locations.ts';
import { slot } from '../edition/slots.ts';
import { type Domain, domainNames, domains, type Language, languages } from '../edition/vocabulary.ts';
import { audiences } from '../source/front-matter-schema.ts';
import type { AssetAddresses } from './assets.ts';
import { renderErrorPages } from './error-pages.tsx';
import type { CompiledGuide } from './guide-page.tsx';
import { Home, Rows, SearchFrame } from './home-page.tsx';
import { renderPage, Slot } from './layout.tsx';
import type { ListedArticle } from './listed-article.ts';
import { renderParallelFrame } from './parallel-page.tsx';
import { renderSiteMarkdown } from './site-markdown.ts';
import { docsThings, domainThings, homeThings } from './structured-data.ts';
import { audienceWords, words } from './words.ts';

export interface SitePagesInput {
  /** In listing order. */
  articles: readonly ListedArticle[];
  guides: readonly CompiledGuide[];
  assets: AssetAddresses;
}

/**
 * Every page by its name, `<language>/<page>`: home, search, not-found, error, parallel, docs, docs/<guide>, domains/<domain>; and the Markdown
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
    [`${language}/docs`]: renderPage({
      ...frame,
      title: words.docs[language],
      path: '/docs',
      things: docsThings(language),
      children: <Docs language={language} guides={guides} />,
    }),
  };
  for (const domain of domains) {
    const own = articles.filter(({ row }) => row.domain === domain);
    pages[`${language}/domains/${domain}`] = renderPage({
      ...frame,
      title: domainNames[domain][language],
      path: domainPath(domain),
      things: domainThings(domain, language),
      children: <DomainPage language={language} domain={domain} articles={own} />,
    });
  }
  for (const [name, page] of Object.entries(renderErrorPages(language, assets))) pages[`${language}/${name}`] = page;
  pages[`${language}/parallel`] = renderParallelFrame(language, assets);
  for (const { slug, pages: own } of guides) pages[`${language}/docs/${slug}`] = own[language];
  return pages;
}

function DomainPage({
  language,
  domain,
  articles,
}: {
  language: Language;
  domain: Domain;
  articles: readonly ListedArticle[];
}) {
  return (
    <>
      <h1>{domainNames[domain][language]}</h1>
      <p>
        {articles.length} {words.articles[language]} · <code>{domain}</code>
      </p>
      <h2 class="unseen" data-markdown-ignore>
        {words.list[language]}
      </h2>
      <Rows language={language} articles={articles} />
    </>
  );
}

function Docs({ language, guides }: { language: Language; guides: readonly CompiledGuide[] }) {
  return (
    <>
      <h1>{words.docs[language]}</h1>
      {audiences.map((audience) => {
        const own = guides.filter(({ fields }) => fields.audience === audience);
        return own.length === 0 ? null : (
          <section key={audience}>
            <h2>{audienceWords[audience][language]}</h2>
            <ul>
              {own.map(({ slug, fields }) => (
                <li key={slug}>
                  <a href={guidePath(slug, language)}>{fields.title[language]}</a>: {fields.summary[language]}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      <h2>{words.reference[language]}</h2>
      <p>
        {words.referenceIntro[language]} <a href={`${apiPrefix}/openapi.json`}>openapi.json</a>
      </p>
      <Slot name="reference" />
    </>
  );
}
