// The results of the search form, some at a time. Whatever is typed is searched: a form refuses nothing.
import { escapeHtml, type SlotName } from '../../../build/edition/slots.ts';
import type { Language } from '../../../build/edition/vocabulary.ts';
import type { Library } from '../../library.ts';
import { page as pageNumber, queryLengthMax } from '../../operations/parameters.ts';
import { findMatches } from '../../operations/search.ts';
import { readQuery } from '../http/query-string.ts';

/** Results shown on one page. */
const resultsShown = 20;

const words = {
  list: { zh: '文章列表', en: 'List of articles' },
  nothing: { zh: '没有找到文章。', en: 'No article was found.' },
  pages: { zh: '结果页', en: 'Pages of results' },
  previous: { zh: '上一页', en: 'Previous' },
  next: { zh: '下一页', en: 'Next' },
} as const;

/** What fills the search page's slots; undefined when nothing was asked. */
export function resultsFor(
  library: Library,
  language: Language,
  url: string,
): Partial<Record<SlotName, string>> | undefined {
  const { q: given = '', page: wanted } = readQuery(url).values;
  const text = asSearched(given);
  if (text === '') return undefined;
  const matches = findMatches(library, { q: text });
  const last = Math.max(1, Math.ceil(matches.total / resultsShown));
  const page = Math.min(last, pageNumber.safeParse(wanted).data ?? 1);
  const rows = matches
    .page((page - 1) * resultsShown, page * resultsShown)
    .map((position) => library.body(position, `row.${language}`).toString('utf8'));
  const addressOf = (number: number): string =>
    `/${language}/?q=${encodeURIComponent(text)}${number === 1 ? '' : `&#38;page=${number}`}`;
  const link = (number: number, relation: 'previous' | 'next'): string =>
    `<a rel="${relation === 'previous' ? 'prev' : 'next'}" href="${addressOf(number)}">${words[relation][language]}</a>`;
  const links = [...(page > 1 ? [link(page - 1, 'previous')] : []), ...(page < last ? [link(page + 1, 'next')] : [])];
  const list =
    rows.length === 0 ? '' : `<h2 class="unseen">${words.list[language]}</h2><ul class="rows">${rows.join('')}</ul>`;
  const navigation = links.length === 0 ? '' : `<nav aria-label="${words.pages[language]}">${links.join(' · ')}</nav>`;
  const count = countText(matches.total, { page, last })[language];
  return { query: escapeHtml(text), results: `<p>${count}</p>${list}${navigation}` };
}

/** NFKC, without control characters, cut where the API would refuse. */
export function asSearched(given: string): string {
  const text = given
    .normalize('NFKC')
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();
  return [...text].slice(0, queryLengthMax).join('').trim();
}

function countText(found: number, { page, last }: { page: number; last: number }): Record<Language, string> {
  if (found === 0) return words.nothing;
  const place =
    last === 1 ? { zh: '', en: '' } : { zh: `（第 ${page} / ${last} 页）`, en: ` (page ${page} of ${last})` };
  return {
    zh: `共 ${found} 篇，最相关的在前${place.zh}。`,
    en: `${found} ${found === 1 ? 'article' : 'articles'}, the most relevant first${place.en}.`,
  };
}
