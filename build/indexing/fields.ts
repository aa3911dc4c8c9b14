// The searchable fields of an article as terms, per language. Placeholders are left out, so that search never finds them.
import type { Heading, RootContent } from 'mdast';
import { analyse, normalFormOf, wordsIn } from '../edition/analysis.ts';
import type { Language } from '../edition/vocabulary.ts';
import { plainText } from '../source/markdown.ts';
import type { SourceArticle } from '../source/source-article.ts';

export const fieldNames = ['title', 'summary', 'headings', 'lead', 'body', 'keywords', 'phrases', 'tags'] as const;
export type FieldName = (typeof fieldNames)[number];

/** For each field, its terms in order, with repetitions. */
export type FieldTerms = { readonly [Name in FieldName]: readonly string[] };

/**
 * The field `lead` consists of the first two paragraphs with more than 20 characters (shorter ones are labels). It is cut after
 * 600 characters.
 */
const leadParagraphs = 2;
const leadParagraphMin = 20;
const leadCharactersMax = 600;

export function fieldsOf(article: SourceArticle, language: Language): FieldTerms {
  const { fields, texts, parts } = article;
  const content = parts[language].content;
  const written = texts.pairs.filter(({ placeholder }) => !placeholder[language]);
  const questions = written.map(({ question }) => question[language]);
  const answers = written.flatMap(({ answerNodes }) => answerNodes[language]);
  return {
    title: analyse(fields.title[language], 'keep'),
    summary: analyse(fields.summary[language]),
    headings: analyse([plainText(headingsIn(content)), ...questions].join('\n')),
    lead: analyse(leadOf(content)),
    body: analyse(plainText([...content.filter(({ type }) => type !== 'heading'), ...answers])),
    keywords: analyse(fields.keywords.filter((keyword) => !isPhrase(keyword)).join('\n')),
    phrases: analyse(fields.keywords.filter(isPhrase).join('\n')),
    tags: analyse(fields.tags.join('\n')),
  };
}

function headingsIn(nodes: readonly RootContent[]): Heading[] {
  return nodes.filter((node) => node.type === 'heading');
}

function leadOf(nodes: readonly RootContent[]): string {
  const paragraphs = nodes
    .filter(({ type }) => type === 'paragraph')
    .map((node) => plainText([node]).trim())
    .filter((text) => [...text].length > leadParagraphMin)
    .slice(0, leadParagraphs);
  return [...paragraphs.join('\n')].slice(0, leadCharactersMax).join('');
}

// Some keywords are phrases in the words of a reader who does not know the title, such as «the log is too large to open». They
// form a field of their own, apart from the other keywords, which are shorter: names and technical terms.

const phraseWordsMin = 3;
/** The number of Han characters that count as one word. It is 2, because most Chinese words have two characters. */
const hanPerWord = 2;

/** True for a keyword of at least three words, where two Han characters count as a word. */
export function isPhrase(keyword: string): boolean {
  const words = wordsIn(normalFormOf(keyword)).map(({ start, end, isHan }) => (isHan ? (end - start) / hanPerWord : 1));
  return words.reduce((sum, count) => sum + count, 0) >= phraseWordsMin;
}
