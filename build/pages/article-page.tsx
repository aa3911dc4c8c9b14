// The page of an article in one language.
import { anchorFor, type HtmlContext, htmlOf, newHtmlContext } from '../bodies/article-html.ts';
import type { PublishedArticle } from '../bodies/published-article.ts';
import { relatedSlot } from '../bodies/related.ts';
import { domainPath, pagePath, representationPath, twinPath } from '../edition/locations.ts';
import { domainNames, type Language } from '../edition/vocabulary.ts';
import type { AssetAddresses } from './assets.ts';
import { Badges } from './badges.tsx';
import { Confidence } from './confidence.tsx';
import { renderPage } from './layout.tsx';
import { localPath } from './local-path.ts';
import { articleThings } from './structured-data.ts';
import { resultWords, words } from './words.ts';

interface Props {
  article: PublishedArticle;
  language: Language;
}

export function renderArticlePage({ article, language, assets }: Props & { assets: AssetAddresses }): string {
  const { slug, texts } = article.source;
  return renderPage({
    language,
    assets,
    title: texts.title[language],
    description: texts.summary[language],
    path: pagePath(slug),
    things: articleThings(article, language),
    children: <ArticleBody article={article} language={language} />,
  });
}

function ArticleBody({ article, language }: Props) {
  const { source } = article;
  const { texts, parts, domain, draft } = source;
  const context = newHtmlContext(draft, language);
  const content = htmlOf(parts[language].content, context);
  return (
    <article>
      <p class="breadcrumbs">
        <a href={localPath(language, '')}>{words.home[language]}</a> ›{' '}
        <a href={domainPath(domain, language)}>{domainNames[domain][language]}</a>
      </p>
      <h1>{texts.title[language]}</h1>
      <p class="summary">{texts.summary[language]}</p>
      <Badges article={article} language={language} />
      <div class="content" dangerouslySetInnerHTML={{ __html: content }} />
      <Questions article={article} language={language} context={context} />
      {relatedSlot}
      <About article={article} language={language} />
    </article>
  );
}

function Questions({ article, language, context }: Props & { context: HtmlContext }) {
  const { pairs, texts } = article.source;
  if (pairs.length === 0) return null;
  return (
    <section>
      <h2>{words.questions[language]}</h2>
      {pairs.map((pair, index) => {
        const question = texts.pairs[index]?.question[language] ?? '';
        const anchor = anchorFor(question, context);
        const answer = htmlOf(pair.answerNodes[language], context);
        return (
          <details key={anchor} open>
            <summary>
              <h3 id={anchor}>{question}</h3>
              {pair.placeholder[language] && <span class="badge">{words.toBeWritten[language]}</span>}
            </summary>
            <div dangerouslySetInnerHTML={{ __html: answer }} />
          </details>
        );
      })}
    </section>
  );
}

function About({ article, language }: Props) {
  const { source, trust, digest } = article;
  const { fields, slug } = source;
  return (
    // Markdown has its own sections for this: HTTP specification, section 2.5, parts 5 to 8.
    <section class="about" data-markdown-ignore>
      <h2>{words.about[language]}</h2>
      <dl>
        <dt>{words.confidence[language]}</dt>
        <dd>
          <Confidence trust={trust} language={language} />
        </dd>
        {fields.verification.length > 0 && (
          <>
            <dt>{words.records[language]}</dt>
            <dd>
              <ul>
                {fields.verification.map(({ verifier, result, at, notes }, index) => (
                  <li key={`${verifier} ${at}`}>
                    {verifier}: {resultWords[result][language]}, <time dateTime={at}>{at.slice(0, 10)}</time>
                    {trust.stale[index] === true && ` (${words.stale[language]})`}
                    {notes !== undefined && ` — ${typeof notes === 'string' ? notes : notes[language]}`}
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
        <dt>{words.author[language]}</dt>
        <dd>{fields.author}</dd>
        <dt>{words.published[language]}</dt>
        <dd>
          <time dateTime={fields.publishedAt}>{fields.publishedAt.slice(0, 10)}</time>
        </dd>
        <dt>{words.tags[language]}</dt>
        <dd>{fields.tags.join(', ')}</dd>
        <dt>{words.digest[language]}</dt>
        <dd>
          <code>{digest}</code>
        </dd>
        <dt>{words.forAgents[language]}</dt>
        <dd>
          <a href={twinPath(pagePath(slug))}>Markdown</a> · <a href={representationPath(slug, 'json')}>JSON</a>
        </dd>
      </dl>
    </section>
  );
}
