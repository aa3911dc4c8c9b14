import { describe, expect, it } from 'vitest';
import { readQuery } from '../../../server/search/query.ts';

const termsOfQuery = (query: string) => readQuery(query).terms;

/** Terms with their weights, as `term` or `term*weight`. */
const terms = (query: string): string[] =>
  termsOfQuery(query).map(({ term, weight }) => (weight === 1 ? term : `${term}*${weight}`));

describe('a query as weighted terms', () => {
  it.each([
    ['teapot', ['teapot']],
    ['Teapots', ['teapot']],
    ['two teapots, two cups', ['two', 'teapot', 'cup']],
    ['茶壶', ['茶*0.5', '茶壶', '壶*0.5']],
    ['猫', ['猫']],
    ['猫 狗', ['猫', '狗']],
    ['VACUUM 猫', ['vacuum*1.5', '猫']],
    ['ECONNREFUSED', ['econnrefus']],
    ['-32601', ['-32601', '32601']],
    ['C++', ['c++', 'c']],
    ['tools/list', ['tools/list', 'tool', 'list']],
    ['protocolVersion', ['protocolversion', 'protocol', 'version']],
    ['', []],
    ['？！…… --- ()', []],
  ])('%j is %j', (query, expected) => {
    expect(terms(query)).toEqual(expected);
  });

  it.each([
    ['什么是茶壶？', '茶壶'],
    ['什麼是茶壺？', '茶壶'],
    ['什麽是茶壺', '茶壶'],
    ['什么叫茶壶', '茶壶'],
    ['如何清洗茶壶', '清洗茶壶'],
    ['怎么清洗茶壶？', '清洗茶壶'],
    ['怎么样清洗茶壶', '清洗茶壶'],
    ['怎麼樣清洗茶壺', '清洗茶壶'],
    ['怎样清洗茶壶', '清洗茶壶'],
    ['怎樣清洗茶壺', '清洗茶壶'],
    ['为什么茶壶漏水', '茶壶漏水'],
    ['為什麼茶壺漏水', '茶壶漏水'],
    ['爲什麼茶壺漏水', '茶壶漏水'],
    ['为何茶壶漏水', '茶壶漏水'],
    ['為何茶壺漏水', '茶壶漏水'],
    ['是否可以清洗茶壶', '清洗茶壶'],
    ['能否清洗茶壶', '清洗茶壶'],
    ['哪些茶壶漏水', '茶壶漏水'],
    ['哪个茶壶漏水', '茶壶漏水'],
    ['哪個茶壺漏水', '茶壶漏水'],
    ['请问，茶壶漏水', '茶壶漏水'],
    ['請問：茶壺漏水', '茶壶漏水'],
    ['请教一下茶壶漏水', '茶壶漏水'],
    ['我想知道茶壶漏水', '茶壶漏水'],
    ['想問一下茶壺漏水', '茶壶漏水'],
    ['茶壶是什么', '茶壶'],
    ['茶壺是什麼？', '茶壶'],
    ['茶壶是什么意思？', '茶壶'],
    ['茶壶漏水怎么办？！', '茶壶漏水'],
    ['茶壺漏水怎麼辦', '茶壶漏水'],
    ['茶壶漏水怎么做', '茶壶漏水'],
    ['茶壶漏水吗？', '茶壶漏水'],
    ['茶壺漏水嗎', '茶壶漏水'],
    ['茶壶漏水呢。', '茶壶漏水'],
    ['How do I clean a teapot?', 'clean teapot'],
    ['how can we clean a teapot', 'clean teapot'],
    ['How to clean a teapot', 'clean teapot'],
    ['What is a teapot?', 'teapot'],
    ['what are teapots', 'teapots'],
    ["What's the teapot?", 'teapot'],
    ['What’s the teapot?', 'teapot'],
    ['why does a teapot drip', 'teapot drip'],
    ['Is there a teapot?', 'teapot'],
    ['Can I clean teapots?', 'clean teapots'],
    ['Where do I clean teapots', 'clean teapots'],
  ])('asks the same with %j as with %j', (question, words) => {
    expect(termsOfQuery(question)).toEqual(termsOfQuery(words));
    expect(termsOfQuery(question).length).toBeGreaterThan(0);
  });

  it.each([
    ['如何', ['如*0.5', '如何', '何*0.5']],
    ['什么是', ['什*0.5', '什么', '么*0.5', '么是', '是*0.5']],
    ['the who', ['the', 'who']],
    ['How to', ['how', 'to']],
  ])('searches for %j, where nothing is left beside the question', (query, expected) => {
    expect(terms(query)).toEqual(expect.arrayContaining(expected));
    expect(terms(query)).toHaveLength(expected.length);
  });

  it('takes each term once, however often it is said', () => {
    expect(terms('teapot Teapot TEAPOTS ｔｅａｐｏｔ')).toEqual(['teapot']);
  });

  it('asks the same in full width as in half width', () => {
    const queries = ['How do I clean a teapot?', 'what is KIMI_WORK_DIR', '如何设置 max_tokens？', 'set badge count'];
    for (const query of queries) {
      const wide = query.replace(/[!-~]/g, (character) =>
        String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0),
      );
      expect(readQuery(wide)).toEqual(readQuery(query));
    }
  });
});
