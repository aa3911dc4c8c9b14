// What can be done with an article: copy it, cite it, read it otherwise. Buttons work by script and are shown where scripts run.
import type { PublishedArticle } from '../bodies/published-article.ts';
import { pagePath, representationPath, twinPath } from '../edition/locations.ts';
import type { Language } from '../edition/vocabulary.ts';
import { articleWords as said } from './article-words.ts';
import { parallelPath } from './parallel-page.tsx';
import { TrustPanel } from './trust-panel.tsx';

interface Props {
  article: PublishedArticle;
  language: Language;
  hasGuide: boolean;
}

export function Actions({ article, language, hasGuide }: Props) {
  const { slug } = article.source;
  const twin = twinPath(pagePath(slug, language));
  return (
    // Of no use to those who read Markdown: they have it already.
    <div class="actions" data-markdown-ignore>
      <TrustPanel article={article} language={language} hasGuide={hasGuide} />
      <Citations citation={`${slug}@${article.digest}`} language={language} />
      <button type="button" class="scripted" data-copy-from={twin}>
        {said.copyMarkdown[language]}
      </button>
      <a href={parallelPath(slug, language)} data-place="parallel">
        {said.parallel[language]}
      </a>
      <a href={twin}>Markdown</a>
      <a href={representationPath(slug, 'json')}>JSON</a>
      <p class="said" role="status" data-copied={said.copied[language]} data-failed={said.copyFailed[language]} />
    </div>
  );
}

/** Of the article; sections are cited beside the contents list. */
function Citations({ citation, language }: { citation: string; language: Language }) {
  return (
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
  );
}
