// The documentation: the list of guides by their readers, and what leads from one guide to the next.
import { renderToString } from 'preact-render-to-string';
import { guidePath, openApiDocumentPath, trustPath } from '../edition/locations.ts';
import type { Language } from '../edition/vocabulary.ts';
import { audiences } from '../source/front-matter-schema.ts';
import { docsWords } from './docs-words.ts';
import { besideSlot, type CompiledGuide } from './guide-page.tsx';
import { type PageFrame, renderPage } from './layout.tsx';
import { localPath } from './local-path.ts';
import { docsThings } from './structured-data.ts';
import { hasTrustGuide, trustGuide } from './trust-page.tsx';
import { trustWords } from './trust-words.ts';
import { audienceWords, words } from './words.ts';

interface DocsInput {
  guides: readonly CompiledGuide[];
  assets: PageFrame['assets'];
}

/** By their names without the language: docs, docs/<guide>. */
export function renderDocsPages(language: Language, { guides, assets }: DocsInput): Record<string, string> {
  const own = guides.map(({ slug, fields, pages }): [string, string] => {
    const beside = renderToString(<Beside language={language} guides={guides} guide={{ slug, fields }} />);
    return [`docs/${slug}`, pages[language].replace(besideSlot, () => beside)];
  });
  return {
    docs: renderPage({
      language,
      assets,
      title: words.docs[language],
      description: docsWords.intro[language],
      path: '/docs',
      things: docsThings(language),
      children: <Docs language={language} guides={guides} />,
    }),
    ...Object.fromEntries(own),
  };
}

function Docs({ language, guides }: { language: Language; guides: readonly CompiledGuide[] }) {
  return (
    <div class="docs">
      <h1>{words.docs[language]}</h1>
      <p class="summary">{docsWords.intro[language]}</p>
      {audiences.map((audience) => {
        const own = guides.filter(({ fields }) => fields.audience === audience);
        return own.length === 0 ? null : (
          <section key={audience}>
            <h2>{audienceWords[audience][language]}</h2>
            <ul class="guides">
              {own.map(({ slug, fields }) => (
                <li key={slug}>
                  <a href={guidePath(slug, language)}>{fields.title[language]}</a>
                  <p>{fields.summary[language]}</p>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      <section>
        <h2>{docsWords.reading[language]}</h2>
        <ul>
          <li>
            <a href={openApiDocumentPath}>{docsWords.openApi[language]}</a>
          </li>
          {hasTrustGuide(guides) && (
            <li>
              <a href={guidePath(trustGuide, language)}>{docsWords.trust[language]}</a>
            </li>
          )}
          <li>
            <a href={localPath(language, trustPath)}>{trustWords.title[language]}</a>
          </li>
        </ul>
      </section>
    </div>
  );
}

interface BesideProps {
  language: Language;
  guides: readonly CompiledGuide[];
  guide: Pick<CompiledGuide, 'slug' | 'fields'>;
}

/** The guides before and after one, among those for the same readers. */
function Beside({ language, guides, guide }: BesideProps) {
  const own = guides.filter(({ fields }) => fields.audience === guide.fields.audience);
  const at = own.findIndex(({ slug }) => slug === guide.slug);
  const [previous, next] = [own[at - 1], own[at + 1]];
  if (previous === undefined && next === undefined) return null;
  return (
    <nav class="pages-around" aria-label={docsWords.guidesAround[language]} data-markdown-ignore>
      {previous !== undefined && (
        <a rel="prev" href={guidePath(previous.slug, language)}>
          <span>{docsWords.previous[language]}</span> {previous.fields.title[language]}
        </a>
      )}
      {next !== undefined && (
        <a rel="next" href={guidePath(next.slug, language)}>
          <span>{docsWords.next[language]}</span> {next.fields.title[language]}
        </a>
      )}
    </nav>
  );
}
