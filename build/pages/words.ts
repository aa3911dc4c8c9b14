// The fixed texts of all pages in both languages. The articles have their own texts.
import type { Bilingual, EvidenceKind, Language, RecordResult } from '../edition/vocabulary.ts';

const both = (zh: string, en: string): Bilingual => ({ zh, en });

/** The name of each language in that language. */
export const languageNames: Bilingual = { zh: '中文', en: 'English' };

export const words = {
  index: both('供智能体使用：文档索引', 'For agents: documentation index'),
  poweredBy: both('由 Stele 提供支持', 'Powered by Stele'),
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
  search: both('搜索', 'Search'),
  searchLabel: both('搜索文章（中文或英文）', 'Search the articles, in Chinese or English'),
  domains: both('领域', 'Domains'),
  newest: both('最近更新', 'Recently updated'),
  articles: both('篇文章', 'articles'),
  questions: both('问答', 'Q&A'),
  toBeWritten: both('待补充', 'to be written'),
  records: both('验证记录', 'Verification records'),
  related: both('相关文章', 'Related articles'),
  examples: both('示例', 'examples'),
  evidence: both('依据', 'Evidence'),
  noExamples: both('没有记录示例', 'no examples recorded'),
  ran: both('成功', 'ran'),
  failed: both('失败', 'failed'),
  skipped: both('跳过', 'skipped'),
  published: both('发布于', 'Published'),
  author: both('作者', 'Author'),
  tags: both('标签', 'Tags'),
  digest: both('摘要值', 'Digest'),
  stale: both('不针对当前文本', 'not about the present text'),
  site: both('本站', 'Site'),
  edition: both('版本', 'Edition'),
  narrow: both('筛选全部文章', 'All articles, with filters'),
  toHome: both('回到首页', 'To the home page'),
  fault: both('服务器出错了', 'Something went wrong'),
  faultHelp: both(
    '这是我们的错误，已经记录。请稍后再试；下面的编号说明是哪一次请求。',
    'The error is on our side and has been logged. Please try again in a moment; the number below identifies this request.',
  ),
  notFound: both('没有这个页面', 'There is no such page'),
  notFoundHelp: both(
    '地址可能有误，或者页面已经移动。可以搜索，或者从首页开始。',
    'The address may be wrong, or the page may have moved. Search, or start from the home page.',
  ),
} as const;

/** The label of the theme button in each of its states: the present theme, and the theme after a click. */
export const themeWords = {
  system: both('主题：跟随系统。切换到浅色', 'Theme: as the system. Switch to light'),
  light: both('主题：浅色。切换到深色', 'Theme: light. Switch to dark'),
  dark: both('主题：深色。切换到跟随系统', 'Theme: dark. Switch to that of the system'),
} as const;

export const recordResultWords: { readonly [Result in RecordResult]: Bilingual } = {
  passed: both('通过', 'passed'),
  partial: both('部分通过', 'partial'),
  failed: both('失败', 'failed'),
};

export const audienceWords = {
  agent: both('智能体', 'Agents'),
  author: both('作者', 'Authors'),
  operator: both('运维者', 'Operators'),
} as const;

/** Texts of the pages of articles. */
export const articleWords = {
  breadcrumbs: both('当前位置', 'Where this page is'),
  contents: both('目录', 'Contents'),
  trust: both('可信到什么程度，为什么', 'How far to trust it, and why'),
  status: both('状态', 'Status'),
  riskMeaning: both(
    '照做出错时可能有多大的危害；由作者声明',
    'how much harm a mistake could do; declared by the author',
  ),
  allowed: both('作者允许的内容', 'Allowed by the author'),
  allowedMeaning: both(
    '文中有违反这条安全规则的内容，由作者负责',
    'the text breaks this safety rule; its author is responsible for it',
  ),
  current: both('针对当前文本', 'about the present text'),
  noRecords: both('还没有人检查过这篇文章。', 'This article has not been checked yet.'),
  digestMeaning: both(
    '由两种语言的全文算出；改一个字就会不同。',
    'Computed from the whole text in both languages; one changed word changes it.',
  ),
  check: both('自己核对', 'Check it yourself'),
  checkGuide: both(
    '指南：这些值怎样算出，怎样重新计算',
    'The guide: how these values are computed, and how to compute them again',
  ),
  checkData: both('记录和各项分数，JSON', 'The records and all points as JSON'),
  copyMarkdown: both('复制 Markdown', 'Copy as Markdown'),
  cite: both('引用', 'Cite'),
  citeArticle: both('整篇文章', 'The article'),
  citeSection: both('引用本节', 'Cite section'),
  copy: both('复制', 'Copy'),
  copyCode: both('复制这段代码', 'Copy this code'),
  copyCitation: both('复制文章的引用', 'Copy the citation of the article'),
  copied: both('已复制', 'Copied'),
  copyFailed: both(
    '没有复制成功：请选中文字后手动复制。',
    'It could not be copied: please select the text and copy it yourself.',
  ),
  inOther: both('读英文', 'In Chinese'),
  inBoth: both('对照着读这一节', 'Both side by side'),
  parallel: both('中英对照', 'Side by side'),
  inOneLanguage: both('只读一种语言', 'In one language'),
  neighbours: both('本领域的其他文章', 'Other articles of this domain'),
  previous: both('上一篇', 'Previous'),
  next: both('下一篇', 'Next'),
} as const;

/** Texts of the documentation and of the page of changes. */
export const docsWords = {
  intro: both(
    '怎样向这个知识库提问、怎样写文章、怎样运行它。',
    'How to ask this library, how to write for it, and how to run it.',
  ),
  introWithoutGuides: both('API 的描述，以及可信度的依据。', 'The description of the API, and the basis of trust.'),
  openApi: both('API 的完整描述（OpenAPI 3.1）', 'The complete description of the API (OpenAPI 3.1)'),
  trust: both('可信度怎样计算', 'How trust is computed'),
  reading: both('另见', 'See also'),
  contents: both('本页目录', 'On this page'),
  guidesAround: both('其他指南', 'Other guides'),
  changes: both('变化', 'Changes'),
  changesIntro: both(
    '文章在各个版本之间的变化：删除了什么，改了什么，可信度因此怎样变化，新增了什么。',
    'The articles removed, changed and added from edition to edition, and the effect on their trust.',
  ),
} as const;

/** Texts of the trust page and of the pages of domains. */
export const trustWords = {
  title: both('可信度总览', 'Trust'),
  section: both('可信度', 'Trust'),
  intro: both(
    '这里的每个数字都由文章的验证记录和当前文本算出，没有一个是人填写的。',
    'Every number here is computed from the verification records of the articles and their present texts; none is set by hand.',
  ),
  articles: both('文章', 'Articles'),
  verifiedShare: both('已验证', 'Verified'),
  least: both('最低分', 'Lowest score'),
  median: both('中位分', 'Median score'),
  oldest: both('最早的验证', 'Oldest verification'),
  byDomain: both('各领域的状态', 'Statuses by domain'),
  domain: both('领域', 'Domain'),
  all: both('全部', 'All'),
  scores: both('可信度分布', 'Distribution of confidence scores'),
  score: both('可信度', 'Score'),
  status: both('状态', 'Status'),
  oldestList: both('验证时间最早的文章', 'Verified longest ago'),
  attention: both('需要重新检查的文章', 'In need of another look'),
  attentionNone: both(
    '没有：每个验证者的最新记录都针对当前文本，没有一个示例失败。',
    'None: the newest record of every verifier is about the present text, and no example failed.',
  ),
  overdue: both('复核应在此日之前', 'review due by'),
  backed: both('有依据的文本', 'Text that is backed'),
  outdated: both('文本改动后没有再检查的验证者', 'not checked again after an edit by'),
  failing: both('报告失败的验证者', 'failures reported by'),
  meaning: both('这些数字是什么意思', 'What the numbers mean'),
  guide: both('怎样计算，怎样自己重新算一遍', 'How they are computed, and how to compute them again'),
  nothing: both('还没有文章。', 'There are no articles yet.'),
  searchHere: both('在这个领域内搜索', 'Search in this domain'),
  searchButton: both('搜索', 'Search'),
  filter: both('按状态、风险等筛选', 'filter by status, risk and more'),
  newestFirst: both('最近更新的在前', 'most recently updated first'),
  domainsAround: both('其他领域', 'Other domains'),
  previous: both('上一个领域', 'Previous domain'),
  next: both('下一个领域', 'Next domain'),
} as const;

/** Paragraphs that explain the trust values. */
export const meanings: readonly Bilingual[] = [
  both(
    '状态取决于验证记录和文本的摘要值：每个验证者都通过了当前文本，文章才是“已验证”；文本改动之后，旧的记录不再算数。作者可以写明复核日期：过了这一天，文章至多是“部分验证”。',
    'A status depends on the verification records and the digest of the text: an article is verified when every verifier passed its present text; once the text is edited, earlier records no longer count. Authors can name a day by which an article is to be reviewed; after it the article is at most partially verified.',
  ),
  both(
    '可信度分数与状态一致：未验证的不超过 30，部分验证的为 31 到 60，已验证的在 61 以上。在各自的范围内，有依据的文本越多（示例运行过、示例检查过、引用一手来源）、验证者越多、检查越近，分数越高。',
    'A confidence score agrees with the status: unverified articles have at most 30, partially verified ones 31 to 60, verified ones 61 or more. Within its range it grows with the share of the text that is backed (an example ran, one was checked, a primary source is cited), with the verifiers, and with how lately they checked.',
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

/** Names of the kinds of evidence. */
export const evidenceNames: Readonly<Record<EvidenceKind, Bilingual>> = {
  ran: both('示例运行过', 'an example ran'),
  checked: both('示例检查过', 'an example was checked'),
  cited: both('引用一手来源', 'cites a primary source'),
  none: both('没有', 'none'),
};
