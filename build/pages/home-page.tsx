// The home page, and the frame of its search: the form, and where what is found will stand.
import type { ComponentChildren } from 'preact';
import { domainPath } from '../edition/locations.ts';
import { pageSearchPath } from '../edition/page-search.ts';
import { slot } from '../edition/slots.ts';
import { type Domain, domainNames, domains, type Language } from '../edition/vocabulary.ts';
import { SearchForm } from './frame-parts.tsx';
import { type ListedArticle, newestShown } from './listed-article.ts';
import { words } from './words.ts';

/** `children` are shown while nothing is asked. */
export function SearchFrame({
  language,
  heading,
  children,
}: {
  language: Language;
  heading: string;
  children?: ComponentChildren;
}) {
  return (
    <>
      <h1>{heading}</h1>
      <SearchForm language={language} keepsFilters />
      <div class="results">
        <p class="found" role="status" dangerouslySetInnerHTML={{ __html: slot('found') }} />
        <div class="answer" dangerouslySetInnerHTML={{ __html: slot('results') }} />
      </div>
      {children !== undefined && <div class="welcome">{children}</div>}
    </>
  );
}

export function Home({ language, articles }: { language: Language; articles: readonly ListedArticle[] }) {
  const count = (domain: Domain): number => articles.filter(({ row }) => row.domain === domain).length;
  return (
    <>
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
      <p class="more" data-markdown-ignore>
        <a href={pageSearchPath({ maxRisk: 'high' }, language)}>{words.narrow[language]}</a>
      </p>
    </>
  );
}

export function Rows({ language, articles }: { language: Language; articles: readonly ListedArticle[] }) {
  const rows = articles.map(({ html }) => html[language]).join('');
  return <ul class="rows" dangerouslySetInnerHTML={{ __html: rows }} />;
}
