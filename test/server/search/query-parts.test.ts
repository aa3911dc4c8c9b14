// What of a query is only part of something longer, and what it may be part of itself.
import { describe, expect, it } from 'vitest';
import { readQuery } from '../../../server/search/query.ts';

const termsOfQuery = (query: string) => readQuery(query).terms;
/** The terms that help to order what others find. */
const supporting = (query: string): string[] =>
  termsOfQuery(query).flatMap(({ term, isSupporting }) => (isSupporting ? [term] : []));
/** The terms that are only parts of an identifier, with the identifier. */
const parts = (query: string): string[] =>
  termsOfQuery(query).flatMap(({ term, partOf }) => (partOf === undefined ? [] : [`${term} < ${partOf}`]));

describe('supporting characters', () => {
  it.each([
    ['茶壶', ['茶', '壶']],
    ['茶 壶', []],
    ['茶', []],
    ['茶壶 茶', ['壶']],
    ['茶，茶壶', ['壶']],
    ['teapot茶壶C++', ['茶', '壶']],
    ['𠮷野', ['𠮷', '野']],
    ['茶壺', ['茶', '壶']],
    ['tea', []],
  ])('of %j are %j', (query, expected) => {
    expect(supporting(query)).toEqual(expected);
  });
});

describe('parts of identifiers', () => {
  it.each([
    ['tools/call', ['tool < tools/call', 'call < tools/call']],
    ['max_tokens', ['max < max_tokens', 'token < max_tokens']],
    ['setMenu', ['set < setmenu', 'menu < setmenu']],
    ['dock.setMenu', ['dock < dock.setmenu', 'setmenu < dock.setmenu', 'set < dock.setmenu', 'menu < dock.setmenu']],
    ['$emit', ['emit < $emit']],
    ['用max_tokens', ['max < max_tokens', 'token < max_tokens']],
    ['ｍａｘ＿ｔｏｋｅｎｓ', ['max < max_tokens', 'token < max_tokens']],
    // Asked for by themselves too, in whatever form.
    ['max_tokens tokens', ['max < max_tokens']],
    ['Tokens: max_tokens', ['max < max_tokens']],
    // Prose, flags and numbers.
    ['well-known', []],
    ["don't", []],
    ['--port', []],
    ['-32601', []],
    ['C++', []],
    // Too long to be searched whole: then its parts are all there is.
    [`${'a'.repeat(40)}/${'b'.repeat(40)}`, []],
  ])('of %j are %j', (query, expected) => {
    expect(parts(query)).toEqual(expected);
  });
});

describe('words typed apart', () => {
  it.each([
    ['set badge count', ['setbadge', 'set_badge', 'setbadgecount', 'set_badge_count', 'badgecount', 'badge_count']],
    ['Max Tokens?', ['maxtokens', 'max_tokens']],
    ['ｍａｘ　ｔｏｋｅｎｓ', ['maxtokens', 'max_tokens']],
    ['how do I set badge', ['setbadge', 'set_badge']],
    ['what is', ['whatis', 'what_is']],
    ['max, tokens', []],
    ['max 茶 tokens', []],
    ['max_tokens', []],
    ['茶 壶', []],
    ['', []],
  ])('%j may be %j', (query, expected) => {
    expect(readQuery(query).joined).toEqual(expected);
  });

  it('are at most four', () => {
    expect(readQuery('a1 b2 c3 d4 e5').joined.filter((name) => name.includes('_'))).toEqual([
      'a1_b2',
      'a1_b2_c3',
      'a1_b2_c3_d4',
      'b2_c3',
      'b2_c3_d4',
      'b2_c3_d4_e5',
      'c3_d4',
      'c3_d4_e5',
      'd4_e5',
    ]);
  });
});
