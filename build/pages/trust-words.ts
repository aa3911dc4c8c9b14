// The words of the trust page and of the domain pages, in both languages.
import type { Language } from '../edition/vocabulary.ts';
import type { InBoth } from '../source/article.ts';

const both = (zh: string, en: string): InBoth<string> => ({ zh, en });

export const trustWords = {
  title: both('可信度总览', 'Trust'),
  section: both('可信度', 'Trust'),
  intro: both(
    '这里的每个数字都由文章的验证记录和当前文本算出，没有一个是人填写的。',
    'Every number here is computed from the verification records of the articles and their present texts; nobody sets one.',
  ),
  articles: both('文章', 'Articles'),
  verifiedShare: both('已验证', 'Verified'),
  least: both('最低分', 'Lowest score'),
  median: both('中位分', 'Median score'),
  oldest: both('最早的验证', 'Oldest verification'),
  byDomain: both('各领域的状态', 'Statuses by domain'),
  domain: both('领域', 'Domain'),
  all: both('全部', 'All'),
  scores: both('可信度分布', 'How the confidence scores are spread'),
  score: both('可信度', 'Score'),
  status: both('状态', 'Status'),
  oldestList: both('验证时间最早的文章', 'Verified longest ago'),
  attention: both('需要重新检查的文章', 'In need of another look'),
  attentionNone: both(
    '没有：每个验证者的最新记录都针对当前文本，没有一个示例失败。',
    'None: the newest record of every verifier is about the present text, and no example failed.',
  ),
  outdated: both('文本改动后没有再检查的验证者', 'not checked again after an edit by'),
  failing: both('报告失败的验证者', 'failures reported by'),
  meaning: both('这些数字是什么意思', 'What the numbers mean'),
  guide: both('怎样计算，怎样自己重新算一遍', 'How they are computed, and how to compute them again'),
  nothing: both('还没有文章。', 'There are no articles yet.'),
  glance: both('可信度一览', 'Trust at a glance'),
  searchHere: both('在这个领域内搜索', 'Search in this domain'),
  searchButton: both('搜索', 'Search'),
  filterStatus: both('状态', 'Status'),
  filterRisk: both('风险', 'Risk'),
  any: both('全部', 'all'),
  noMatch: both('没有符合这两个条件的文章。', 'No article has both.'),
  newestFirst: both('最近更新的在前', 'most recently updated first'),
  domainsAround: both('其他领域', 'Other domains'),
  previous: both('上一个领域', 'Previous domain'),
  next: both('下一个领域', 'Next domain'),
} as const;

/** What follows from the way in which trust is computed, as paragraphs. */
export const meanings: readonly InBoth<string>[] = [
  both(
    '状态只取决于验证记录和文本的摘要值：每个验证者都通过了当前文本，文章才是“已验证”；文本改动之后，旧的记录不再算数。',
    'A status depends on the verification records and the digest of the text alone: an article is verified when every verifier passed its present text; once the text is edited, earlier records no longer count.',
  ),
  both(
    '可信度分数与状态一致：未验证的不超过 50，部分验证的为 51 到 80，已验证的在 81 以上。在各自的范围内，运行成功的示例越多、验证者越多，分数越高。',
    'A confidence score agrees with the status: unverified articles have at most 50, partially verified ones 51 to 80, verified ones 81 or more. Within its range it grows with the examples that ran and with the verifiers.',
  ),
  both(
    '分数说明文章检查得有多彻底，不保证每一句话都对；风险等级说明照错了做会有多大损失，与分数无关。',
    'A score says how thoroughly an article was checked, not that each of its sentences is right; the risk level says how much harm a mistake can do, and has nothing to do with the score.',
  ),
];

export function chartText(articles: number, ranges: readonly string[], language: Language): string {
  return {
    zh: `${articles} 篇文章的可信度分数，每 5 分一组。${ranges.join('；')}。`,
    en: `The confidence scores of ${articles} articles in steps of 5. ${ranges.join('; ')}.`,
  }[language];
}
