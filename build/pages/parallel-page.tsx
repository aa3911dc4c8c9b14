// The page with both languages of an article side by side. The frame of the page is rendered once per language of the site. The
// content is rendered once per article, because it is the same in both frames.
import { renderToString } from 'preact-render-to-string';
import { type HtmlBlock, type TextHtml, withIds } from '../bodies/html.ts';
import { onOneLine, type PublishedArticle } from '../bodies/published-article.ts';
import { markdownPagePath, pagePath } from '../edition/locations.ts';
import { slot } from '../edition/slots.ts';
import { type Bilingual, htmlLanguage, inBoth, type Language, languages } from '../edition/vocabulary.ts';
import { extentOf } from '../source/markdown.ts';
import { type Section, sectionPairs } from '../source/parity.ts';
import type { SourceArticle } from '../source/source-article.ts';
import type { PageBase } from './assets.ts';
import { CopyStatus, Crumbs, copyWords, parallelPath, renderPage, Slot } from './layout.tsx';
import { articleWords, languageNames } from './words.ts';

/** The page without its article. It has slots for the name, title, summary and both texts of the article. */
export function renderParallelFrame(language: Language, base: PageBase): string {
  const slug = slot('slug');
  return renderPage({
    language,
    base,
    title: `${slot('title')} · ${articleWords.parallel[language]}`,
    description: slot('summary'),
    path: parallelPath(slug),
    repeats: { page: pagePath(slug), twin: markdownPagePath(slug) },
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

/** Both texts of an article as HTML that does not depend on the language of the page. */
export function renderParallel({ source }: PublishedArticle, texts: Bilingual<TextHtml>): string {
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
          <section key={rows[0]?.zh[0]?.offset} class="aligned content">
            {languages.map((of) => (
              <div key={of} lang={htmlLanguage[of]} dangerouslySetInnerHTML={{ __html: columnOf(rows, of) }} />
            ))}
          </section>
        ))}
    </>,
  );
}

/**
 * Blocks that are shown beside each other: usually one per language, or a whole section if its blocks differ in kind between the
 * languages.
 */
type Row = Bilingual<HtmlBlock[]>;

/** Pairs the sections of both languages and returns the rows of each pair. */
export function alignedSections({ draft }: SourceArticle, texts: Bilingual<TextHtml>): Row[][] {
  const pairs = sectionPairs(draft);
  const sectionsIn = (language: Language): Section[] => pairs.map((pair) => pair[language]);
  const blocks = inBoth((language) => blocksBySection(texts[language], sectionsIn(language)));
  return pairs
    .map((_, index) => rowsOf(inBoth((language) => blocks[language][index] ?? [])))
    .filter(({ length }) => length > 0);
}

/**
 * Distributes blocks to sections. A block belongs to the section that contains its source. Footnotes, whose offset is in no
 * section, belong to the section of the block before them.
 */
function blocksBySection({ content, questions }: TextHtml, sections: readonly Section[]): HtmlBlock[][] {
  const sectionAt = new Map(
    sections.flatMap(({ nodes }, index) => nodes.map((node): [number, number] => [extentOf(node).start, index])),
  );
  const found: HtmlBlock[][] = sections.map(() => []);
  let section = 0;
  for (const block of [...content, ...questions.flatMap(({ heading, answer }) => [heading, ...answer])]) {
    section = sectionAt.get(block.offset) ?? section;
    found[section]?.push(block);
  }
  return found;
}

/**
 * Pairs the blocks of a section one by one if both languages have the same kinds of blocks. Otherwise only the first blocks are
 * paired (if their kinds match), and one row contains all others.
 */
function rowsOf({ zh, en }: Row): Row[] {
  const isSame = zh.length === en.length && zh.every(({ html }, index) => kindOf(html) === kindOf(en[index]?.html));
  if (isSame) return zh.map((block, index) => ({ zh: [block], en: en.slice(index, index + 1) }));
  const heads = kindOf(zh[0]?.html) === kindOf(en[0]?.html) ? 1 : 0;
  return [
    { zh: zh.slice(0, heads), en: en.slice(0, heads) },
    { zh: zh.slice(heads), en: en.slice(heads) },
  ].filter((row) => row.zh.length + row.en.length > 0);
}

/**
 * The kind of a block, such as a paragraph, code or a heading of some level. It is the start of the opening tag: the element name and,
 * if a `class` follows, its first word.
 */
const kindOf = (html = ''): string => /^<(?:div class="heading"><)?[a-z\d]+(?: class="\w+)?/.exec(html)?.[0] ?? '';

/** The maximum number of rows in a grid, for which the style sheet has rules. */
const rowsMax = 60;

function inPieces(rows: Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / rowsMax) }, (_, at) =>
    rows.slice(at * rowsMax, (at + 1) * rowsMax),
  );
}

/**
 * The blocks of one language, one grid element per row. A row without a block gets an empty element, so that the rows stay
 * aligned.
 */
function columnOf(rows: readonly Row[], language: Language): string {
  const html = rows.map(({ [language]: [block, ...others] }) => {
    if (block === undefined) return '<div class="none"></div>';
    const all = [block, ...others].map((one) => one.html).join('\n');
    return others.length === 0 ? all : `<div>${all}</div>`;
  });
  return withIds(html.join('\n'), `${language}.`);
}
