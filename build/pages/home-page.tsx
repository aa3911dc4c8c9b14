// The home page, its Markdown version, and the page of search results. The two HTML pages share the search form and the place for
// results.

import type { ComponentChildren } from 'preact';
import { markdownHead, markdownLink } from '../bodies/markdown.ts';
import { domainPath, twinPath } from '../edition/locations.ts';
import { pageSearchPath } from '../edition/page-search.ts';
import { resultWords } from '../edition/result-words.ts';
import { slot } from '../edition/slots.ts';
import type { Language } from '../edition/vocabulary.ts';
import { type ListedArticle, Rows, rowsMarkdown } from './article-row.tsx';
import type { PageBase } from './assets.ts';
import { renderPage, SearchForm, type SiteInput, type SitePage } from './layout.tsx';
import { homeThings } from './structured-data.ts';
import { words } from './words.ts';

/** The texts of the home page in one language. */
interface Home {
  language: Language;
  /** The name of the site. */
  name: string;
  tagline: string;
  domains: { name: string; path: string; count: string }[];
  newest: readonly ListedArticle[];
}

/** The number of articles that the home page lists, the newest first. */
const newestShown = 12;

export function renderHomePage(language: Language, { articles, base, settings }: SiteInput): SitePage {
  const { name, tagline } = settings;
  const home: Home = {
    name: name[language],
    tagline: tagline[language],
    language,
    domains: base.site.domains.map(({ id, name }) => ({
      name: name[language],
      path: domainPath(id, language),
      count: countText(articles.filter(({ row }) => row.domain === id).length, language),
    })),
    newest: articles.slice(0, newestShown),
  };
  return {
    name: 'home',
    html: renderPage({
      language,
      base,
      title: home.name,
      description: home.tagline,
      path: '',
      things: homeThings(language, settings),
      searches: true,
      children: (
        <SearchFrame language={language} heading={home.name}>
          <Welcome {...home} />
        </SearchFrame>
      ),
    }),
    markdown: homeMarkdown(home),
  };
}

export const countText = (articles: number, language: Language): string => `${articles} ${words.articles[language]}`;

function homeMarkdown({ language, newest, ...home }: Home): string {
  const lines = home.domains.map(({ name, path, count }) => `- ${markdownLink(name, twinPath(path))} ${count}`);
  const head = markdownHead(home.name, home.tagline);
  const ofDomains = `## ${words.domains[language]}\n\n${lines.join('\n')}`;
  return `${head}${ofDomains}\n\n## ${words.newest[language]}\n\n${rowsMarkdown(newest, language)}\n`;
}

function Welcome({ language, newest, ...home }: Home) {
  return (
    <>
      <p class="summary">{home.tagline}</p>
      <h2>{words.domains[language]}</h2>
      <ul class="domains">
        {home.domains.map(({ name, path, count }) => (
          <li key={path}>
            <a href={path}>{name}</a> <span class="count">{count}</span>
          </li>
        ))}
      </ul>
      <h2>{words.newest[language]}</h2>
      <Rows language={language} articles={newest} />
      <p class="more" data-markdown-ignore>
        <a href={pageSearchPath({ maxRisk: 'high' }, language)}>{words.narrow[language]}</a>
      </p>
    </>
  );
}

export function renderSearchPage(language: Language, base: PageBase): string {
  return renderPage({
    language,
    base,
    title: slot('title'),
    description: base.site.tagline[language],
    path: '',
    unlisted: true,
    searches: true,
    children: <SearchFrame language={language} heading={resultWords.results[language]} />,
  });
}

interface SearchFrameProps {
  language: Language;
  heading: string;
  /** The content to show while there is no query. */
  children?: ComponentChildren;
}

function SearchFrame({ language, heading, children }: SearchFrameProps) {
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
