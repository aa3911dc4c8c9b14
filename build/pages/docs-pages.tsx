// The pages of the documentation, as HTML and as Markdown: the list of guides by audience, and each guide.
import type { RootContent } from 'mdast';
import { renderToString } from 'preact-render-to-string';
import { htmlOf, newHtmlContext } from '../bodies/html.ts';
import { escapedMarkdown, linkLine, markdownHead, markdownLink } from '../bodies/markdown.ts';
import { guidePath, openApiDocumentPath, trustPath, twinPath } from '../edition/locations.ts';
import { slot } from '../edition/slots.ts';
import { type Bilingual, inBoth, type Language } from '../edition/vocabulary.ts';
import { audiences, type GuideFields } from '../source/front-matter-schema.ts';
import { anchorsIn } from '../source/links.ts';
import { extentOf } from '../source/markdown.ts';
import { headingText, type LanguagePart } from '../source/outline.ts';
import { publishedText } from '../source/published-text.ts';
import type { SourceGuide } from '../source/source-article.ts';
import type { PageBase } from './assets.ts';
import {
  CopyStatus,
  Crumbs,
  copyWords,
  localPath,
  Neighbours,
  renderPage,
  type SiteInput,
  type SitePage,
} from './layout.tsx';
import { breadcrumbs } from './structured-data.ts';
import { trustGuidePath } from './trust-page.tsx';
import { articleWords, audienceWords, docsWords, trustWords, words } from './words.ts';

/** The texts of the page that lists the guides, in one language. */
interface Docs {
  language: Language;
  intro: string;
  sections: { heading: string; guides: { title: string; summary: string; path: string }[] }[];
  /** `path` is the link in the HTML page, `twin` the link in the Markdown version. */
  see: { title: string; path: string; twin: string }[];
}

/** The introduction of the page that lists the guides. On a site without guides, the page only links to other pages. */
export const docsIntro = (guides: readonly CompiledGuide[]) =>
  guides.length === 0 ? docsWords.introWithoutGuides : docsWords.intro;

export function renderDocsPage(language: Language, { guides, base }: SiteInput): SitePage {
  const docs = docsOf(language, guides);
  return {
    name: 'docs',
    html: renderPage({
      language,
      base,
      title: words.docs[language],
      description: docs.intro,
      path: '/docs',
      things: [breadcrumbs(language, [[words.docs[language], localPath(language, '/docs')]])],
      children: <DocsPage {...docs} />,
    }),
    markdown: docsMarkdown(docs),
  };
}

function docsOf(language: Language, guides: readonly CompiledGuide[]): Docs {
  const trustGuide = trustGuidePath(guides, language);
  const page = (title: string, path: string) => ({ title, path, twin: twinPath(path) });
  return {
    language,
    intro: docsIntro(guides)[language],
    sections: audiences.flatMap((audience) => {
      const own = guides
        .filter(({ fields }) => fields.audience === audience)
        .map(({ slug, fields: { title, summary } }) => ({
          title: title[language],
          summary: summary[language],
          path: guidePath(slug, language),
        }));
      return own.length === 0 ? [] : [{ heading: audienceWords[audience][language], guides: own }];
    }),
    see: [
      { title: docsWords.openApi[language], path: openApiDocumentPath, twin: openApiDocumentPath },
      ...(trustGuide === undefined ? [] : [page(docsWords.trust[language], trustGuide)]),
      page(trustWords.title[language], localPath(language, trustPath)),
    ],
  };
}

function docsMarkdown({ language, intro, sections, see }: Docs): string {
  const listed = sections.map(({ heading, guides }) => {
    const lines = guides.map(({ title, path, summary }) => linkLine(title, twinPath(path), escapedMarkdown(summary)));
    return `## ${heading}\n\n${lines.join('\n')}`;
  });
  const links = see.map(({ title, twin }) => `- ${markdownLink(title, twin)}`);
  return [
    markdownHead(words.docs[language], intro) + listed.join('\n\n'),
    `## ${docsWords.reading[language]}\n\n${links.join('\n')}\n`,
  ].join('\n\n');
}

function DocsPage({ language, intro, sections, see }: Docs) {
  return (
    <div class="docs">
      <h1>{words.docs[language]}</h1>
      <p class="summary">{intro}</p>
      {sections.map(({ heading, guides }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          <ul class="guides">
            {guides.map(({ title, path, summary }) => (
              <li key={path}>
                <a href={path}>{title}</a>
                <p>{summary}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <section>
        <h2>{docsWords.reading[language]}</h2>
        <ul>
          {see.map(({ title, path }) => (
            <li key={path}>
              <a href={path}>{title}</a>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** A guide, compiled on its own, with a slot for the links to the previous and next guides. */
export interface CompiledGuide {
  slug: string;
  fields: GuideFields;
  pages: Bilingual;
  /** The Markdown versions, with slots. */
  markdown: Bilingual;
}

const besideSlot = '\0beside\0';

export function renderGuide(guide: SourceGuide, base: PageBase): CompiledGuide {
  const { slug, fields } = guide;
  return {
    slug,
    fields,
    pages: inBoth((language) =>
      renderPage({
        language,
        base,
        title: fields.title[language],
        description: fields.summary[language],
        path: guidePath(slug),
        things: [
          breadcrumbs(language, [
            [words.docs[language], localPath(language, '/docs')],
            [fields.title[language], guidePath(slug, language)],
          ]),
        ],
        children: <Guide language={language} guide={guide} />,
      }),
    ),
    markdown: inBoth((language) => guideMarkdown(guide, language)),
  };
}

/** The page of a guide with links to the previous and next guides. */
export function renderGuidePage(
  language: Language,
  { slug, fields, pages, markdown }: CompiledGuide,
  guides: readonly CompiledGuide[],
): SitePage {
  const own = guides.filter((guide) => guide.fields.audience === fields.audience);
  const at = own.findIndex((guide) => guide.slug === slug);
  const neighbour = (of: CompiledGuide | undefined) =>
    of && { href: guidePath(of.slug, language), title: of.fields.title[language] };
  const beside = renderToString(
    <Neighbours
      language={language}
      label={docsWords.guidesAround}
      names={articleWords}
      previous={neighbour(own[at - 1])}
      next={neighbour(own[at + 1])}
    />,
  );
  return {
    name: `docs/${slug}`,
    html: pages[language].replace(besideSlot, () => beside),
    markdown: markdown[language],
  };
}

function guideMarkdown({ fields, parts, draft }: SourceGuide, language: Language): string {
  // The Markdown version of a guide has one language, so its links lead to pages of that language.
  const roots = { host: slot('origin'), content: `${slot('origin')}/${language}` };
  const inOrder = nodesOf(parts[language]).sort((left, right) => extentOf(left).start - extentOf(right).start);
  const text = publishedText(inOrder, draft.text, { path: draft.path, headingShift: 0, roots });
  return `${markdownHead(fields.title[language], fields.summary[language])}${text}\n`;
}

const nodesOf = ({ content, qaHeadings, pairs }: LanguagePart): RootContent[] => [
  ...content,
  ...qaHeadings,
  ...pairs.flatMap(({ question, answer }) => [question, ...answer]),
];

function Guide({ language, guide }: { language: Language; guide: SourceGuide }) {
  const { parts, draft, fields } = guide;
  const nodes = nodesOf(parts[language]);
  const content = htmlOf(nodes, newHtmlContext(draft, language));
  return (
    <div class="with-contents">
      <Contents language={language} nodes={nodes} />
      <article {...copyWords(language)}>
        <Crumbs
          language={language}
          links={[[words.docs[language], localPath(language, '/docs')]]}
          here={audienceWords[fields.audience][language]}
        />
        <h1>{fields.title[language]}</h1>
        <p class="summary">{fields.summary[language]}</p>
        <div class="content" dangerouslySetInnerHTML={{ __html: content }} />
        <CopyStatus language={language} />
        <div dangerouslySetInnerHTML={{ __html: besideSlot }} />
      </article>
    </div>
  );
}

/** The maximum number of headings in the table of contents. If a guide has more, only those of the second level are shown. */
const entriesMax = 30;

/** The table of contents. It is left out when it would have only one entry. */
function Contents({ language, nodes }: { language: Language; nodes: readonly RootContent[] }) {
  const both = anchorsIn(nodes).filter(({ heading: { depth } }) => depth === 2 || depth === 3);
  const shown = both.length <= entriesMax ? both : both.filter(({ heading }) => heading.depth === 2);
  if (shown.length < 2) return null;
  return (
    <nav class="docs-contents" aria-labelledby="page.contents" data-markdown-ignore>
      <details open>
        <summary id="page.contents">{docsWords.contents[language]}</summary>
        <ul>
          {shown.map(({ heading, anchor }) => (
            <li key={anchor} class={heading.depth === 3 ? 'below' : undefined}>
              <a href={`#${anchor}`}>{headingText(heading)}</a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}
