// The contents list of an article: its sections and questions. A list that opens on small screens, and stands beside the text on
// wide ones.
import type { TextHtml } from '../bodies/article-texts.ts';
import type { PageHeading } from '../bodies/finished-html.ts';
import type { Language } from '../edition/vocabulary.ts';
import { articleWords } from './article-words.ts';
import { words } from './words.ts';

/** The section of the questions; headings have no dot in their anchors. */
export const questionsId = 'page.questions';

interface Entry {
  anchor: string;
  text: string;
  below: { anchor: string; text: string }[];
}

export function Contents({ text, language }: { text: TextHtml; language: Language }) {
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
