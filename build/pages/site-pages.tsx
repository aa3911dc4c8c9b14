// Renders the pages that belong to no single article, in both languages.
import { changesPath } from '../edition/locations.ts';
import { type Bilingual, type Language, languages } from '../edition/vocabulary.ts';
import { renderDocsPage, renderGuidePage } from './docs-pages.tsx';
import { renderDomainPage } from './domain-page.tsx';
import { renderHomePage, renderSearchPage } from './home-page.tsx';
import { localPath, renderPage, type SiteInput, type SitePage, Slot } from './layout.tsx';
import { renderParallelFrame } from './parallel-page.tsx';
import { renderTrustPage } from './trust-page.tsx';
import { docsWords, words } from './words.ts';

/** All pages by their names, `<language>/<page>`. The Markdown version of a page has the same name with `.md`. */
export function renderSitePages(input: SiteInput): Record<string, string> {
  const both = languages.map((language) => ({ language, ...pagesIn(language, input) }));
  return Object.fromEntries([
    ...both.flatMap(({ language, pages }) => pages.map(({ name, html }) => [`${language}/${name}`, html])),
    ...both.flatMap(({ language, twins }) => twins.map(({ name, markdown }) => [`${language}/${name}.md`, markdown])),
  ]);
}

interface SitePages {
  pages: Omit<SitePage, 'markdown'>[];
  /** The pages that have a Markdown version. */
  twins: SitePage[];
}

function pagesIn(language: Language, input: SiteInput): SitePages {
  const { guides, base, settings } = input;
  const home = renderHomePage(language, input);
  const docs = renderDocsPage(language, input);
  const trust = renderTrustPage(language, input);
  const ofDomains = settings.domains.map((domain) => renderDomainPage(language, domain, input));
  const ofGuides = guides.map((guide) => renderGuidePage(language, guide, guides));
  return {
    pages: [
      home,
      { name: 'search', html: renderSearchPage(language, base) },
      { name: 'changes', html: renderChangesPage(language, base) },
      trust,
      ...ofDomains,
      docs,
      ...ofGuides,
      { name: 'not-found', html: renderErrorPage(language, base, words.notFound, words.notFoundHelp) },
      { name: 'error', html: renderErrorPage(language, base, words.fault, words.faultHelp) },
      { name: 'parallel', html: renderParallelFrame(language, base) },
    ],
    twins: [home, docs, trust, ...ofDomains, ...ofGuides],
  };
}

/** The page of changes, without the changes. The server adds them, because they depend on the other editions. */
function renderChangesPage(language: Language, base: SiteInput['base']): string {
  const [title, intro] = [docsWords.changes[language], docsWords.changesIntro[language]];
  return renderPage({
    language,
    base,
    title,
    description: intro,
    path: changesPath,
    unlisted: true,
    children: <Results title={title} summary={intro} />,
  });
}

/** The page for an unknown path or for a server error. */
function renderErrorPage(language: Language, base: SiteInput['base'], title: Bilingual, help: Bilingual): string {
  return renderPage({
    language,
    base,
    title: title[language],
    description: base.site.tagline[language],
    path: '',
    unlisted: true,
    children: (
      <>
        <Results title={title[language]} summary={help[language]} />
        <p>
          <a href={localPath(language, '')}>{words.toHome[language]}</a>
        </p>
      </>
    ),
  });
}

function Results({ title, summary }: { title: string; summary: string }) {
  return (
    <>
      <h1>{title}</h1>
      <p class="summary">{summary}</p>
      <Slot name="results" />
    </>
  );
}
