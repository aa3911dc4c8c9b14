import fc from 'fast-check';
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
    ['茶壶漏水怎么办？！', '茶壶漏水'],
    ['茶壶为什么漏水', '茶壶 漏水'],
    ["What's the teapot?", 'teapot'],
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
  const pieces = fc.constantFrom(
    ...['什么是', '为什么', '吗', '酒吧', '连接', '数据库', '茶壶', '？', '，', ' '],
    ...['how to ', 'tools/call', 'max_tokens', 'setMenu', 'C++', '-32601', 'teapots '],
  );
  const queries = fc.array(pieces, { maxLength: 7 }).map((some) => some.join(''));

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
