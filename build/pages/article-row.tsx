// An article in a list of articles, as HTML and as Markdown: its title, its summary, and a short form of its trust.
import { renderToString } from 'preact-render-to-string';
import { escapedMarkdown, linkLine } from '../bodies/markdown.ts';
import type { PublishedArticle } from '../bodies/published-article.ts';
import type { CatalogueRow } from '../edition/catalogue.ts';
import { pagePath, twinPath } from '../edition/locations.ts';
import { resultWords, riskNames, statusNames } from '../edition/result-words.ts';
import type { Bilingual, Language } from '../edition/vocabulary.ts';
import type { Age, Checks } from '../trust/checks.ts';

/** The fields of an article that lists of articles show. */
export interface ListedArticle {
  /** The row of the catalogue without the locations of the bodies. */
  row: Omit<CatalogueRow, 'shard' | 'bodies'>;
  title: Bilingual;
  summary: Bilingual;
  /** Facts from the verification records, such as the time of the last verification. */
  checks: Checks;
  /** The number of tokens for each kind of evidence. */
  evidence: PublishedArticle['evidence'];
  age: Age;
  /** The article as an item of an HTML list. */
  html: Bilingual;
}

interface Badge {
  text: string;
  class?: string;
  /** The time in ISO 8601, if the badge shows one. */
  time?: string;
}

type Glance = Pick<CatalogueRow, 'verificationStatus' | 'confidenceScore' | 'riskLevel' | 'updatedAt'>;

/** The badges of an article: status, confidence, risk and age. */
function badgesOf(glance: Glance, language: Language): Badge[] {
  const { verificationStatus: status, confidenceScore, riskLevel, updatedAt } = glance;
  return [
    { text: statusNames[status][language], class: status },
    { text: `${resultWords.confidence[language]} ${confidenceScore}%` },
    { text: `${resultWords.risk[language]}: ${riskNames[riskLevel][language]}`, class: `risk-${riskLevel}` },
    { text: resultWords.updated[language], time: updatedAt },
  ];
}

export function Badges({ article, language }: { article: PublishedArticle; language: Language }) {
  const { trust, source } = article;
  const badges = badgesOf(
    { ...source.fields, verificationStatus: trust.status, confidenceScore: trust.score },
    language,
  );
  return (
    // The Markdown version has these values elsewhere: in the metadata of an article, and at the end of a list item.
    <p class="badges" data-markdown-ignore>
      {badges.flatMap(({ text, time, ...badge }, index) => [
        index > 0 && ' ',
        <span key={text} class={badge.class === undefined ? 'badge' : `badge ${badge.class}`}>
          {text}
          {time !== undefined && ' '}
          {time !== undefined && <time dateTime={time}>{time.slice(0, 10)}</time>}
        </span>,
      ])}
    </p>
  );
}

/** The article as an item of an HTML list. */
export function renderRow(article: PublishedArticle, language: Language): string {
  const { slug, texts } = article.source;
  return renderToString(
    <li class="row">
      <h3>
        <a href={pagePath(slug, language)}>{texts.title[language]}</a>
      </h3>
      <p>{texts.summary[language]}</p>
      <Badges article={article} language={language} />
    </li>,
  );
}

/** A list of articles as HTML. */
export function Rows({ language, articles }: { language: Language; articles: readonly ListedArticle[] }) {
  const rows = articles.map(({ html }) => html[language]).join('');
  return <ul class="rows" dangerouslySetInnerHTML={{ __html: rows }} />;
}

/** A list of articles as Markdown. */
export function rowsMarkdown(articles: readonly ListedArticle[], language: Language): string {
  return articles
    .map(({ row, title, summary }) => {
      const badges = badgesOf(row, language).map(({ text, time = '' }) => `${text} ${time.slice(0, 10)}`.trim());
      const text = `${escapedMarkdown(summary[language])} (${badges.join(' · ')})`;
      return linkLine(title[language], twinPath(pagePath(row.slug, language)), text);
    })
    .join('\n');
}
