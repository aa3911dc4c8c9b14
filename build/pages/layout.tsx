// The frame of every page: head, header, footer. Pages are whole HTML documents that need no script to be read.
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { llmsPath, twinPath } from '../edition/locations.ts';
import { type SlotName, slot } from '../edition/slots.ts';
import { type Language, languages } from '../edition/vocabulary.ts';
import type { AssetAddresses } from './assets.ts';
import { Footer, Navigation, SearchForm, ThemeButton } from './frame-parts.tsx';
import { localPath } from './local-path.ts';
import { structuredData, type Thing } from './structured-data.ts';
import { htmlLanguage, words } from './words.ts';

export interface PageFrame {
  language: Language;
  title: string;
  description: string;
  /** The path of this page without its language, `/` at the start: `/articles/x`, or empty for the home page. */
  path: string;
  assets: AssetAddresses;
  /** Client scripts that this page loads besides those of the frame: `search.js`. Of an unknown one nothing is said. */
  scripts?: readonly string[];
  /** What the page says of itself to crawlers. */
  things?: readonly Thing[];
  /** Pages that are not to be found by search engines, and have no Markdown twin. */
  unlisted?: boolean;
  /** Pages that search bring the form themselves; the header has none, and leads to the same search in the other language. */
  searches?: boolean;
  /** What this page shows in another way: the path of the page that crawlers take for it, and its Markdown twin. */
  repeats?: { page: string; twin: string };
  children: ComponentChildren;
}

/** Not an anchor that a heading can have: those hold no dot. */
const mainId = 'page.main';

/** A page as HTML, with the slots of `build/edition/slots.ts` still open. */
export function renderPage(frame: PageFrame): string {
  return `<!doctype html>\n${renderToString(<Page {...frame} />)}\n`;
}

/** A place that the server fills with HTML. */
export function Slot({ name }: { name: SlotName }) {
  return <div dangerouslySetInnerHTML={{ __html: slot(name) }} />;
}

function Page({
  language,
  title,
  description,
  path,
  assets,
  things,
  unlisted,
  searches,
  repeats,
  children,
  ...frame
}: PageFrame) {
  const { styles, icon, scripts = {} } = assets;
  const modules = ['frame.js', ...(frame.scripts ?? [])].flatMap((name) => scripts[name] ?? []);
  const absolute = (of: Language): string => `${slot('origin')}${localPath(of, repeats?.page ?? path)}`;
  const twin = unlisted === true ? undefined : (repeats?.twin ?? twinPath(localPath(language, path)));
  return (
    <html lang={htmlLanguage[language]}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* Before the style sheet, so that it need not wait for it: the theme stands before anything is painted. */}
        {scripts['theme.js'] !== undefined && <script src={scripts['theme.js']} />}
        <link rel="stylesheet" href={styles} />
        {modules.map((address) => (
          <script key={address} type="module" src={address} />
        ))}
        <title>{title === words.product[language] ? title : `${title} · ${words.product[language]}`}</title>
        <meta name="description" content={description} />
        {unlisted === true ? (
          <meta name="robots" content="noindex" />
        ) : (
          <>
            <link rel="canonical" href={absolute(language)} />
            {repeats === undefined && (
              <>
                {languages.map((of) => (
                  <link key={of} rel="alternate" hreflang={htmlLanguage[of]} href={absolute(of)} />
                ))}
                <link rel="alternate" hreflang="x-default" href={`${slot('origin')}${path === '' ? '/' : path}`} />
              </>
            )}
          </>
        )}
        {twin !== undefined && <link rel="alternate" type="text/markdown" href={twin} />}
        <link rel="describedby" type="text/plain" href={llmsPath} />
        {icon !== undefined && <link rel="icon" type="image/svg+xml" href={icon} />}
        {things !== undefined && (
          <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: structuredData(things) }} />
        )}
      </head>
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
            {words.product[language]}
          </a>
          {searches !== true && <SearchForm language={language} />}
          <Navigation language={language} path={path} {...(searches === true && { parameters: slot('parameters') })} />
          {scripts['theme.js'] !== undefined && <ThemeButton language={language} />}
        </header>
        <main id={mainId}>{children}</main>
        <Footer language={language} />
      </body>
    </html>
  );
}
