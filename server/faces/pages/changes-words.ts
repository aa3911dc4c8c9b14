// The words of the changes page in both languages.
import type { articleParts, TrustReason } from '../../../build/edition/difference.ts';
import type { Language, VerificationStatus } from '../../../build/edition/vocabulary.ts';

type Words = { readonly [Name in Language]: string };

export const changesWords = {
  editions: { zh: '保存的版本', en: 'Kept editions' },
  editionsNote: {
    zh: '每一行是一个版本；数字说明从那时到现在变了多少篇文章。',
    en: 'One line per edition; the numbers say how many articles became different from then until now.',
  },
  published: { zh: '发布时间', en: 'Published' },
  edition: { zh: '版本', en: 'Edition' },
  served: { zh: '现在的版本', en: 'served now' },
  removed: { zh: '删除', en: 'Removed' },
  changed: { zh: '修改', en: 'Changed' },
  added: { zh: '新增', en: 'Added' },
  unreadable: { zh: '读不出来，无法比较', en: 'cannot be read, so not compared' },
  none: {
    zh: '这里只有现在的版本，没有更早的版本可以比较。',
    en: 'Only the present edition is kept here: there is no earlier one to compare with.',
  },
  since: { zh: '从哪一天起', en: 'Since the day' },
  show: { zh: '查看变化', en: 'Show what changed' },
  same: { zh: '没有变化。', en: 'Nothing changed.' },
  notKept: {
    zh: '没有保存您要的版本，或者地址里的 since 写得不对。下面是与上一个版本的比较。',
    en: 'The edition that you asked for is not kept, or since in the address is not right. Below is the comparison with the previous edition.',
  },
  incomplete: {
    zh: '那时的版本已经不再保存，所以从保存着的、离那时最近的版本算起；可能还有别的变化。',
    en: 'The edition of that time is no longer kept, so the nearest one that is kept is compared; there may be more changes.',
  },
  trust: { zh: '可信度', en: 'Trust' },
  parts: { zh: '改了', en: 'What changed' },
  forPrograms: { zh: '供程序使用', en: 'For programs' },
  pages: { zh: '变化的各页', en: 'Pages of changes' },
  previous: { zh: '上一页', en: 'Previous' },
  next: { zh: '下一页', en: 'Next' },
} as const satisfies Record<string, Words>;

export const partWords: { readonly [Part in (typeof articleParts)[number]]: Words } = {
  title: { zh: '标题', en: 'title' },
  summary: { zh: '摘要', en: 'summary' },
  content: { zh: '正文', en: 'body' },
  qa: { zh: '问答', en: 'questions and answers' },
  slug: { zh: '名称（slug）', en: 'name (slug)' },
  domain: { zh: '领域', en: 'domain' },
  aliases: { zh: '从前的名称', en: 'former names' },
  author: { zh: '作者', en: 'author' },
  tags: { zh: '标签', en: 'tags' },
  keywords: { zh: '关键词', en: 'keywords' },
  riskLevel: { zh: '风险等级', en: 'risk level' },
  createdAt: { zh: '创建时间', en: 'time of creation' },
  publishedAt: { zh: '发布时间', en: 'time of publication' },
  updatedAt: { zh: '更新时间', en: 'time of the last update' },
  relatedArticles: { zh: '相关文章', en: 'related articles' },
  verificationRecords: { zh: '验证记录', en: 'verification records' },
};

export const reasonWords: { readonly [Reason in TrustReason]: Words } = {
  text: { zh: '检查之后文本有改动', en: 'the text was edited after it was checked' },
  'text-restored': { zh: '文本恢复成了检查过的样子', en: 'the text is again the one that was checked' },
  records: { zh: '验证记录变了', en: 'the verification records are others' },
  'text-and-records': { zh: '文本和验证记录都变了', en: 'the text and the verification records are others' },
  computation: { zh: '计算方法变了', en: 'the way in which trust is computed is another' },
};

export const statusNames: { readonly [Status in VerificationStatus]: Words } = {
  verified: { zh: '已验证', en: 'verified' },
  partial: { zh: '部分验证', en: 'partially verified' },
  unverified: { zh: '未验证', en: 'unverified' },
};

export const languageNames: { readonly [Of in Language]: Words } = {
  zh: { zh: '中文', en: 'Chinese' },
  en: { zh: '英文', en: 'English' },
};
