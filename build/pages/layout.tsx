// The frame of every page (head, header, footer), and parts that several pages share. Pages are complete HTML documents and can
// be read without scripts.

import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { apiPrefix, changesPath, llmsPath, pagePath, trustPath, twinPath } from '../edition/locations.ts';
import { queryLengthMax } from '../edition/page-search.ts';
import { defaultSite, type SiteSettings } from '../edition/site-settings.ts';
import { type SlotName, slot } from '../edition/slots.ts';
import {
  type Bilingual,
  defaultLanguage,
  htmlLanguage,
  type Language,
  languages,
  otherLanguage,
} from '../edition/vocabulary.ts';
import type { ListedArticle } from './article-row.tsx';
import type { PageBase } from './assets.ts';
import type { CompiledGuide } from './docs-pages.tsx';
import { structuredData, type Thing } from './structured-data.ts';
import { articleWords, docsWords, themeWords, trustWords, words } from './words.ts';

export interface PageFrame {
  language: Language;
  title: string;
  description: string;
  /** The path of the page without its language, such as `/articles/x`. Empty for the home page. */
  path: string;
  base: PageBase;
  /** Structured data of the page for crawlers. */
  things?: readonly Thing[];
  /** True for a page that search engines should not list. Such a page has no Markdown version. */
  unlisted?: boolean;
  /**
   * True for a page with a search form of its own. The header then has no search box, and its link to the other language keeps the
   * search.
   */
  searches?: boolean;
  /** For a page that shows the same content as another page: the path of that canonical page and of its Markdown version. */
  repeats?: { page: string; twin: string };
  children: ComponentChildren;
}

/** A page as HTML. The slots of `build/edition/slots.ts` are not filled yet. */
export function renderPage(frame: PageFrame): string {
  return `<!doctype html>\n${renderToString(<Page {...frame} />)}\n`;
}

/** The inputs of the pages that belong to no single article. */
export interface SiteInput {
  /** All articles, in listing order. */
  articles: readonly ListedArticle[];
  guides: readonly CompiledGuide[];
  base: PageBase;
  settings: SiteSettings;
}

/**
 * A page in one language and its Markdown version, both with slots. An edition stores the page under `name` and the Markdown version
 * under `name` with `.md`.
 */
export interface SitePage {
  name: string;
  html: string;
  markdown: string;
}

/** A path in a language. With an empty path, the home page of the language, such as `/zh/`. */
export const localPath = (language: Language, path: string): string => `/${language}${path === '' ? '/' : path}`;

/** The path of the page that shows an article in both languages side by side. */
export const parallelPath = (slug: string, language?: Language): string => `${pagePath(slug, language)}/parallel`;

/** No anchor of a heading can equal this id, because anchors contain no dot. */
const mainId = 'page.main';

function Page({ unlisted = false, searches = false, ...frame }: PageFrame) {
  const { language, path, repeats } = frame;
  const { site } = frame.base;
  const twin = unlisted ? undefined : (repeats?.twin ?? twinPath(localPath(language, path)));
  return (
    <html lang={htmlLanguage[language]}>
      <Head {...frame} twin={twin} />
      <body>
        <a class="skip" href={`#${mainId}`}>
          {words.skip[language]}
        </a>
        <header>
          <p class="agents">
            {words.index[language]} <a href={llmsPath}>{llmsPath}</a>
            {twin !== undefined && (
              <>
                {' · '}
                {words.asMarkdown[language]} <a href={twin}>{twin}</a>
              </>
            )}
          </p>
          <a class="brand" href={localPath(language, '')}>
            {site.name[language]}
          </a>
          {!searches && <SearchForm language={language} />}
          <Navigation language={language} path={path} parameters={searches ? slot('parameters') : ''} />
          {frame.base.script !== undefined && <ThemeButton language={language} />}
        </header>
        <main id={mainId}>{frame.children}</main>
        {/* The Markdown version of a page has no header and footer. */}
        <footer data-markdown-ignore>
          <p>{site.tagline[language]}</p>
          <p>
            {words.edition[language]} <code>{slot('edition')}</code> · {slot('articles')} {words.articles[language]}
            {site.name.en !== defaultSite.name.en && ` · ${words.poweredBy[language]}`}
          </p>
        </footer>
      </body>
    </html>
  );
}

/** The head of a page. A page without a Markdown version (`twin`) is not listed by search engines. */
function Head({ twin, ...frame }: PageFrame & { twin: string | undefined }) {
  const { language, title, path, things, repeats } = frame;
  const { site, styles, script, icon } = frame.base;
  const absolute = (of: Language): string => `${slot('origin')}${localPath(of, repeats?.page ?? path)}`;
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      {/* The script sets the theme. It comes first, so that it runs before the first paint and does not wait for the style sheet. */}
      {script !== undefined && <script src={script} />}
      <link rel="stylesheet" href={styles} />
      <title>{title === site.name[language] ? title : `${title} · ${site.name[language]}`}</title>
      <meta name="description" content={frame.description} />
      {twin === undefined ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={absolute(language)} />
          {repeats === undefined && (
            <>
              {languages.map((of) => (
                <link key={of} rel="alternate" hreflang={htmlLanguage[of]} href={absolute(of)} />
              ))}
              <link rel="alternate" hreflang="x-default" href={absolute(defaultLanguage)} />
            </>
          )}
          <link rel="alternate" type="text/markdown" href={twin} />
        </>
      )}
      <link rel="describedby" type="text/plain" href={llmsPath} />
      {icon !== undefined && <link rel="icon" type="image/svg+xml" href={icon} />}
      {things !== undefined && (
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: structuredData(things) }} />
      )}
    </head>
  );
}

/** The search form. With `keepsFilters`, a new query keeps the filters of the present search. */
export function SearchForm({ language, keepsFilters = false }: { language: Language; keepsFilters?: boolean }) {
  return (
    <search data-markdown-ignore={keepsFilters}>
      <form action={localPath(language, '')} method="get" data-api={`${apiPrefix}/search`}>
        <span class="field">
          <input
            type="search"
            name="q"
            maxLength={queryLengthMax}
            autocomplete="off"
            aria-label={words.searchLabel[language]}
            aria-keyshortcuts="/"
            placeholder={words.searchLabel[language]}
            value={slot('query')}
          />
        </span>
        {keepsFilters && <span hidden dangerouslySetInnerHTML={{ __html: slot('kept') }} />}
        <button type="submit">{words.search[language]}</button>
      </form>
    </search>
  );
}

/** The sections of the site, to which every page links. Pages below the path of a section belong to the section. */
const siteSections = [
  { path: '/docs', name: words.docs },
  { path: trustPath, name: trustWords.section },
  { path: changesPath, name: docsWords.changes },
];

/**
 * The links of the header. `path` is the path of the page without its language, `parameters` the query string for the language
 * link.
 */
function Navigation({ language, path, parameters }: { language: Language; path: string; parameters: string }) {
  const other = otherLanguage(language);
  const placeIn = (section: string): 'page' | 'true' | undefined => {
    if (path === section) return 'page';
    return path.startsWith(`${section}/`) ? 'true' : undefined;
  };
  return (
    <nav aria-label={words.site[language]}>
      {siteSections.map((section) => (
        <a key={section.path} href={localPath(language, section.path)} aria-current={placeIn(section.path)}>
          {section.name[language]}
        </a>
      ))}
      <a href={`${localPath(other, path)}${parameters}`} hreflang={htmlLanguage[other]} lang={htmlLanguage[other]}>
        {words.otherLanguage[language]}
      </a>
    </nav>
  );
}

/** The theme button. It is hidden without scripts, and its script sets its label. */
function ThemeButton({ language }: { language: Language }) {
  const labels = {
    'data-system': themeWords.system[language],
    'data-light': themeWords.light[language],
    'data-dark': themeWords.dark[language],
  };
  return (
    <button type="button" class="theme" aria-label={themeWords.system[language]} {...labels}>
      <svg class="theme-system" viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
        <circle cx="8" cy="8" r="5.5" fill="none" stroke="currentColor" stroke-width="1.5" />
        <path d="M8 2.5a5.5 5.5 0 0 1 0 11z" fill="currentColor" />
      </svg>
      <svg class="theme-light" viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
        <circle cx="8" cy="8" r="3" fill="currentColor" />
        <path
          d="M8 1v2m0 10v2M1 8h2m10 0h2M3 3l1.5 1.5m7 7L13 13M3 13l1.5-1.5m7-7L13 3"
          stroke="currentColor"
          stroke-width="1.5"
          stroke-linecap="round"
        />
      </svg>
      <svg class="theme-dark" viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
        <path d="M13.5 10A6 6 0 0 1 6 2.5a6 6 0 1 0 7.5 7.5z" fill="currentColor" />
      </svg>
    </button>
  );
}

/** The slot with the given name. The server fills it with HTML. */
export function Slot({ name }: { name: SlotName }) {
  return <div dangerouslySetInnerHTML={{ __html: slot(name) }} />;
}

/** The notices of the copy buttons, as attributes of the `article` element. The script of the page shows them in `CopyStatus`. */
export const copyWords = (language: Language) => ({
  'data-copy': articleWords.copy[language],
  'data-copy-code': articleWords.copyCode[language],
});

export function CopyStatus({ language }: { language: Language }) {
  const { copied, copyFailed } = articleWords;
  return <p class="said" role="status" data-copied={copied[language]} data-failed={copyFailed[language]} />;
}

interface CrumbsProps {
  language: Language;
  /** The links to the pages above this one, after the home page. */
  links: readonly (readonly [text: string, href: string])[];
  /** The label of this page, which is the last item. */
  here?: string;
}

/** Breadcrumbs: the pages from the home page to this one. */
export function Crumbs({ language, links, here }: CrumbsProps) {
  const way = [[words.home[language], localPath(language, '')] as const, ...links];
  return (
    <nav class="crumbs" aria-label={articleWords.breadcrumbs[language]} data-markdown-ignore>
      <ol>
        {way.map(([text, href]) => (
          <li key={href}>
            <a href={href}>{text}</a>
          </li>
        ))}
        {here !== undefined && <li aria-current="page">{here}</li>}
      </ol>
    </nav>
  );
}

interface Neighbour {
  href: string;
  title: string;
}

interface NeighboursProps {
  language: Language;
  label: Bilingual;
  /** The labels of the two links. */
  names: { previous: Bilingual; next: Bilingual };
  previous: Neighbour | undefined;
  next: Neighbour | undefined;
}

/** Links to the previous and next pages of a list. The Markdown version leaves them out. */
export function Neighbours({ language, label, names, previous, next }: NeighboursProps) {
  if (previous === undefined && next === undefined) return null;
  return (
    <nav class="neighbours" aria-label={label[language]} data-markdown-ignore>
      {previous !== undefined && (
        <a rel="prev" href={previous.href}>
          <span>{names.previous[language]}</span> {previous.title}
        </a>
      )}
      {next !== undefined && (
        <a rel="next" href={next.href}>
          <span>{names.next[language]}</span> {next.title}
        </a>
      )}
    </nav>
  );
}
