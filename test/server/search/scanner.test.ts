import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse, holdsHan, isSingleHan, normalFormOf, wordsIn } from '../../../build/edition/analysis.ts';
import { linesOf } from '../../../build/edition/passage-format.ts';
import { readQuery } from '../../../server/search/query.ts';
import { scannerFor } from '../../../server/search/scanner.ts';
import { anyText, pieces } from '../../build/texts.ts';
import { passagesWith } from './passages.ts';

const termsOf = (q: string): string[] => readQuery(q).terms.map(({ term }) => term);

/** The matches of a query in texts, as the texts spell them. */
function found(q: string, ...blocks: string[]): string[] {
  const passages = passagesWith(...blocks);
  return scannerFor(termsOf(q))(passages).matches.map(({ start, end }) => passages.slice(start, end));
}

describe('the matched words of a query', () => {
  it.each([
    ['connect', 'Connections are connected; Connecticut is not.', ['Connections', 'connected']],
    ["don't", "You don’t, you don't, you dont.", ['don’t', "don't", 'dont']],
    ['call', 'Use tools/call or callTool, not recall.', ['tools/call', 'callTool']],
    ['tools/call', 'tools/call calls a tool', ['tools/call', 'calls', 'tool']],
    ['c', 'C, C++ and vitaminC, but not cat.', ['C', 'C++', 'vitaminC']],
    ['server', 'ＳＥＲＶＥＲ and ſerver and HTTPServer', ['ＳＥＲＶＥＲ', 'ſerver', 'HTTPServer']],
    ['数据库', '数据库与数据，据库；数、据、库', ['数据', '据库', '数据', '据库']],
    ['資料庫', '资料库', ['资料', '料库']],
    ['猫 数据', '猫，数，据，数据', ['数据']],
    ['𠮷野', '在𠮷野家', ['𠮷野']],
    ['οδος', 'ΟΔΟΣ', ['ΟΔΟΣ']],
  ])('for the query %j in the text %j are %j', (q, text, words) => {
    expect(found(q, text)).toEqual(words);
  });

  it('are never punctuation or emoji, and a scan for punctuation or emoji terminates', () => {
    const passages = passagesWith('a 🇨🇳🇬🇧 and [[ b');
    for (const mark of ['🇨🇳🇬🇧', '[[', '🇨🇳']) expect(scannerFor([mark])(passages).matches).toEqual([]);
  });

  it('have correct offsets if normalisation changes only some lines', () => {
    expect(found('server', 'One server.', 'Ｔｗｏ　ｓｅｒｖｅｒｓ.', 'Three servers.')).toEqual([
      'server',
      'ｓｅｒｖｅｒｓ',
      'servers',
    ]);
  });

  it('are parts of an address that is too long for a term, unless the query is the whole address', () => {
    const path = `example.com/${'directory/'.repeat(4)}server`;
    expect(found('server', `See ${path} there.`)).toEqual(['server']);
    expect(found(path, `See ${path} there.`)).toEqual([path]);
  });

  it('are exactly the words that the analyser maps to a term of the query', () => {
    const query = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(query, fc.array(anyText, { maxLength: 3 }), (q, texts) => {
        const terms = termsOf(q);
        const passages = passagesWith(...texts);
        const { matches } = scannerFor(terms)(passages);
        expect(matches.map(({ start }) => start)).toEqual(matches.map(({ start }) => start).sort((a, b) => a - b));
        const shown = linesOf(passages).map(({ start, end }) => passages.slice(start, end));
        const marked = matches.flatMap((match) => match.terms).sort();
        const expected = shown.flatMap((text) => plainly(text, terms)).sort();
        expect(new Set(marked)).toEqual(new Set(expected));
        // The parts of a long word are marked one by one, so for texts with long words only the sets of terms are equal.
        const isLong = shown.some((text) => wordsIn(normalFormOf(text)).some(({ start, end }) => end - start > 32));
        if (!isLong) expect(marked).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });
});

/** The terms that must be marked in a text, computed naively by analysing every word. */
function plainly(text: string, terms: readonly string[]): string[] {
  const normal = normalFormOf(text);
  const hasBigram = terms.some((term) => holdsHan(term) && !isSingleHan(term));
  const marked = terms.filter((term) => !isSingleHan(term) || !hasBigram);
  return wordsIn(normal).flatMap(({ start, end, isHan }) => {
    const own = analyse(normal.slice(start, end)).filter((term) => marked.includes(term));
    return isHan ? own : [...new Set(own)];
  });
}
