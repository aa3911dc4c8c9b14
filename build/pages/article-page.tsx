// The page of an article in one language.
import { htmlIn } from '../bodies/article-html.ts';
import type { TextHtml } from '../bodies/article-texts.ts';
import type { PublishedArticle } from '../bodies/published-article.ts';
import { relatedSlot } from '../bodies/related.ts';
import { domainPath, pagePath } from '../edition/locations.ts';
import { domainNames, type Language } from '../edition/vocabulary.ts';
import { Actions } from './article-actions.tsx';
import { Contents, questionsId } from './article-contents.tsx';
import { articleWords } from './article-words.ts';
import type { AssetAddresses } from './assets.ts';
import { Badges } from './badges.tsx';
import { renderPage } from './layout.tsx';
import { localPath } from './local-path.ts';
import { articleThings } from './structured-data.ts';
import { words } from './words.ts';

interface Props {
  article: PublishedArticle;
  /** What it says in this language. */
  text: TextHtml;
  language: Language;
  assets: AssetAddresses;
}

/** With a gap where the related articles and the neighbours go. */
export function renderArticlePage({ article, text, language, assets }: Props): string {
  const { slug, texts } = article.source;
  return renderPage({
    language,
    assets,
    title: texts.title[language],
    description: texts.summary[language],
    path: pagePath(slug),
    things: articleThings(article, language),
    scripts: ['article.js'],
    children: <ArticleBody article={article} text={text} language={language} assets={assets} />,
  });
}

function ArticleBody({ article, text, language, assets }: Props) {
  const { texts, domain } = article.source;
  return (
    <article class="knowledge" data-copy={articleWords.copy[language]} data-copy-code={articleWords.copyCode[language]}>
      <div class="lead">
        <nav class="crumbs" aria-label={articleWords.breadcrumbs[language]} data-markdown-ignore>
          <ol>
            <li>
              <a href={localPath(language, '')}>{words.home[language]}</a>
            </li>
            <li>
              <a href={domainPath(domain, language)}>{domainNames[domain][language]}</a>
            </li>
          </ol>
        </nav>
        <h1>{texts.title[language]}</h1>
        <p class="summary">{texts.summary[language]}</p>
        <Badges article={article} language={language} />
        <Actions article={article} language={language} hasGuide={assets.hasTrustGuide === true} />
      </div>
      <Contents article={article} text={text} language={language} />
      <div class="text">
        <div class="content" dangerouslySetInnerHTML={{ __html: htmlIn(text.content) }} />
        <Questions text={text} language={language} />
        <About article={article} language={language} />
        {relatedSlot}
      </div>
    </article>
  );
}

function Questions({ text: { questions }, language }: Pick<Props, 'text' | 'language'>) {
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

function About({ article, language }: Pick<Props, 'article' | 'language'>) {
  const { author, publishedAt, updatedAt, tags } = article.source.fields;
  return (
    // Markdown has its own section for this: HTTP specification, section 2.5, part 5.
    <dl class="about" data-markdown-ignore>
      <dt>{words.author[language]}</dt>
      <dd>{author}</dd>
      <dt>{words.published[language]}</dt>
      <dd>
        <time dateTime={publishedAt}>{publishedAt.slice(0, 10)}</time>
      </dd>
      <dt>{words.updated[language]}</dt>
      <dd>
        <time dateTime={updatedAt}>{updatedAt.slice(0, 10)}</time>
      </dd>
      <dt>{words.tags[language]}</dt>
      <dd>{tags.join(', ')}</dd>
    </dl>
  );
}
