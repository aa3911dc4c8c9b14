// What the guide to the benchmarks says around the numbers, and how it calls in Chinese what the tables call in English.
import { languages } from '../../build/edition/vocabulary.ts';
import type { Wording } from '../../build/messages.ts';

/** The parts whose results the guide shows, in its order. */
export const shownParts = ['serve', 'search', 'answers', 'abstention', 'build', 'start'] as const;
export type ShownPart = (typeof shownParts)[number];

export const partWords: Record<ShownPart, { heading: Wording; about: Wording }> = {
  serve: {
    heading: { zh: '回答请求', en: 'Answering' },
    about: {
      zh: '服务与生产环境一样什么都开着：限额、请求编号、日志、统计、实体标签、发现头和安全头。`raw` 是只写出同样字节的 `node:http`，也就是 Node 能做到的上限；`fastify` 和 `express` 带同样的头、限额和压缩，每次把对象序列化，但不记日志、不做统计。`stele: key, agent` 的调用者带密钥和名字。同一个 `raw` 量两次，两次差多少，别的比值就只能信到多少。',
      en: 'The service has everything on, as in production: limits, request ids, log, statistics, entity tags, discovery and security headers. `raw` is `node:http` writing the same bytes and nothing else, which is what Node can do at all; `fastify` and `express` have the same headers, limits and compression and serialise an object each time, without log or statistics. Callers of `stele: key, agent` have a key and a name. The same `raw` is measured twice: no other ratio can be trusted further than those two agree.',
    },
  },
  search: {
    heading: { zh: '进程内的检索', en: 'Searching, in process' },
    about: {
      zh: '从查询文字到排好序的编号和总数，含分词、译词和错字的扩展；查询是语料里的，有一部分带错字。MiniSearch 和 SQLite 的 FTS5 用同样的词和字段，不扩展。',
      en: 'From the text of a query to ordered ids and their total, with analysis, translations and tolerance of typos; the queries are those of the corpus, some with typos. MiniSearch and FTS5 of SQLite have the same terms and fields, and expand nothing.',
    },
  },
  answers: {
    heading: { zh: '几百个 token 里有没有答案', en: 'Answers in a few hundred tokens' },
    about: {
      zh: '每个问题都向 `/context` 提出，文字最多 400 或 800 个 token。“文章”：有一段出自能回答的文章（需要两篇的问题，两篇都要有）；“小节”：有一段出自该链接所指的小节；“答案”：答案原文出现在某一段里。“文字”和“全部”是段落文字与整个响应的 token 数，取中位数。xquad-grouped 的问题由人针对某一段文字写成；链接文字离开原来的页面，有时含义不清；自己的问题是写给 `content/` 的，需要两篇的和说得含糊的各 40 个。这些数字不能说明模型拿到段落后答得对不对；没有被标注、但同样答得上来的段落也没有算进去。',
      en: 'Each question is asked of `/context` with at most 400 or 800 tokens of text. “article”: a passage is of an article that answers (for questions that need two articles, of both); “section”: a passage is of the section that a link with this text leads to; “answer”: the answer stands word for word in one passage. “text” and “whole” are median tokens of the passages and of the whole response. The questions of xquad-grouped were written by people about one paragraph each; texts of links are sometimes vague without the page around them; our own questions are about `content/`, with 40 vague ones and 40 that need two articles in each language. The numbers do not say how often a model answers correctly with such passages, and passages that answer without having been judged do not count.',
    },
  },
  abstention: {
    heading: { zh: '没有答案时看不看得出来', en: 'Knowing that nothing here answers' },
    about: {
      zh: '把文章按 slug 的散列分成两半，只用一半构建版本，再提出全部问题：答案在另一半的问题，在这里就没有答案。AUROC 是有答案的问题比没有答案的问题得到更高 `relevance` 的概率，0.5 等于瞎猜；ECE（期望校准误差）把 `relevance` 分成十档，看它与“第一条确实答得上来”的比例平均差多少。后面几列是被判为 `none`、`strong` 或 `weak` 的比例；“自己的全部内容”一行用的是完整的版本，另加每种语言 40 个没有答案的问题。下面几张表是风险—覆盖率：只相信 `relevance` 不低于某个值的第一条时，还剩多少问题，其中第一条答得上来的占多少。这些数字不能说明换一批文章会怎样：`relevance` 的曲线就是在这些问题上拟合的；文档里留下的那一半常有相邻的页面也能回答，却仍算作没有答案。',
      en: 'The articles are halved by a hash of their slugs, an edition is built of one half, and all questions are asked: those whose answers are in the other half have none here. AUROC is the probability that a question with an answer gets a higher `relevance` than one without; .5 is guessing. ECE, the expected calibration error, says how far `relevance` lies on average from the share of first items that do answer, in ten bins. Then the shares of questions called `none`, `strong` or `weak`; the row “all own content” is of the whole edition, with 40 more questions in each language that nothing answers. The tables after that are risk and coverage: when first items are believed only from some `relevance` on, how many questions are left, and for how many of these the first item answers. The numbers do not say how other articles would do, because the curve of `relevance` was fitted on these questions; and in documentation a page of the half that is there often answers as well, which counts as a mistake here.',
    },
  },
  build: {
    heading: { zh: '构建', en: 'Building' },
    about: {
      zh: '从 Node 启动到结束，两种语言的全部产物，连同检查和代码着色。Eleventy 只写 HTML；“same plugins” 一行用同样的 remark 和 Shiki 插件。',
      en: 'From the start of Node to its end, all outputs in both languages, with checks and coloured code. Eleventy writes HTML alone; the row “same plugins” has the same plugins of remark and Shiki.',
    },
  },
  start: {
    heading: { zh: '启动与内存', en: 'Starting, and memory' },
    about: {
      zh: '从启动进程到第一个成功的检索回答；回答的每个字节都校验过，“就绪”指整个版本都校验过：不超过 64 MiB 的版本在回答之前，更大的由一个线程在回答的同时校验。内存是那一刻进程的常驻内存。对照是带同样中间件、只回答一个常量的 Express 服务。',
      en: 'From the start of the process to the first good answer to a search. Every byte of that answer is verified; “ready” means that the whole edition is: one of up to 64 MiB before anything is answered, a larger one by a thread meanwhile. Memory is what the process holds at that moment. It is compared with an Express server that has the same middleware and answers a constant.',
    },
  },
};

/** The sets of questions that answers and abstention are measured on. */
const setsInChinese = {
  documentation: '文档',
  'documentation, links': '文档，链接文字',
  'xquad-grouped': 'xquad-grouped',
  'own questions': '自己的问题',
  'questions for two articles': '需要两篇文章的问题',
  'vague symptoms': '说得含糊的问题',
  'long questions': '很长的问题',
  'all own content': '自己的全部内容',
  'half of own content': '自己的一半内容',
} as const;

/** Each goal of questions in each language. */
function goalsOfQuestions(): Record<string, string> {
  const goals = {
    'section, # tokens': '有小节，# token',
    'answer, # tokens': '有答案，# token',
    'time of a context / of a search': '取段落与检索的时间之比',
    AUROC: 'AUROC',
    ECE: 'ECE',
    'answerable called none': '有答案却判为 none',
    'unanswerable called weak or none': '没有答案，判为 weak 或 none',
  };
  const said = (['documentation', 'xquad-grouped'] as const).flatMap((set) =>
    languages.flatMap((language) =>
      Object.entries(goals).map(([en, zh]) => [
        `${set}, ${language}: ${en}`,
        `${setsInChinese[set]}，${language}：${zh}`,
      ]),
    ),
  );
  return Object.fromEntries(said);
}

/** With `#` for each number that is no part of a word. A single word that does not stand here is a name, and stays as it is. */
export const chineseFor: Readonly<Record<string, string>> = {
  // Heads of tables.
  'article, identity (# bytes)': '文章，不压缩（# 字节）',
  'article, gzip (# bytes)': '文章，gzip（# 字节）',
  'markdown, identity (# bytes)': 'Markdown，不压缩（# 字节）',
  'markdown, gzip (# bytes)': 'Markdown，gzip（# 字节）',
  'search, identity (# bytes)': '检索，不压缩（# 字节）',
  'search, gzip (# bytes)': '检索，gzip（# 字节）',
  'of raw': '与 raw 之比',
  quartiles: '四分位',
  '× raw': '是 raw 的几倍',
  'req/s': '每秒回答',
  'engine, articles': '引擎，文章数',
  mean: '平均',
  '/ ours p50': '与我们的 p50 之比',
  'open ms': '打开，ms',
  'RSS MB': '常驻内存，MB',
  'RSS MiB': '常驻内存，MiB',
  'ready ms': '就绪，ms',
  'RSS MB then': '那时的常驻内存，MB',
  run: '哪一次',
  articles: '文章数',
  'CPU s': 'CPU，s',
  'CPU ms/article': '每篇 CPU，ms',
  'cold s': '从头构建，s',
  'peak RSS MiB': '最多的常驻内存，MiB',
  'edition MiB': '整个版本，MiB',
  'largest file MiB': '最大的文件，MiB',
  server: '服务',
  ratio: '比值',
  // What is compared.
  'raw, again': 'raw，再来一次',
  'stele, again, #': 'stele，再来一次，#',
  'stele: key, agent': 'stele：密钥和名字',
  cold: '从头',
  unchanged: '没有改动',
  'one edit': '改了一篇',
  'Node alone': '只有 Node',
  'Eleventy alone': '只有 Eleventy',
  'the same again': '同上，再来一次',
  'Eleventy, same plugins': 'Eleventy，同样的插件',
  'empty Express': '空的 Express',
  'empty Express, again': '空的 Express，再来一次',
  'own content': '自己的内容',
  '# articles': '# 篇',
  // Questions and what is said of them.
  ...setsInChinese,
  ...Object.fromEntries(Object.entries(setsInChinese).map(([en, zh]) => [`${en}: relevance ≥`, `${zh}：relevance ≥`])),
  answers: '有没有答案',
  'tokens ≤': 'token ≤',
  article: '文章',
  section: '小节',
  answer: '答案',
  text: '文字',
  whole: '全部',
  search: '检索 p50，ms',
  'nothing answers': '看不看得出没有答案',
  answerable: '有答案',
  not: '没有答案',
  'answerable: none': '有答案：none',
  'not: none': '没有答案：none',
  'weak or none': 'weak 或 none',
  ...Object.fromEntries(
    languages.flatMap((language) => [
      [`${language}: kept`, `${language}：剩下`],
      [`${language}: answered`, `${language}：答得上来`],
    ]),
  ),
  // Goals.
  ...goalsOfQuestions(),
  'A/A: raw against itself': 'A/A：raw 与它自己',
  'within # %; else compare nothing': '相差不到 # %，否则什么也不比',
  'an article: req/s by raw': '一篇文章：每秒回答与 raw 之比',
  'an article: p99 by raw': '一篇文章：p99 与 raw 之比',
  'an article: req/s by fastify': '一篇文章：每秒回答与 fastify 之比',
  'an article in gzip: req/s by express': 'gzip 的一篇文章：每秒回答与 express 之比',
  'median of FTS5 / ours, #': 'FTS5 的中位数与我们的之比，# 篇',
  'median of MiniSearch / ours, #': 'MiniSearch 的中位数与我们的之比，# 篇',
  'p99, #': 'p99，# 篇',
  'cold / Eleventy, same plugins': '从头构建与用同样插件的 Eleventy 之比',
  'cold / Eleventy alone': '从头构建与只有 Eleventy 之比',
  'largest file, # articles': '最大的文件，# 篇',
  'peak memory, # articles': '最多占用的内存，# 篇',
  'CPU time per article, # to #': '每篇的 CPU 时间，# 篇与 # 篇之比',
  'time / empty, # articles': '启动时间与空的 Express 之比，# 篇',
  'memory / empty, # articles': '内存与空的 Express 之比，# 篇',
};
