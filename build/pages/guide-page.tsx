// A guide as pages and as Markdown, one of each per language, and what the docs page says of it.
import type { RootContent } from 'mdast';
import { htmlOf, newHtmlContext } from '../bodies/article-html.ts';
import { guidePath } from '../edition/locations.ts';
import { slot } from '../edition/slots.ts';
import type { Language } from '../edition/vocabulary.ts';
import { type InBoth, inBoth, type SourceGuide } from '../source/article.ts';
import type { GuideFields } from '../source/front-matter-schema.ts';
import { anchorsIn } from '../source/links.ts';
import { publishedText } from '../source/markdown-text.ts';
import { extentOf, headingText, type LanguagePart } from '../source/outline.ts';
import { articleWords } from './article-words.ts';
import type { AssetAddresses } from './assets.ts';
import { docsWords } from './docs-words.ts';
import { renderPage } from './layout.tsx';
import { localPath } from './local-path.ts';
import { docsThings } from './structured-data.ts';
import { audienceWords, words } from './words.ts';

/** Where a guide, compiled by itself, is told which guides stand beside it. */
export const besideSlot = '\0beside\0';

export interface CompiledGuide {
  slug: string;
  fields: GuideFields;
  pages: InBoth<string>;
  /** The Markdown twins, with slots. */
  markdown: InBoth<string>;
}

export function renderGuide(guide: SourceGuide, assets: AssetAddresses): CompiledGuide {
  const { slug, fields } = guide;
  return {
    slug,
    fields,
    pages: inBoth((language) =>
      renderPage({
        language,
        assets,
        title: fields.title[language],
        description: fields.summary[language],
        path: guidePath(slug),
        things: docsThings(language, { slug, title: fields.title[language] }),
        scripts: ['guide.js'],
        children: <Guide language={language} guide={guide} />,
      }),
    ),
    markdown: inBoth((language) => markdownOf(guide, language)),
  };
}

function markdownOf({ fields, parts, draft }: SourceGuide, language: Language): string {
  // A guide's twin has one language, whatever address it was asked for by, so its links keep to it.
  const roots = { host: slot('origin'), content: `${slot('origin')}/${language}` };
  const publication = { path: draft.path, headingShift: 0, roots };
  const inOrder = nodesOf(parts[language]).sort((left, right) => extentOf(left).start - extentOf(right).start);
  const text = publishedText(inOrder, draft.text, publication);
  return `# ${fields.title[language]}\n\n> ${fields.summary[language]}\n\n${slot('index')}${text}\n`;
}

function nodesOf({ content, qaHeadings, pairs }: LanguagePart): RootContent[] {
  return [...content, ...qaHeadings, ...pairs.flatMap(({ question, answer }) => [question, ...answer])];
}

function Guide({ language, guide }: { language: Language; guide: SourceGuide }) {
  const { parts, draft, fields } = guide;
  const nodes = nodesOf(parts[language]);
  const content = htmlOf(nodes, newHtmlContext(draft, language));
  return (
    <div class="with-contents">
      <Contents language={language} nodes={nodes} />
      <article data-copy={articleWords.copy[language]} data-copy-code={articleWords.copyCode[language]}>
        <p class="breadcrumbs" data-markdown-ignore>
          <a href={localPath(language, '')}>{words.home[language]}</a> ›{' '}
          <a href={localPath(language, '/docs')}>{words.docs[language]}</a>
          {` › ${audienceWords[fields.audience][language]}`}
        </p>
        <h1>{fields.title[language]}</h1>
        <p class="summary">{fields.summary[language]}</p>
        <div class="content" dangerouslySetInnerHTML={{ __html: content }} />
        <p
          class="said"
          role="status"
          data-copied={articleWords.copied[language]}
          data-failed={articleWords.copyFailed[language]}
        />
        <div dangerouslySetInnerHTML={{ __html: besideSlot }} />
      </article>
    </div>
  );
}

/** So many headings are a list that helps; of more only the upper ones are shown. */
const entriesMax = 30;

/** What the page is about, heading by heading; of no use where there is one. */
function Contents({ language, nodes }: { language: Language; nodes: readonly RootContent[] }) {
  const entries = anchorsIn(nodes).map(({ heading, anchor }) => ({
    anchor,
    depth: heading.depth,
    text: headingText(heading),
  }));
  const upper = entries.filter(({ depth }) => depth === 2);
  const both = entries.filter(({ depth }) => depth === 2 || depth === 3);
  const shown = both.length <= entriesMax ? both : upper;
  if (shown.length < 2) return null;
  return (
    <nav class="docs-contents" aria-labelledby="page.contents" data-markdown-ignore>
      <details open>
        <summary id="page.contents">{docsWords.contents[language]}</summary>
        <ul>
          {shown.map(({ anchor, depth, text }) => (
            <li key={anchor} class={depth === 3 ? 'below' : undefined}>
              <a href={`#${anchor}`}>{text}</a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}
