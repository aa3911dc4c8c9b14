import fc from 'fast-check';
import { Converter } from 'opencc-js/cn2t';
import { describe, expect, it } from 'vitest';
import { analyse, holdsHan } from '../../../build/edition/analysis.ts';
import { readQuery } from '../../../server/search/query.ts';

const termsOfQuery = (query: string) => readQuery(query).terms;

/** The terms of a query with their weights, each as `term` or `term*weight`. */
const terms = (query: string): string[] =>
  termsOfQuery(query).map(({ term, weight }) => (weight === 1 ? term : `${term}*${weight}`));

describe('a query as weighted terms', () => {
  it.each([
    ['Teapots', ['teapot']],
    ['茶壶', ['茶*0.5', '茶壶', '壶*0.5']],
    ['猫', ['猫']],
    ['VACUUM 猫', ['vacuum*1.5', '猫']],
    ['-32601', ['-32601', '32601']],
    ['C++', ['c++', 'c']],
    ['tools/list', ['tools/list', 'tool', 'list']],
    ['protocolVersion', ['protocolversion', 'protocol', 'version']],
    ['？！…… --- ()', []],
  ])('%j has the terms %j', (query, expected) => {
    expect(terms(query)).toEqual(expected);
  });

  it.each([
    ['什么是茶壶？', '茶壶'],
    ['为什么茶壶漏水', '茶壶漏水'],
    ['请问，茶壶漏水', '茶壶漏水'],
    ['我想知道茶壶漏水', '茶壶漏水'],
    ['茶壶是什么', '茶壶'],
    ['茶壶漏水怎么办？！', '茶壶漏水'],
    ['茶壶漏水吗？', '茶壶漏水'],
    ['How do I clean a teapot?', 'clean teapot'],
    ["What's the teapot?", 'teapot'],
    ['What’s the teapot?', 'teapot'],
    ['why does a teapot drip', 'teapot drip'],
  ])('%j has the same terms as %j', (question, words) => {
    expect(termsOfQuery(question)).toEqual(termsOfQuery(words));
    expect(termsOfQuery(question).length).toBeGreaterThan(0);
  });

  it.each([
    ['什么是', ['什*0.5', '什么', '么*0.5', '么是', '是*0.5']],
    ['the who', ['the', 'who']],
  ])('%j keeps its question words as terms, because it has no other words', (query, expected) => {
    expect(terms(query)).toEqual(expect.arrayContaining(expected));
    expect(terms(query)).toHaveLength(expected.length);
  });
});

describe('a query', () => {
  const toTraditional = Converter({ from: 'cn', to: 't' });
  const fullWidth = (text: string): string =>
    text
      .replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))
      .replaceAll(' ', '\u3000');
  const pieces = fc.constantFrom(
    ...['什么是', '为什么', '怎么办', '请问', '可以', '吗', '吧', '呢', '哪里', '还是'],
    ...['酒吧', '几何', '任何', '申请问题'],
    ...['连接', '超时', '数据库', '茶壶', '里面', '头发', '？', '，', ' '],
    ...['how to ', 'What is a ', "what's ", 'tools/call', 'max_tokens', 'setMenu', 'C++', '-32601', 'teapots '],
  );
  const queries = fc.array(pieces, { maxLength: 7 }).map((some) => some.join(''));

  it('has the same terms in Traditional characters and in full-width letters', () => {
    fc.assert(
      fc.property(queries, (query) => {
        expect(readQuery(toTraditional(query))).toEqual(readQuery(query));
        expect(readQuery(fullWidth(query))).toEqual(readQuery(query));
      }),
      { numRuns: 200 },
    );
  });

  it('has each term of its text once, and is Chinese if one of the terms is Chinese', () => {
    fc.assert(
      fc.property(fc.oneof(queries, fc.string({ unit: 'binary' })), (query) => {
        const { text, terms: own, hasHan } = readQuery(query);
        const analysed = analyse(text);
        const expected = new Set(analysed.length > 0 ? analysed : analyse(text, 'keep'));
        expect(own.map(({ term }) => term)).toEqual([...expected]);
        expect(hasHan).toBe(own.some(({ term }) => holdsHan(term)));
      }),
    );
  });

  it.each([
    ['附近的酒吧', '酒吧'],
    ['任何错误', '任何'],
    ['怎么办理证书', '办理'],
    ['请问，哪里有酒吧吗', '酒吧'],
  ])('%j keeps the term %j, which shares a character with a question word', (query, term) => {
    expect(termsOfQuery(query).map((own) => own.term)).toContain(term);
  });

  it.each([
    ['茶壶为什么漏水', '茶壶 漏水'],
    ['茶壶应该怎么清洗呢', '茶壶 清洗'],
    ['茶壶 怎么 清洗', '茶壶 清洗'],
  ])('%j has the same terms as %j, because a question word is no term wherever it stands', (query, words) => {
    expect(termsOfQuery(query)).toEqual(termsOfQuery(words));
  });
});

/** The terms that only help to order the matches of other terms. */
const supporting = (query: string): string[] =>
  termsOfQuery(query).flatMap(({ term, isSupporting }) => (isSupporting ? [term] : []));
/** The terms that are only parts of an identifier, each as `part < identifier`. */
const parts = (query: string): string[] =>
  termsOfQuery(query).flatMap(({ term, partOf }) => (partOf === undefined ? [] : [`${term} < ${partOf}`]));

describe('the single characters that only help to order the matches of words', () => {
  it.each([
    ['茶壶', ['茶', '壶']],
    ['茶 壶', []],
    ['茶，茶壶', ['壶']],
    ['teapot茶壶C++', ['茶', '壶']],
    ['𠮷野', ['𠮷', '野']],
  ])('of %j are %j', (query, expected) => {
    expect(supporting(query)).toEqual(expected);
  });
});

describe('the terms that are only parts of identifiers', () => {
  it.each([
    ['tools/call', ['tool < tools/call', 'call < tools/call']],
    ['max_tokens', ['max < max_tokens', 'token < max_tokens']],
    ['dock.setMenu', ['dock < dock.setmenu', 'setmenu < dock.setmenu', 'set < dock.setmenu', 'menu < dock.setmenu']],
    ['$emit', ['emit < $emit']],
    ['ｍａｘ＿ｔｏｋｅｎｓ', ['max < max_tokens', 'token < max_tokens']],
    // `tokens` is also a separate word of the query, so its term is not only a part.
    ['max_tokens tokens', ['max < max_tokens']],
    // Hyphenated words, flags and numbers are not identifiers.
    ['well-known', []],
    ['--port', []],
    ['-32601', []],
    // An identifier that is too long is not a term itself, so its parts are ordinary terms.
    [`${'a'.repeat(40)}/${'b'.repeat(40)}`, []],
  ])('of %j are %j', (query, expected) => {
    expect(parts(query)).toEqual(expected);
  });
});

describe('identifiers typed as separate words', () => {
  it.each([
    ['set badge count', ['setbadge', 'set_badge', 'setbadgecount', 'set_badge_count', 'badgecount', 'badge_count']],
    ['Max Tokens?', ['maxtokens', 'max_tokens']],
    ['how do I set badge', ['setbadge', 'set_badge']],
    ['what is', ['whatis', 'what_is']],
    ['one of our tools', []],
    ['look up invoices', []],
    ['max, tokens', []],
    ['max 茶 tokens', []],
    ['max_tokens', []],
  ])('%j may stand for %j', (query, expected) => {
    expect(readQuery(query).joined).toEqual(expected);
  });
});
