import { describe, expect, it } from 'vitest';
import type { JudgedQuery, QuerySet } from '../../../scripts/eval/queries.ts';
import { type VariantName, variantSets } from '../../../scripts/eval/variants.ts';

function setOf(texts: readonly string[], language: 'zh' | 'en' = 'en'): QuerySet {
  const queries = texts.map(
    (q, index): JudgedQuery => ({
      q,
      language,
      relevant: [`slug-${index}`],
      kind: 'anchor',
      isTitle: true,
      half: 'dev',
    }),
  );
  return { name: 'tea', file: `tea.${language}.jsonl`, queries };
}

/** What a variant makes of one query; undefined when it leaves it out. */
const variant = (name: VariantName, q: string, language: 'zh' | 'en' = 'en'): string | undefined =>
  variantSets([setOf([q], language)], [name])[0]?.queries[0]?.q;

const words = Array.from(
  { length: 300 },
  (_, index) => `kettle${'abc'[index % 3]} brews quickly number${'xyz'[index % 3]}`,
);

/** How many words of a query are not those of another. */
const changedWords = (one: string, other: string): number =>
  one.split(' ').filter((word, index) => word !== other.split(' ')[index]).length;

describe('variants', () => {
  it('have the same queries unchanged beside them, to be compared with', () => {
    const [set] = variantSets([setOf(['teapot', 'kettle', 'samovar', '茶'])], ['same']);
    expect(set?.queries.map(({ q, kind }) => [q, kind])).toEqual([
      ['teapot', 'anchor+same'],
      ['茶', 'anchor+same'],
    ]);
  });

  it('are made of every third query, those that change nothing left out', () => {
    const [set] = variantSets([setOf(['teapot', 'kettle', 'samovar', '茶', 'a', 'b', 'percolator'])], ['typo1']);
    expect(set?.name).toBe('tea+typo1');
    expect(set?.queries.map(({ relevant }) => relevant[0])).toEqual(['slug-0', 'slug-6']);
    expect(set?.queries[0]).toMatchObject({ kind: 'anchor+typo1', isTitle: false });
    expect(variantSets([setOf(['茶壶'], 'zh')], ['typo1', 'fullwidth', 'cut60'])).toEqual([]);
  });

  it('make one typing error in one long word, never in its first letter', () => {
    const [set] = variantSets([setOf(words)], ['typo1']);
    const originals = words.filter((_, index) => index % 3 === 0);
    expect(set?.queries).toHaveLength(100);
    set?.queries.forEach(({ q }, index) => {
      const original = originals[index] ?? '';
      expect(changedWords(original, q)).toBe(1);
      expect(q.split(' ').map((word) => word[0])).toEqual(original.split(' ').map((word) => word[0]));
    });
  });

  it('make two typing errors in two words where there are two, else both in one', () => {
    const [set] = variantSets([setOf(words)], ['typo2']);
    const originals = words.filter((_, index) => index % 3 === 0);
    expect(set?.queries.map(({ q }, index) => changedWords(originals[index] ?? '', q))).toEqual(Array(100).fill(2));
    expect(variant('typo2', 'teapot of tin')).toMatch(/^t\w+ of tin$/);
  });

  it('touch only the Latin words of a Chinese query', () => {
    expect(variant('typo1', '如何配置 teapot 的壶嘴', 'zh')).toMatch(/^如何配置 t\w+ 的壶嘴$/);
  });

  it('cut long words to three fifths', () => {
    expect(variant('cut60', 'brew percolator four spout')).toBe('brew percol four spo');
  });

  it('write Traditional characters and full-width letters', () => {
    expect(variant('traditional', '数据库连接', 'zh')).toBe('數據庫連接');
    expect(variant('fullwidth', 'C++ 17')).toBe('Ｃ＋＋ １７');
  });

  it('join the first half in English and the second in Chinese of parallel files', () => {
    const sets = [setOf(['why does a teapot drip'], 'en'), setOf(['茶壶为什么漏水'], 'zh')];
    expect(variantSets(sets, ['half'])[0]).toMatchObject({
      name: 'tea+half',
      queries: [{ q: 'why does a 什么漏水', language: 'mixed', relevant: ['slug-0'] }],
    });
    const [english, chinese] = sets;
    const other = chinese?.queries.map((query) => ({ ...query, relevant: ['kettle'] })) ?? [];
    expect(variantSets(english && chinese ? [english, { ...chinese, queries: other }] : [], ['half'])).toEqual([]);
  });

  it('are the same every time', () => {
    expect(variantSets([setOf(words)], ['typo1', 'typo2'])).toEqual(variantSets([setOf(words)], ['typo1', 'typo2']));
  });
});
