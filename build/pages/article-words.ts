// The words of the pages of an article, in both languages.
import { wordsInBoth as both } from './words.ts';

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
    'the text breaks this safety rule; its author answers for it',
  ),
  current: both('针对当前文本', 'about the present text'),
  noRecords: both('还没有人检查过这篇文章。', 'Nobody has checked this article yet.'),
  digestMeaning: both(
    '由两种语言的全文算出；改一个字就会不同。',
    'Computed from the whole text in both languages; one changed word makes another.',
  ),
  check: both('自己核对', 'Check it yourself'),
  checkGuide: both(
    '指南：这些值怎样算出，怎样重新计算',
    'The guide: how these values are computed, and how to compute them again',
  ),
  checkData: both('记录和各项分数，JSON', 'The records and all points as JSON'),
  actions: both('使用本文', 'Use this article'),
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
  parallelSummary: both('两种语言逐节对照', 'both languages, section by section'),
  inOneLanguage: both('只读一种语言', 'In one language'),
  neighbours: both('本领域的其他文章', 'Other articles of this domain'),
  previous: both('上一篇', 'Previous'),
  next: both('下一篇', 'Next'),
} as const;
