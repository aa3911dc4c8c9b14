import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BlockKind, blockKinds, linesOf } from '../../../build/edition/passage-format.ts';
import { readQuery } from '../../../server/search/query.ts';
import { scannerFor } from '../../../server/search/scanner.ts';
import { snippetLengthMax, snippetOf } from '../../../server/search/snippet.ts';
import { pieces, unmarkedText } from '../../build/texts.ts';
import { passagesWith } from './passages.ts';

function excerpt(q: string, passages: string, weights: Record<string, number> = {}): string | undefined {
  const terms = readQuery(q).terms.map(({ term }) => term);
  return snippetOf(passages, scannerFor(terms)(passages), (term) => weights[term] ?? 1);
}

const filler = (sentences: number): string => 'Nothing of note is said in this sentence. '.repeat(sentences).trim();

describe('a snippet', () => {
  it('marks the words of the query and shows their whole sentences', () => {
    const passages = passagesWith(filler(20), `${filler(3)} The teapot drips when teapots are full. ${filler(9)}`);
    const shown = excerpt('teapot', passages) ?? '';
    expect(shown).toContain('The **teapot** drips when **teapots** are full. Nothing');
    expect(shown).toMatch(/^\S[^…]*\.$/);
  });

  it('is the first passage whose distinct terms have the greatest total weight', () => {
    const passages = passagesWith(
      'A kettle and a kettle.',
      filler(12),
      'A kettle by a samovar.',
      filler(12),
      'Samovar, kettle.',
    );
    expect(excerpt('kettle samovar', passages)).toContain('A **kettle** by a **samovar**.');
    expect(excerpt('kettle', passages)).toContain('A **kettle** and a **kettle**.');
    const apart = passagesWith('A kettle, a spoon.', filler(12), 'A samovar.');
    const weights = { kettl: 1, spoon: 1, samovar: 3 };
    expect(excerpt('kettle spoon samovar', apart, weights)).toContain('**samovar**');
    expect(excerpt('kettle spoon samovar', apart)).toContain('**kettle**');
  });

  it('shows prose rather than code', () => {
    const passages = passagesWith(['code', 'brew(kettle)'], filler(12), 'Fill the kettle.');
    expect(excerpt('kettle', passages)).toContain('Fill the **kettle**.');
    expect(excerpt('brew', passages)).toContain('**brew**(kettle)');
  });

  it('begins with the heading above its first sentence', () => {
    const passages = passagesWith(
      filler(9),
      ['heading', 'On teapots'],
      'The kettle is on.',
      ['heading', 'Other'],
      'No.',
    );
    expect(excerpt('kettle', passages)).toBe('On teapots The **kettle** is on.');
  });

  it('marks adjacent bigrams as one word, and Traditional and full-width words in their own spelling', () => {
    expect(excerpt('数据库', passagesWith('连接数据库。'))).toBe('连接**数据库**。');
    expect(excerpt('数据库 server', passagesWith('連接資料庫與數據庫，ｓｅｒｖｅｒ。'))).toBe(
      '連接資料庫與**數據庫**，**ｓｅｒｖｅｒ**。',
    );
  });

  it('is cut between words, with an ellipsis at each cut', () => {
    const words = Array.from({ length: 200 }, (_, index) => `word${index}`);
    words[100] = 'kettle';
    expect(excerpt('kettle', passagesWith(words.join(' ')))).toMatch(/^…word\d+ .* \*\*kettle\*\* .* word\d+…$/);
    expect(excerpt('数据', passagesWith(`${'很长'.repeat(200)}数据${'很长'.repeat(200)}`))).toMatch(
      /^….*\*\*数据\*\*.*…$/,
    );
  });

  it('from code is not cut at the ends of sentences', () => {
    const code = `${'let cup = full ? JSON : null; '.repeat(20)}return ready ? brew(kettle) : null; ${'cup += 1; '.repeat(40)}`;
    expect(excerpt('kettle', passagesWith(['code', code]))).toMatch(
      /^…(?:let|return) .*; return ready \? brew\(\*\*kettle\*\*\) : null;/,
    );
  });

  it('shows a part of a word that is longer than a snippet', () => {
    expect(excerpt('x'.repeat(100), passagesWith(`${'x'.repeat(1000)}`))).toMatch(/^\*\*x{60,}\*\*.*…$/);
  });
});

const kinds = fc.constantFrom<BlockKind>(...blockKinds);
/** Blocks of text. Some have long words, long repetitions or graphemes of many code points. */
const block = fc.tuple(
  kinds,
  fc.oneof(
    { weight: 6, arbitrary: unmarkedText },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          unmarkedText,
          fc.constantFrom('数据', 'x', 'e\u0301', '👩‍👩‍👧', 'database ', '-'),
          fc.integer({ min: 1, max: 400 }),
          unmarkedText,
        )
        .map(([before, unit, times, after]) => before + unit.repeat(times) + after),
    },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 1, max: 300 }).map((times) => `database${'\u0301'.repeat(times)} connection`),
    },
  ),
);
const query = fc.array(fc.constantFrom(...pieces, 'x'), { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
const graphemesOf = (text: string): string[] =>
  [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment);

/** Whether a text consists of adjacent graphemes of another text. Neither text may have a line end. */
const isJoinedFrom = (graphemes: readonly string[], text: string): boolean =>
  text === '' || `\n${graphemes.join('\n')}\n`.includes(`\n${graphemesOf(text).join('\n')}\n`);

describe('any snippet', () => {
  const cases = fc.record({ q: query, blocks: fc.array(block, { minLength: 1, maxLength: 8 }) });

  it('is one line of at most 240 UTF-16 units, with marks in pairs around whole graphemes', () => {
    let shown = 0;
    fc.assert(
      fc.property(cases, ({ q, blocks }) => {
        const passages = passagesWith(...blocks);
        const text = excerpt(q, passages);
        if (text === undefined) return;
        shown += 1;
        expect(text.length).toBeLessThanOrEqual(snippetLengthMax);
        const lines = linesOf(passages);
        const whole = passages.slice(lines[0]?.start, lines.at(-1)?.end).replaceAll('\n', ' ');
        const plain = text.replaceAll(/\*\*|…/g, '');
        expect(whole).toContain(plain);
        expect(plain).not.toMatch(/\s\s|[^\S ]/);
        const parts = graphemesOf(whole);
        expect(isJoinedFrom(parts, plain), JSON.stringify(plain)).toBe(true);
        for (const piece of text.split(/\*\*|…/)) expect(isJoinedFrom(parts, piece), JSON.stringify(piece)).toBe(true);
        const marked = text.split('**');
        expect([marked.length % 2, marked.length > 1, marked.slice(1, -1).includes('')]).toEqual([1, true, false]);
        expect(excerpt(q, passages)).toBe(text);
      }),
      { numRuns: 300 },
    );
    expect(shown).toBeGreaterThan(20);
  });
});
