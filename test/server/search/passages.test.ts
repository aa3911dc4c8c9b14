import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passagesOf } from '../../../build/bodies/passages.ts';
import { sectionsOf } from '../../../build/bodies/sections.ts';
import { findingsOf, passageWithin, type SectionFinding } from '../../../server/search/best-sections.ts';
import { scannerFor } from '../../../server/search/scanner.ts';
import { publishedWith } from '../../build/sources.ts';
import type { ArticleParts } from '../../site.ts';
import { tokensBySomebodyElse } from '../../tokens.ts';

/** What each term gains; others gain nothing. */
type Gains = Record<string, number>;

function findings(parts: ArticleParts, gains: Gains, language: 'zh' | 'en' = 'en'): SectionFinding[] {
  const article = publishedWith(parts);
  const finding = scannerFor(Object.keys(gains))(passagesOf(article.source, language));
  return findingsOf(sectionsOf(article, language).sections, finding, (term) => gains[term] ?? 0);
}
const gained = (parts: ArticleParts, gains: Gains, language: 'zh' | 'en' = 'en') =>
  findings(parts, gains, language).map(({ section, gain }) => [section.anchor, gain]);

describe('what a section holds of a query', () => {
  it('is the gain of its different terms, wherever in it they stand, and half again of those in its heading', () => {
    const en =
      'Before tea.\n\n## Tea\n\nMilk, tea.\n\n- sugar\n- more milk\n\n## Pot\n\n| tea | milk |\n| - | - |\n| x | y |';
    expect(gained({ en }, { tea: 4, milk: 2, sugar: 1 })).toEqual([
      ['.lead', 4],
      ['tea', 7 + 2],
      ['pot', 6],
    ]);
  });

  it('counts the lines of quotations, notes and code where they are, and what stands in code alone by half', () => {
    const en = 'One[^n].\n\n> two\n>\n> three\n\n[^n]: four\n\n## Next\n\n```js\nfive\n```\n\n## Last\n\nsix';
    const gains = { one: 1, two: 10, three: 100, four: 1000, five: 10_000, six: 100_000 };
    expect(gained({ en }, gains)).toEqual([
      ['.lead', 1111],
      ['next', 5000],
      ['last', 100_000],
    ]);
  });

  it('finds questions and their answers, past placeholders', () => {
    const parts = {
      zh: '茶。\n\n## 问答\n\n### 水？\n\n待补充\n\n### 火？\n\n牛奶。',
      en: 'Tea.\n\n## Q&A\n\n### Water?\n\nYes.\n\n### Fire?\n\nMilk.',
    };
    expect(gained(parts, { milk: 1 })).toEqual([
      ['.lead', 0],
      ['water', 0],
      ['fire', 1],
    ]);
    expect(gained(parts, { 牛奶: 1 }, 'zh')).toEqual([
      ['.lead', 0],
      ['火', 1],
    ]);
  });
});

const paragraph = (word: string, times: number): string => `${`${word} and so on, `.repeat(times)}in the end.`;
const first = (parts: ArticleParts, gains: Gains) => {
  const [found] = findings(parts, gains).filter(({ gain }) => gain > 0);
  if (found === undefined) throw new Error('nothing was found');
  return (room: number) => passageWithin(found, room, (term) => gains[term] ?? 0);
};

describe('the passage of a section', () => {
  it('is the section, where there is room', () => {
    const passage = first({ en: '## Tea\n\nHot.' }, { tea: 1 });
    expect(passage(100)).toMatchObject({ text: '## Tea\n\nHot.', isWhole: true });
  });

  it('is of a long one its heading and the paragraphs around the one that says most', () => {
    const en = `## Tea\n\n${paragraph('milk', 60)}\n\n${paragraph('sugar', 30)}\n\n${paragraph('water', 30)}\n\n${paragraph('fire', 60)}`;
    const passage = first({ en }, { sugar: 5, milk: 1 })(2000);
    expect(passage?.isWhole).toBe(false);
    expect(passage?.text).toBe(`## Tea\n\n${paragraph('sugar', 30)}\n\n${paragraph('water', 30)}`);
  });

  it('is nothing where nothing that says something fits', () => {
    const en = `## Tea\n\n${paragraph('milk', 60)}\n\nOutput:`;
    const passage = first({ en }, { tea: 1, milk: 1 });
    expect(passage(100)).toBeUndefined();
    expect(passage(2)).toBeUndefined();
  });

  it('leaves out code that is long, and takes a paragraph that is as long', () => {
    const code = `## Tea\n\nSugar.\n\n\`\`\`js\n${'milk();\n'.repeat(200)}\`\`\``;
    expect(first({ en: code }, { milk: 5 })(2000)).toBeUndefined();
    expect(first({ en: paragraph('milk', 130) }, { milk: 5 })(2000)?.isWhole).toBe(true);
  });

  it('never costs more than the room, nor less than its text', () => {
    const blocks = fc.array(fc.tuple(fc.constantFrom('tea', 'milk', '茶'), fc.integer({ min: 1, max: 60 })), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(blocks, fc.integer({ min: 1, max: 1200 }), (all, room) => {
        const en = `## Tea\n\n${all.map(([word, times]) => paragraph(word, times)).join('\n\n')}`;
        for (const found of findings({ en }, { tea: 1, milk: 2 })) {
          const passage = passageWithin(found, room, () => 1);
          if (passage === undefined) continue;
          expect(passage.tokens).toBeLessThanOrEqual(room);
          expect(tokensBySomebodyElse(passage.text)).toBeLessThanOrEqual(passage.tokens);
        }
      }),
      { numRuns: 25 },
    );
  });
});
