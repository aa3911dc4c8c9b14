// A found article as an entry of a list: shared by the server and the script that searches while a reader types.
import type { SearchItem } from './article-schema.ts';
import { element, type Markup, type MarkupElement } from './markup.ts';
import { matchedNames, resultWords, riskNames, statusNames } from './result-words.ts';
import { domainNames, type Language, type LanguageChoice, languages } from './vocabulary.ts';

/** An item of the API's answer to a search. */
export interface FoundItem extends SearchItem {
  matched?: LanguageChoice | undefined;
  snippet?: { zh?: string | undefined; en?: string | undefined } | undefined;
}

const htmlLanguage = { zh: 'zh-Hans', en: 'en' } as const;

export function resultRow(item: FoundItem, language: Language): MarkupElement {
  return element(
    'li',
    { class: 'row' },
    element('h3', {}, element('a', { href: articlePage(item, language) }, item.title[language])),
    excerptOf(item, language),
    marksOf(item, language),
  );
}

/** The short form, under a search box. */
export function shortRow(item: FoundItem, language: Language): MarkupElement {
  const { verificationStatus: status, confidenceScore: score } = item;
  return element(
    'li',
    {},
    element('a', { href: articlePage(item, language) }, item.title[language]),
    excerptOf(item, language, nearFirstMark),
    element(
      'p',
      { class: 'badges' },
      badge(statusNames[status][language], status),
      badge(`${score}%`),
      domainOf(item, language),
    ),
  );
}

const articlePage = ({ slug }: FoundItem, language: Language): string => `/${language}/articles/${slug}`;

/** The snippet, in the other language where only that text matches; otherwise the summary. */
function excerptOf(
  { snippet = {}, summary }: FoundItem,
  language: Language,
  cut: (excerpt: string) => string = (excerpt) => excerpt,
): MarkupElement {
  const other = languages.find((candidate) => candidate !== language && snippet[candidate] !== undefined);
  const own = snippet[language];
  if (own !== undefined) return element('p', { class: 'excerpt' }, withMarks(cut(own)));
  if (other === undefined) return element('p', { class: 'excerpt' }, summary[language]);
  return element('p', { class: 'excerpt', lang: htmlLanguage[other] }, withMarks(cut(snippet[other] ?? '')));
}

/** Words of the query are between `**`; other asterisks, as in `src/**`, are text. */
const mark = /\*\*(?=[^\s*/.,;:)\]])([^*]+)\*\*/;

function withMarks(excerpt: string): Markup[] {
  return excerpt.split(mark).map((piece, index) => (index % 2 === 0 ? piece : element('mark', {}, piece)));
}

/** Cuts the beginning, so that the first word of the query is visible where there is little room. */
function nearFirstMark(excerpt: string): string {
  const first = excerpt.search(mark);
  if (first < 60) return excerpt;
  const before = [...excerpt.slice(0, first)].slice(-40).join('');
  // From the beginning of a word, in texts with spaces.
  return `…${before.slice(before.indexOf(' ') + 1)}${excerpt.slice(first)}`;
}

function marksOf(item: FoundItem, language: Language): MarkupElement {
  const { verificationStatus: status, confidenceScore, riskLevel, updatedAt, matched } = item;
  return element(
    'p',
    { class: 'badges' },
    badge(statusNames[status][language], status),
    badge(`${resultWords.confidence[language]} ${confidenceScore}%`),
    badge(`${resultWords.risk[language]}: ${riskNames[riskLevel][language]}`, `risk-${riskLevel}`),
    element(
      'span',
      { class: 'badge' },
      `${resultWords.updated[language]} `,
      element('time', { datetime: updatedAt }, updatedAt.slice(0, 10)),
    ),
    domainOf(item, language),
    matched === undefined ? undefined : badge(`${resultWords.foundIn[language]}${matchedNames[matched][language]}`),
  );
}

const domainOf = ({ domain }: FoundItem, language: Language): MarkupElement => badge(domainNames[domain][language]);

const badge = (text: string, kind?: string): MarkupElement =>
  element('span', { class: kind === undefined ? 'badge' : `badge ${kind}` }, text);
