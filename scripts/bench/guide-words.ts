// What the guide to the benchmarks says around the numbers, and how it calls in Chinese what the tables call in English.
import type { Wording } from '../../build/messages.ts';

/** The parts whose results the guide shows, in its order. */
export const shownParts = ['serve', 'search', 'build', 'start'] as const;
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
  // Goals.
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
