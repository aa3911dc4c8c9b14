// What comes after the text of an article and depends on others: related ones, and its neighbours in the domain.
import { renderToString } from 'preact-render-to-string';
import type { OtherArticles, RelatedArticle } from '../bodies/related.ts';
import { pagePath } from '../edition/locations.ts';
import type { Language } from '../edition/vocabulary.ts';
import { articleWords } from './article-words.ts';
import { words } from './words.ts';

/** As HTML; empty when there is nothing to say. */
export function renderArticleEnd({ related, previous, next }: OtherArticles, language: Language): string {
  return renderToString(
    <>
      {related.length > 0 && (
        <section class="related">
          <h2>{words.related[language]}</h2>
          <ul>
            {related.map(({ slug, title }) => (
              <li key={slug}>
                <a href={pagePath(slug, language)}>{title[language]}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {(previous ?? next) !== undefined && (
        // Markdown twins name no neighbours.
        <nav class="neighbours" aria-label={articleWords.neighbours[language]} data-markdown-ignore>
          <Neighbour article={previous} relation="previous" language={language} />
          <Neighbour article={next} relation="next" language={language} />
        </nav>
      )}
    </>,
  );
}

interface NeighbourProps {
  article: RelatedArticle | undefined;
  relation: 'previous' | 'next';
  language: Language;
}

function Neighbour({ article, relation, language }: NeighbourProps) {
  if (article === undefined) return null;
  return (
    <a class={relation} rel={relation === 'previous' ? 'prev' : 'next'} href={pagePath(article.slug, language)}>
      <span>{articleWords[relation][language]}</span> {article.title[language]}
    </a>
  );
}
