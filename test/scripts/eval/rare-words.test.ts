import { describe, expect, it } from 'vitest';
import { analyse } from '../../../build/edition/analysis.ts';
import { rareWords } from '../../../scripts/eval/rare-words.ts';

const some = Array.from({ length: 500 }, (_, article) => rareWords(article));

describe('the invented words of an article', () => {
  it('are the same every time, as many in each language', () => {
    expect(rareWords(7)).toEqual(some[7]);
    for (const { zh, en } of some) expect(zh).toHaveLength(en.length);
  });

  it('are terms of the index: a word in English, a pair and its characters in Chinese', () => {
    for (const { zh, en } of some.slice(0, 50)) {
      for (const word of en) expect(analyse(word)).toHaveLength(1);
      for (const word of zh) expect(analyse(word)).toHaveLength(3);
    }
  });

  it('are mostly in one article alone, and some in many', () => {
    const articlesWith = new Map<string, number>();
    for (const { en } of some)
      for (const word of new Set(en)) articlesWith.set(word, (articlesWith.get(word) ?? 0) + 1);
    const counts = [...articlesWith.values()];
    expect(counts.filter((count) => count === 1).length).toBeGreaterThan(counts.length / 2);
    expect(Math.max(...counts)).toBeGreaterThan(50);
  });
});
