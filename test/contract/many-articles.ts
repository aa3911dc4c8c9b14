// A site large enough for several pages of results: 130 short articles from a small vocabulary, the same in each run.
import { digestOf } from '../../build/trust/digest.ts';
import { articleWith } from '../build/sources.ts';
import { type ArticleParts, articleText, contentOf } from '../site.ts';
import { domainValues } from './specification/search-items.ts';

export const articlesMade = 130;

/** Chinese words and their English translations, from frequent to rare in the articles. */
export const vocabulary: readonly (readonly [zh: string, en: string])[] = [
  ['茶壶', 'teapot'], ['企鹅', 'penguin'], ['钢琴', 'piano'], ['信鸽', 'pigeon'], ['柠檬', 'lemon'], ['勺子', 'spoon'],
  ['银行', 'bank'], ['时间', 'timeout'], ['连接', 'connection'], ['数据库', 'database'], ['错误', 'error'],
  ['协议', 'protocol'], ['文件', 'file'], ['权限', 'permission'], ['缓存', 'cache'], ['网络', 'network'],
  ['灯塔', 'lighthouse'], ['风筝', 'kite'], ['雪橇', 'sledge'], ['纽扣', 'button'],
]; // biome-ignore format: as a list

/** A word that occurs only in questions without an answer. */
export const unanswered = { zh: '石像鬼', en: 'gargoyle' } as const;

/** Returns the field `verification` for the article with this number and digest, or no field. */
export type RecordsOf = (seed: number, digest: string) => Record<string, string>;

/** Returns Markdown to append to both bodies of the article with this number. */
export type MoreOf = (seed: number) => string;

export function manyArticles(records: RecordsOf = recordsOf, more: MoreOf = () => ''): Promise<string> {
  const files = Array.from({ length: articlesMade }, (_, seed) => {
    const parts = partsOf(seed, more);
    // Records contain the digest of the text, so the text is made first.
    const digest = digestOf(articleWith(parts).texts);
    return [pathOf(seed), articleText({ ...parts, fields: { ...parts.fields, ...records(seed, digest) } })];
  });
  return contentOf(Object.fromEntries(files));
}

/** A pseudo-random number from 0 to `sides` − 1 that depends only on the arguments: one step of the generator mulberry32. */
function dice(seed: number, throwNumber: number, sides: number): number {
  let state = (seed * 7919 + throwNumber * 104_729 + 0x6d2b79f5) | 0;
  state = Math.imul(state ^ (state >>> 15), state | 1);
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
  return ((state ^ (state >>> 14)) >>> 0) % sides;
}

const pathOf = (seed: number): string => `${domainValues[dice(seed, 1, 9)]}/article-${seed}.md`;

/** A random word. Squaring the random number makes the first words of the vocabulary frequent. */
const wordOf = (seed: number, place: number): readonly [string, string] =>
  vocabulary[Math.floor((dice(seed, place, 1000) / 1000) ** 2 * vocabulary.length)] ?? ['', ''];

function partsOf(seed: number, more: MoreOf): ArticleParts {
  const words = Array.from({ length: 3 + dice(seed, 2, 20) }, (_, index) => wordOf(seed, 100 + index));
  const [title, second] = [wordOf(seed, 10), wordOf(seed, 11)];
  const zhQuestion = `\n\n## 问答\n\n### ${unanswered.zh}怎么办？\n\n待补充`;
  const enQuestion = `\n\n## Q&A\n\n### What about the ${unanswered.en}?\n\nTODO`;
  const isUnfinished = seed % 4 === 0;
  // A third of the articles contain question words. A search that did not drop question words would match them.
  const asking = seed % 3 === 0 ? '请问这是什么意思？为什么？怎么办呢？好吗？' : '';
  return {
    id: `art_${(seed * 7919).toString(36)}`,
    zhTitle: `${title[0]}与${second[0]}`,
    enTitle: `${title[1]} and ${second[1]}`,
    zh: `## ${second[0]}\n\n${words.map(([zh]) => zh).join('，')}。${asking}${more(seed)}${isUnfinished ? zhQuestion : ''}`,
    en: `## ${second[1]}\n\n${words.map(([, en]) => en).join(' ')}.${more(seed)}${isUnfinished ? enQuestion : ''}`,
    fields: {
      summary: '{ zh: "一些词。", en: "Some words." }',
      // There are few different days, so that many articles have the same age.
      updatedAt: `2026-02-${String(1 + dice(seed, 3, 9)).padStart(2, '0')}T00:00:00Z`,
      riskLevel: ['low', 'medium', 'high'][dice(seed, 4, 3)] ?? 'low',
    },
  };
}

function recordsOf(seed: number, digest: string): Record<string, string> {
  const result = ['passed', 'passed', 'partial', 'failed', undefined][dice(seed, 5, 5)];
  if (result === undefined) return {};
  const examples = `{ ran: ${dice(seed, 6, 4)}, failed: 0, skipped: ${dice(seed, 7, 3)} }`;
  return {
    verification: `\n  - { verifier: runner, result: ${result}, at: 2026-03-01T00:00:00Z, digest: ${digest}, examples: ${examples} }`,
  };
}
