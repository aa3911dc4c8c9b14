// The words of the pages in both languages. Articles bring their own.
import { riskNames, statusNames } from '../edition/result-words.ts';
import type { Language, RecordResult, RiskLevel, VerificationStatus } from '../edition/vocabulary.ts';
import type { InBoth } from '../source/article.ts';

const both = (zh: string, en: string): InBoth<string> => ({ zh, en });

export { both as wordsInBoth };

/** As HTML names the languages. */
export const htmlLanguage: { readonly [Name in Language]: string } = { zh: 'zh-Hans', en: 'en' };

/** As the languages name themselves. */
export const languageNames: { readonly [Name in Language]: string } = { zh: '中文', en: 'English' };

export const words = {
  product: both('Stele 知识库', 'Stele'),
  tagline: both(
    '智能体可以查询的双语知识库：每个答案都说明可信到什么程度。',
    'Bilingual knowledge for software agents; every answer says how far to trust it.',
  ),
  index: both('供智能体使用：文档索引', 'For agents: documentation index'),
  asMarkdown: both('本页的 Markdown', 'this page in Markdown'),
  skip: both('跳到正文', 'Skip to content'),
  home: both('首页', 'Home'),
  docs: both('文档', 'Docs'),
  otherLanguage: both('English', '中文'),
  overview: both('总览', 'Overview'),
  parts: both('文章列表，按领域', 'Lists of articles, by domain'),
  partOf: both('索引的一部分，从这里开始', 'Part of the index, which begins at'),
  texts: both('篇', 'texts in each language'),
  everything: both('所有文章的全文，两种语言', 'the full text of all articles in both languages'),
  everyPage: both('所有页面及其更新时间', 'every page, and when it changed'),
  search: both('搜索', 'Search'),
  searchLabel: both('搜索文章（中文或英文）', 'Search the articles, in Chinese or English'),
  results: both('搜索结果', 'Search results'),
  domains: both('领域', 'Domains'),
  newest: both('最近更新', 'Recently updated'),
  articles: both('篇文章', 'articles'),
  list: both('文章列表', 'List of articles'),
  questions: both('问答', 'Q&A'),
  toBeWritten: both('待补充', 'to be written'),
  about: both('关于本文', 'About this article'),
  records: both('验证记录', 'Verification records'),
  related: both('相关文章', 'Related articles'),
  confidence: both('可信度', 'Confidence'),
  examples: both('示例', 'examples'),
  noExamples: both('没有记录示例', 'no examples recorded'),
  ran: both('成功', 'ran'),
  failed: both('失败', 'failed'),
  skipped: both('跳过', 'skipped'),
  risk: both('风险', 'Risk'),
  updated: both('更新于', 'Updated'),
  published: both('发布于', 'Published'),
  author: both('作者', 'Author'),
  tags: both('标签', 'Tags'),
  digest: both('摘要值', 'Digest'),
  stale: both('不针对当前文本', 'not about the present text'),
  forAgents: both('供程序使用', 'For programs'),
  site: both('本站', 'Site'),
  edition: both('版本', 'Edition'),
  narrow: both('筛选全部文章', 'All articles, with filters'),
  toHome: both('回到首页', 'To the home page'),
  fault: both('服务器出错了', 'Something went wrong here'),
  faultHelp: both(
    '这是我们的错误，已经记录。请稍后再试；下面的编号说明是哪一次请求。',
    'The fault is ours, and it has been recorded. Please try again in a moment; the number below names this request.',
  ),
  notFound: both('没有这个页面', 'There is no such page'),
  notFoundHelp: both(
    '地址可能有误，或者页面已经移动。可以搜索，或者从首页开始。',
    'The address may be wrong, or the page may have moved. Search, or start from the home page.',
  ),
} as const;

/** What the button that chooses the theme is called in each of its states. */
export const themeWords = {
  system: both('主题：跟随系统。切换到浅色', 'Theme: as the system. Switch to light'),
  light: both('主题：浅色。切换到深色', 'Theme: light. Switch to dark'),
  dark: both('主题：深色。切换到跟随系统', 'Theme: dark. Switch to that of the system'),
} as const;

export const statusWords: { readonly [Status in VerificationStatus]: InBoth<string> } = statusNames;
export const riskWords: { readonly [Level in RiskLevel]: InBoth<string> } = riskNames;
export const resultWords: { readonly [Result in RecordResult]: InBoth<string> } = {
  passed: both('通过', 'passed'),
  partial: both('部分通过', 'partial'),
  failed: both('失败', 'failed'),
};
export const audienceWords = {
  agent: both('智能体', 'Agents'),
  author: both('作者', 'Authors'),
  operator: both('运维者', 'Operators'),
} as const;
