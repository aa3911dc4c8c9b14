// An article in both languages side by side: a frame in each language of the site, and for each article what goes into it, which
// is the same in both.
import { renderToString } from 'preact-render-to-string';
import { onOneLine, type PublishedArticle } from '../bodies/article.ts';
import { type TextHtml, withIds } from '../bodies/html.ts';
import { markdownPagePath, pagePath } from '../edition/locations.ts';
import { slot } from '../edition/slots.ts';
import { type Language, languages } from '../edition/vocabulary.ts';
import type { InBoth } from '../source/article.ts';
import { alignedSections, type Row } from './aligned-texts.ts';
import type { PageBase } from './assets.ts';
import { CopyStatus, Crumbs, copyWords, parallelPath, renderPage, Slot } from './layout.tsx';
import { articleWords, htmlLanguage, languageNames } from './words.ts';

/** The page without its article: slots stand for name, title, summary and both texts. */
export function renderParallelFrame(language: Language, base: PageBase): string {
  const slug = slot('slug');
  return renderPage({
    language,
    base,
    title: `${slot('title')} · ${articleWords.parallel[language]}`,
    description: slot('summary'),
    path: parallelPath(slug),
    repeats: { page: pagePath(slug), twin: markdownPagePath(slug) },
    scripts: ['article.js'],
    children: (
      <article class="parallel" {...copyWords(language)}>
        <Crumbs
          language={language}
          links={[[slot('title'), pagePath(slug, language)]]}
          here={articleWords.parallel[language]}
        />
        <p class="one-language" data-markdown-ignore>
          {articleWords.inOneLanguage[language]}:{' '}
          {languages.map((of) => (
            <a key={of} href={pagePath(slug, of)} lang={htmlLanguage[of]} data-place={of}>
              {languageNames[of]}
            </a>
          ))}
        </p>
        <Slot name="parallel" />
        <CopyStatus language={language} />
      </article>
    ),
  });
}

/** Both texts, as HTML without a language of its own. */
export function renderParallel({ source }: PublishedArticle, texts: InBoth<TextHtml>): string {
  const { title, summary } = source.texts;
  return renderToString(
    <>
      <h1>
        {languages.map((of) => (
          <span key={of} lang={htmlLanguage[of]}>
            {title[of]}{' '}
          </span>
        ))}
      </h1>
      <div class="aligned summaries">
        {languages.map((of) => (
          <p key={of} class="summary" lang={htmlLanguage[of]}>
            {summary[of]}
          </p>
        ))}
      </div>
      {source.fields.allow.map(({ rule, reason }) => (
        <div key={rule} class="aligned">
          {languages.map((of) => (
            <p key={of} class="note" lang={htmlLanguage[of]}>
              <code>{rule}</code>: {articleWords.allowedMeaning[of]} — {onOneLine(reason, of)}
            </p>
          ))}
        </div>
      ))}
      {alignedSections(source, texts)
        .flatMap(inPieces)
        .map((rows) => (
          <section key={rows[0]?.left?.offset} class="aligned content">
            {languages.map((of) => (
              <div key={of} lang={htmlLanguage[of]} dangerouslySetInnerHTML={{ __html: columnOf(rows, of) }} />
            ))}
          </section>
        ))}
    </>,
  );
}

/** The style sheet aligns so many rows. */
const rowsMax = 60;

function inPieces(rows: Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / rowsMax) }, (_, at) =>
    rows.slice(at * rowsMax, (at + 1) * rowsMax),
  );
}

/** A block without a partner stands beside an empty element. */
function columnOf(rows: readonly Row[], language: Language): string {
  const html = rows.map(({ left, right }) => (language === 'zh' ? left : right)?.html ?? '<div class="none"></div>');
  return withIds(html.join('\n'), `${language}.`);
}
