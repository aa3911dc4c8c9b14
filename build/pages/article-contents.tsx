// The contents list of an article: its sections and questions, and beside them what can be done with the section that is read.
// Above the text it stays at the edge of the window and opens; on wide screens it stands beside the text.
import type { TextHtml } from '../bodies/article-texts.ts';
import type { PageHeading } from '../bodies/finished-html.ts';
import type { PublishedArticle } from '../bodies/published-article.ts';
import { pagePath } from '../edition/locations.ts';
import type { Language } from '../edition/vocabulary.ts';
import { articleWords } from './article-words.ts';
import { parallelPath } from './parallel-page.tsx';
import { htmlLanguage, words } from './words.ts';

/** The section of the questions; headings have no dot in their anchors. */
export const questionsId = 'page.questions';

interface Entry {
  anchor: string;
  text: string;
  below: { anchor: string; text: string }[];
}

interface Props {
  article: PublishedArticle;
  text: TextHtml;
  language: Language;
}

export function Contents({ article, text, language }: Props) {
  const { slug } = article.source;
  const citation = `${slug}@${article.digest}`;
  const other = language === 'zh' ? 'en' : 'zh';
  const entries = entriesOf(text, language);
  if (entries.length < 2) return null;
  return (
    // Markdown twins need none: their readers see everything at once.
    <nav class="contents" aria-label={articleWords.contents[language]} data-markdown-ignore>
      <details>
        <summary>{articleWords.contents[language]}</summary>
        <p class="contents-title">{articleWords.contents[language]}</p>
        <ol>
          {entries.map(({ anchor, text: title, below }) => (
            <li key={anchor}>
              <a href={`#${anchor}`}>{title}</a>
              {below.length > 0 && (
                <ol>
                  {below.map((entry) => (
                    <li key={entry.anchor}>
                      <a href={`#${entry.anchor}`}>{entry.text}</a>
                    </li>
                  ))}
                </ol>
              )}
            </li>
          ))}
        </ol>
      </details>
      {/* Within reach wherever the reader is; scripts let them keep the section. */}
      <p class="places">
        <a href={pagePath(slug, other)} hreflang={htmlLanguage[other]} data-place="twin">
          {articleWords.inOther[language]}
        </a>
        <a href={parallelPath(slug, language)} data-place="parallel">
          {articleWords.inBoth[language]}
        </a>
        <button type="button" class="scripted" data-citation={citation} data-copy={citation}>
          {articleWords.citeSection[language]}
        </button>
      </p>
    </nav>
  );
}

/** Headings of the second and third level; one of the third without any before it stands by itself. */
function entriesOf({ headings, questions }: TextHtml, language: Language): Entry[] {
  const entries: Entry[] = [];
  const last = (): Entry | undefined => entries.at(-1);
  for (const { anchor, text, level } of headings.filter(isListed)) {
    if (level === 2 || last() === undefined) entries.push({ anchor, text, below: [] });
    else last()?.below.push({ anchor, text });
  }
  if (questions.length > 0) {
    const below = questions.map(({ anchor, question }) => ({ anchor, text: question }));
    entries.push({ anchor: questionsId, text: words.questions[language], below });
  }
  return entries;
}

const isListed = ({ level, text }: PageHeading): boolean => level <= 3 && text !== '';
