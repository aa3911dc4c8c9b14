// The words of the documentation and of the changes page, in both languages.
import type { InBoth } from '../source/article.ts';

const both = (zh: string, en: string): InBoth<string> => ({ zh, en });

export const docsWords = {
  intro: both(
    '怎样向这个知识库提问、怎样写文章、怎样运行它。',
    'How to ask this library, how to write for it, and how to run it.',
  ),
  openApi: both('API 的完整描述（OpenAPI 3.1）', 'The complete description of the API (OpenAPI 3.1)'),
  trust: both('可信度怎样计算', 'How trust is computed'),
  reading: both('另见', 'See also'),
  contents: both('本页目录', 'On this page'),
  guidesAround: both('其他指南', 'Other guides'),
  previous: both('上一篇', 'Previous'),
  next: both('下一篇', 'Next'),
  changes: both('变化', 'Changes'),
  changesIntro: both(
    '文章在各个版本之间的变化：删除了什么，改了什么，可信度因此怎样变化，新增了什么。',
    'What became of the articles from edition to edition: which were removed, changed and added, and what that did to their trust.',
  ),
} as const;
