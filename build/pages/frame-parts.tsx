// What stands in the frame of a page besides its text: the search form, the ways to elsewhere, the theme, the footer.
import { apiPrefix } from '../edition/locations.ts';
import { queryLengthMax } from '../edition/page-search.ts';
import { slot } from '../edition/slots.ts';
import { type Language, languages } from '../edition/vocabulary.ts';
import { localPath } from './local-path.ts';
import { siteSections } from './sections.ts';
import { htmlLanguage, themeWords, words } from './words.ts';

/** In the text of a page its filters are kept when other words are typed. */
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

/** `path` is that of the page, without its language; `parameters` what the address has besides. */
export function Navigation({
  language,
  path,
  parameters = '',
}: {
  language: Language;
  path: string;
  parameters?: string;
}) {
  const other = languages.find((candidate) => candidate !== language) ?? language;
  return (
    <nav aria-label={words.site[language]}>
      {siteSections.map((section) => (
        <a key={section.path} href={localPath(language, section.path)} aria-current={placeIn(section.path, path)}>
          {section.name[language]}
        </a>
      ))}
      <a href={`${localPath(other, path)}${parameters}`} hreflang={htmlLanguage[other]} lang={htmlLanguage[other]}>
        {words.otherLanguage[language]}
      </a>
    </nav>
  );
}

function placeIn(section: string, path: string): 'page' | 'true' | undefined {
  if (path === section) return 'page';
  return path.startsWith(`${section}/`) ? 'true' : undefined;
}

/** Of no use without scripts, and not shown then. What it is called in each of its states is for the script to set. */
export function ThemeButton({ language }: { language: Language }) {
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

export function Footer({ language }: { language: Language }) {
  return (
    // Markdown twins have no frame.
    <footer data-markdown-ignore>
      <p>{words.tagline[language]}</p>
      <p>
        {words.edition[language]} <code>{slot('edition')}</code> · {slot('articles')} {words.articles[language]}
      </p>
    </footer>
  );
}
