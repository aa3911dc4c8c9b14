// Status, confidence and risk at a glance, and the article as an entry of a list.
import { renderToString } from 'preact-render-to-string';
import type { PublishedArticle } from '../bodies/published-article.ts';
import { pagePath } from '../edition/locations.ts';
import type { Language } from '../edition/vocabulary.ts';
import { riskWords, statusWords, words } from './words.ts';

export function Badges({ article, language }: { article: PublishedArticle; language: Language }) {
  const { trust, source } = article;
  const { riskLevel, updatedAt } = source.fields;
  return (
    // Markdown says the same in its own way: in the metadata of an article, behind the entry of a list.
    <p class="badges" data-markdown-ignore>
      <span class={`badge ${trust.status}`}>{statusWords[trust.status][language]}</span>{' '}
      <span class="badge">
        {words.confidence[language]} {trust.score}%
      </span>{' '}
      <span class={`badge risk-${riskLevel}`}>
        {words.risk[language]}: {riskWords[riskLevel][language]}
      </span>{' '}
      <span class="badge">
        {words.updated[language]} <time dateTime={updatedAt}>{updatedAt.slice(0, 10)}</time>
      </span>
    </p>
  );
}

export function Row({ article, language }: { article: PublishedArticle; language: Language }) {
  const { slug, texts } = article.source;
  return (
    <li class="row">
      <h3>
        <a href={pagePath(slug, language)}>{texts.title[language]}</a>
      </h3>
      <p>{texts.summary[language]}</p>
      <Badges article={article} language={language} />
    </li>
  );
}

/** The article in a list of search results, as HTML. */
export function renderRow(article: PublishedArticle, language: Language): string {
  return renderToString(<Row article={article} language={language} />);
}
