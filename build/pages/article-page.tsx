// The page of an article in one language.
import { renderToString } from 'preact-render-to-string';
import { htmlIn, type TextHtml } from '../bodies/html.ts';
import { relatedJson } from '../bodies/json.ts';
import { relatedMarkdown } from '../bodies/markdown.ts';
import {
  type OtherArticles,
  type PublishedArticle,
  type RelatedArticle,
  relatedSlot,
} from '../bodies/published-article.ts';
import type { BodyName } from '../edition/catalogue.ts';
import { domainPath, pagePath, representationPath, twinPath } from '../edition/locations.ts';
import { domainName, resultWords } from '../edition/result-words.ts';
import { htmlLanguage, type Language, languageChoices, otherLanguage } from '../edition/vocabulary.ts';
import { Badges } from './article-row.tsx';
import type { PageBase } from './assets.ts';
import { CopyStatus, Crumbs, copyWords, Neighbours, parallelPath, renderPage } from './layout.tsx';
import { articleThings } from './structured-data.ts';
import { TrustPanel } from './trust-panel.tsx';
import { articleWords as said, words } from './words.ts';

interface Props {
  article: PublishedArticle;
  /** The text of the article in this language. */
  text: TextHtml;
  language: Language;
}

/** Renders the page of an article. It has a slot for the related, the previous and the next articles. */
export function renderArticlePage({ base, ...props }: Props & { base: PageBase }): string {
  const { article, text, language } = props;
  const { slug, domain, texts } = article.source;
  return renderPage({
    language,
    base,
    title: texts.title[language],
    description: texts.summary[language],
    path: pagePath(slug),
    things: articleThings(article, language, base),
    children: (
      <article class="knowledge" {...copyWords(language)}>
        <div class="lead">
          <Crumbs
            language={language}
            links={[[domainName(domain, base.site.domains, language), domainPath(domain, language)]]}
          />
          <h1>{texts.title[language]}</h1>
          <p class="summary">{texts.summary[language]}</p>
          <Badges article={article} language={language} />
          <Actions article={article} language={language} hasGuide={base.hasTrustGuide} />
        </div>
        <Contents {...props} />
        <div class="text">
          <div class="content" dangerouslySetInnerHTML={{ __html: htmlIn(text.content) }} />
          <Questions {...props} />
          <About {...props} />
          {relatedSlot}
        </div>
      </article>
    ),
  });
}

type ActionsProps = Omit<Props, 'text'> & { hasGuide: boolean };

/** The actions on an article: copy it, cite it, read it in another form. Buttons need scripts and are hidden without them. */
function Actions({ article, language, hasGuide }: ActionsProps) {
  const { slug } = article.source;
  const twin = twinPath(pagePath(slug, language));
  const citation = `${slug}@${article.digest}`;
  return (
    // The Markdown version leaves the actions out, because its readers already have the Markdown.
    <div class="actions" data-markdown-ignore>
      <TrustPanel article={article} language={language} hasGuide={hasGuide} />
      {/* The citation of the whole article. Sections are cited beside the table of contents. */}
      <details class="cite">
        <summary>{said.cite[language]}</summary>
        <dl>
          <dt>{said.citeArticle[language]}</dt>
          <dd>
            <code>{citation}</code>{' '}
            <button type="button" class="scripted" data-copy={citation} aria-label={said.copyCitation[language]}>
              {said.copy[language]}
            </button>
          </dd>
        </dl>
      </details>
      <button type="button" class="scripted" data-copy-from={twin}>
        {said.copyMarkdown[language]}
      </button>
      <a href={parallelPath(slug, language)} data-place="parallel">
        {said.parallel[language]}
      </a>
      <a href={twin}>Markdown</a>
      <a href={representationPath(slug, 'json')}>JSON</a>
      <CopyStatus language={language} />
    </div>
  );
}

/** The id of the section with the questions. No anchor of a heading can equal it, because anchors contain no dot. */
const questionsId = 'page.questions';

interface Entry {
  anchor: string;
  text: string;
  below?: Entry[];
}

/**
 * The table of contents, and the actions on the section that is being read. In narrow windows it is above the text, sticks to the
 * top of the window and can be opened. In wide windows it is beside the text.
 */
function Contents({ article, text, language }: Props) {
  const { slug } = article.source;
  const citation = `${slug}@${article.digest}`;
  const other = otherLanguage(language);
  const entries = entriesOf(text, language);
  if (entries.length < 2) return null;
  return (
    // The Markdown version leaves the table of contents out, because agents read the whole text at once.
    <nav class="contents" aria-label={said.contents[language]} data-markdown-ignore>
      <details>
        <summary>{said.contents[language]}</summary>
        <p class="contents-title">{said.contents[language]}</p>
        <Entries entries={entries} />
      </details>
      {/* Always visible while the reader scrolls. A script makes these links lead to the same section. */}
      <p class="places">
        <a href={pagePath(slug, other)} hreflang={htmlLanguage[other]} data-place="twin">
          {said.inOther[language]}
        </a>
        <a href={parallelPath(slug, language)} data-place="parallel">
          {said.inBoth[language]}
        </a>
        <button type="button" class="scripted" data-citation={citation} data-copy={citation}>
          {said.citeSection[language]}
        </button>
      </p>
    </nav>
  );
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  return (
    <ol>
      {entries.map(({ anchor, text, below = [] }) => (
        <li key={anchor}>
          <a href={`#${anchor}`}>{text}</a>
          {below.length > 0 && <Entries entries={below} />}
        </li>
      ))}
    </ol>
  );
}

/**
 * Headings of the second and third level as entries. A third-level heading belongs to the second-level heading before it, or is
 * an entry of its own if there is none.
 */
function entriesOf({ headings, questions }: TextHtml, language: Language): Entry[] {
  const entries: (Entry & { below: Entry[] })[] = [];
  for (const { anchor, text, level } of headings) {
    if (level > 3 || text === '') continue;
    const last = entries.at(-1);
    if (level === 2 || last === undefined) entries.push({ anchor, text, below: [] });
    else last.below.push({ anchor, text });
  }
  if (questions.length > 0) {
    const below = questions.map(({ anchor, question }) => ({ anchor, text: question }));
    entries.push({ anchor: questionsId, text: words.questions[language], below });
  }
  return entries;
}

function Questions({ text: { questions }, language }: Props) {
  if (questions.length === 0) return null;
  return (
    <section class="questions" id={questionsId}>
      <h2>{words.questions[language]}</h2>
      {questions.map(({ anchor, twin, question, isPlaceholder, answer }) => (
        <details key={anchor} open>
          <summary>
            <h3 id={anchor} data-twin={twin}>
              {question}
            </h3>
            {isPlaceholder && <span class="badge">{words.toBeWritten[language]}</span>}
          </summary>
          <div class="content" dangerouslySetInnerHTML={{ __html: htmlIn(answer) }} />
        </details>
      ))}
    </section>
  );
}

function About({ article, language }: Props) {
  const { author, publishedAt, updatedAt, tags } = article.source.fields;
  return (
    // The Markdown version has its own section for these values (HTTP specification, section 2.5, part 5).
    <dl class="about" data-markdown-ignore>
      <dt>{words.author[language]}</dt>
      <dd>{author}</dd>
      <dt>{words.published[language]}</dt>
      <dd>
        <time dateTime={publishedAt}>{publishedAt.slice(0, 10)}</time>
      </dd>
      <dt>{resultWords.updated[language]}</dt>
      <dd>
        <time dateTime={updatedAt}>{updatedAt.slice(0, 10)}</time>
      </dd>
      <dt>{words.tags[language]}</dt>
      <dd>{tags.join(', ')}</dd>
    </dl>
  );
}

/** The content of the slot in a body: the related articles and, on a page, the previous and next articles. */
export function relatedPart(name: BodyName, others: OtherArticles): string {
  const choice = languageChoices.find((one) => name.endsWith(`.${one}`)) ?? 'both';
  if (name.startsWith('json.')) return relatedJson(others, choice);
  if (name.startsWith('markdown.')) return relatedMarkdown(others, choice);
  return name.startsWith('page.') && choice !== 'both' ? renderArticleEnd(others, choice) : '';
}

/** The end of an article's page: the related articles, and the previous and next articles in the domain. */
function renderArticleEnd({ related, previous, next }: OtherArticles, language: Language): string {
  const linkTo = ({ slug, title }: RelatedArticle) => ({ href: pagePath(slug, language), title: title[language] });
  return renderToString(
    <>
      {related.length > 0 && (
        <section class="related">
          <h2>{words.related[language]}</h2>
          <ul>
            {related.map(linkTo).map(({ href, title }) => (
              <li key={href}>
                <a href={href}>{title}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Neighbours
        language={language}
        label={said.neighbours}
        names={said}
        previous={previous && linkTo(previous)}
        next={next && linkTo(next)}
      />
    </>,
  );
}
