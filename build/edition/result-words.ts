// The labels, headings and notices of search results in both languages. The server's pages and the script that searches while a
// reader types use them.

import type { Domain } from './site-settings.ts';
import type { Bilingual, Language, LanguageChoice, RiskLevel, VerificationStatus } from './vocabulary.ts';

const both = (zh: string, en: string): Bilingual => ({ zh, en });

export const statusNames: { readonly [Status in VerificationStatus]: Bilingual } = {
  verified: both('已验证', 'verified'),
  partial: both('部分验证', 'partially verified'),
  unverified: both('未验证', 'unverified'),
};
export const riskNames: { readonly [Level in RiskLevel]: Bilingual } = {
  low: both('低', 'low'),
  medium: both('中', 'medium'),
  high: both('高', 'high'),
};
/** The names of the values of the risk filter. Each value is an upper limit. */
export const riskLimitNames: { readonly [Level in RiskLevel]: Bilingual } = {
  low: both('低', 'low only'),
  medium: both('不超过中', 'up to medium'),
  high: both('任何', 'any'),
};
/** The names of the language in which a result matches. */
export const matchedNames: { readonly [Choice in LanguageChoice]: Bilingual } = {
  both: both('中英文', 'both'),
  zh: both('中文', 'Chinese'),
  en: both('英文', 'English'),
};

export const resultWords = {
  results: both('搜索结果', 'Search results'),
  list: both('文章列表', 'List of articles'),
  confidence: both('可信度', 'Confidence'),
  risk: both('风险', 'Risk'),
  updated: both('更新于', 'Updated'),
  foundIn: both('匹配：', 'Matched: '),
  filters: both('筛选', 'Filters'),
  chosen: both('（已选，点击取消）', ' (chosen, choose again to remove)'),
  clear: both('清除筛选', 'Clear the filters'),
  nothing: both('没有找到文章。', 'No article was found.'),
  instead: both('换一种问法', 'Searches with results'),
  everything: both('全部文章', 'all articles'),
  pages: both('结果页', 'Pages of results'),
  previous: both('上一页', 'Previous'),
  next: both('下一页', 'Next'),
} as const;

export const filterTitles = {
  domain: both('领域', 'Domain'),
  status: both('验证状态', 'Status'),
  maxRisk: both('风险上限', 'Highest risk'),
  minConfidence: both('可信度下限', 'Least confidence'),
} as const;

export type NamedDomain = Pick<Domain, 'id' | 'name'>;

/** The name of a domain for readers. A domain of an earlier edition that the site no longer has is named by its id. */
export const domainName = (id: string, domains: readonly NamedDomain[], language: Language): string =>
  domains.find((domain) => domain.id === id)?.name[language] ?? id;

/** The names of the values of a filter. For those of the filter `domain`, use `domainName`. */
export const valueName = {
  status: (value: VerificationStatus, language: Language): string => statusNames[value][language],
  maxRisk: (value: RiskLevel, language: Language): string => riskLimitNames[value][language],
  minConfidence: (value: number): string => `≥ ${value}%`,
} as const;

/** The line above the results: how many were found, which page of them is shown, and a notice when nothing answers the query. */
export function foundText(
  { total, page, totalPages }: { total: number; page: number; totalPages: number },
  language: Language,
  {
    isRanked,
    match,
    unmatched = [],
  }: { isRanked: boolean; match?: string | undefined; unmatched?: readonly string[] | undefined },
): string {
  if (total === 0) return resultWords.nothing[language];
  const place = totalPages > 1 ? placeText(page, totalPages)[language] : '';
  if (match === 'none') {
    const missing = unmatched.length === 0 ? '' : missingText(unmatched)[language];
    return {
      zh: `这里没有内容能回答这个问题。${missing}下面 ${total} 篇文章只含有其中的一些词${place}。`,
      en: `Nothing here answers this query. ${missing}${total} ${total === 1 ? 'article has' : 'articles have'} some of its words${place}.`,
    }[language];
  }
  const order = { zh: isRanked ? '相关' : '新', en: isRanked ? 'the most relevant first' : 'the newest first' };
  return {
    zh: `共 ${total} 篇，最${order.zh}的在前${place}。`,
    en: `${total} ${total === 1 ? 'article' : 'articles'}, ${order.en}${place}.`,
  }[language];
}

const placeText = (page: number, totalPages: number) =>
  both(`（第 ${page} / ${totalPages} 页）`, ` (page ${page} of ${totalPages})`);

const missingText = (words: readonly string[]) =>
  both(`没有文章提到：${words.join('、')}。`, `No article has: ${words.join(', ')}. `);

/** Notices of the script that searches while a reader types. `seconds` is the time until it continues. */
export const searchingWords = {
  limited: both(
    '请求太频繁，稍后自动继续。',
    'There were many requests in a short time; the search continues automatically in a moment.',
  ),
  failed: both('现在连不上服务器。', 'The server cannot be reached at the moment.'),
  again: both('重试', 'Try again'),
  all: both('查看全部结果', 'See all results'),
  keys: both('按 ↓ 进入结果，Esc 关闭', '↓ goes to the results, Esc closes'),
} as const;
export const secondsText = (seconds: number, language: Language): string =>
  language === 'zh' ? `${seconds} 秒` : `${seconds} s`;
