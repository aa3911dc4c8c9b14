import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passagesOf } from '../../../build/bodies/passages.ts';
import { sectionsOf } from '../../../build/bodies/sections.ts';
import { fullBitset } from '../../../server/search/bitset.ts';
import { choose, findingsOf, openQuestion, passageWithin } from '../../../server/search/passages.ts';
import { openRanking } from '../../../server/search/ranking.ts';
import { publishedWith } from '../../build/sources.ts';
import type { ArticleParts } from '../../site.ts';
import { tokensBySomebodyElse } from '../../tokens.ts';
import { collectionOf } from './collections.ts';

/** The words of the questions. Each is in one article of the collection, so all are equally rare. */
const words = ['tea', 'milk', 'sugar', 'water', 'fire', 'five', 'six', '茶', '牛奶'];
const none = { title: '' };
const { collection } = collectionOf(
  words.map((word) =>
    /\p{Script=Han}/u.test(word) ? { zh: { title: word }, en: none } : { zh: none, en: { title: word } },
  ),
);
const rank = openRanking(collection);

function asked(parts: ArticleParts, q: string, language: 'zh' | 'en' = 'en') {
  const article = publishedWith(parts);
  const question = openQuestion(q, rank(q, fullBitset(words.length)), collection);
  const sections = sectionsOf(article, language);
  const title = sections.title.text.slice(2);
  const finding = question.scan(passagesOf(article.source, language));
  const findings = findingsOf({ sections: sections.sections, title }, finding, question);
  const byScore = [...findings].sort((left, right) => right.score - left.score);
  return {
    question,
    findings,
    byScore,
    anchors: byScore.filter(({ score }) => score > 0).map((one) => one.section.anchor),
  };
}

describe('the section that answers a question', () => {
  it('is the one that has the question as its heading, rather than one that only has the words', () => {
    const en = '## Tea with milk\n\nHot.\n\n## Other\n\nTea, milk, tea, milk.';
    expect(asked({ en }, 'tea milk').anchors[0]).toBe('tea-with-milk');
  });

  it('gets a higher score if a heading above it has a word of the question', () => {
    const en = '## Tea\n\nHot.\n\n### Milk\n\nCold.\n\n## Water\n\nWet.\n\n### Milk\n\nCold.';
    const { findings } = asked({ en }, 'tea milk');
    const score = new Map(findings.map(({ section, score: own }) => [section.anchor, own]));
    expect(score.get('milk')).toBeGreaterThan(score.get('milk-1') ?? 0);
  });

  it('gets a lower score for a word that is only in code', () => {
    const en = '## One\n\n```js\nfive\n```\n\n## Two\n\nfive';
    expect(asked({ en }, 'five').anchors).toEqual(['two', 'one']);
  });

  it('is the one that has the most words of a keyword that matches the question', () => {
    const en = '## One\n\nTea.\n\n## Two\n\nSugar and water.\n\n## Three\n\nFire.';
    const fields = { keywords: '["sweet sugar milk drink"]' };
    expect(asked({ en }, 'milk drink').anchors).toEqual([]);
    expect(asked({ en, fields }, 'milk drink').anchors).toEqual(['two']);
  });

  it('may be a question with its answer, even after a question whose answer is a placeholder', () => {
    const parts = {
      zh: '茶。\n\n## 问答\n\n### 水？\n\n待补充\n\n### 火？\n\n牛奶。',
      en: 'Tea.\n\n## Q&A\n\n### Water?\n\nYes.\n\n### Fire?\n\nMilk.',
    };
    expect(asked(parts, 'milk').anchors).toEqual(['fire']);
    expect(asked(parts, '牛奶', 'zh').anchors[0]).toBe('火');
  });

  it('is moved behind a section with a lower score if a better section already has the same words', () => {
    const en = '## One\n\nTea with milk.\n\n## Two\n\nMilk, tea.\n\n## Three\n\nSugar.';
    const { findings, question } = asked({ en }, 'tea milk sugar');
    const worth: Record<string, number> = { one: 1, two: 0.8, three: 0.7 };
    const candidates = findings.map((found) => ({ found, worth: worth[found.section.anchor] ?? 0 }));
    const whole = ({ found }: { found: { section: { body: { text: string; tokens: number } } } }) => ({
      ...found.section.body,
      isWhole: true,
    });
    const order = (least: number): string[] =>
      choose(candidates, { budget: 1000, least, question }, whole).map(
        ({ candidate }) => candidate.found.section.anchor,
      );
    expect(order(0.1)).toEqual(['one', 'three', 'two']);
    expect(order(0.7)).toEqual(['one', 'three']);
  });
});

const sentence = (word: string, length = 12): string => `It is ${'so '.repeat(length)}with ${word} here.`;
const filler = (count: number): string => Array.from({ length: count }, () => sentence('nothing')).join(' ');

function passage(en: string, q: string, part: number, whole = part) {
  const { byScore, question } = asked({ en }, q);
  const [best] = byScore;
  return best === undefined ? undefined : passageWithin(best, { whole, part }, question);
}

describe('the passage of a section', () => {
  it('that is too long has the heading, the sentence that answers and its neighbours', () => {
    const en = `## Tea\n\n${filler(9)} ${sentence('milk')} ${filler(9)}`;
    const found = passage(en, 'milk', 60);
    expect(found?.isWhole).toBe(false);
    expect(found?.text).toContain(sentence('milk'));
    expect(found?.text).toMatch(/^## Tea\n\n… It is/);
  });

  it('with a table has the header of the table and the rows that answer', () => {
    const rows = Array.from(
      { length: 40 },
      (_, at) => `| E${at} | ${at === 30 ? 'milk' : 'nothing'} | do this and that |`,
    );
    const en = `## Codes\n\n| Code | Name | What to do |\n| --- | --- | --- |\n${rows.join('\n')}`;
    const found = passage(en, 'milk', 50);
    expect(found?.text.split('\n').slice(2, 4)).toEqual(['| Code | Name | What to do |', '| --- | --- | --- |']);
    expect(found?.text).toContain('| E30 | milk | do this and that |');
    expect(found?.text).not.toContain('| E0 |');
  });

  it('with a table has each row that answers, even if another row has the same words', () => {
    const rows = Array.from({ length: 30 }, (_, at) => {
      const name = { 4: 'milk and sugar', 14: 'milk', 24: 'sugar' }[at] ?? 'nothing';
      return `| E${at} | ${name} | do this and that |`;
    });
    const en = `## Codes\n\n| Code | Name | What to do |\n| --- | --- | --- |\n${rows.join('\n')}`;
    const codes = passage(en, 'milk or sugar', 70)?.text.match(/E\d+/g);
    expect(codes).toEqual(expect.arrayContaining(['E4', 'E14', 'E24']));
  });

  it('with a table has the row that answers best, even if the passage then exceeds its maximum length by up to half', () => {
    const row = (name: string, length: number): string => `| ${name} | ${filler(length)} |`;
    const rows = [row('milk', 1), row('milk and sugar', 3), ...Array.from({ length: 9 }, () => row('nothing', 1))];
    const en = `## Codes\n\n| Code | What to do |\n| --- | --- |\n${rows.join('\n')}`;
    expect(passage(en, 'milk sugar', 60, 90)?.text).toContain('milk and sugar');
    expect(passage(en, 'milk sugar', 60, 60)?.text).not.toContain('milk and sugar');
  });

  it('leaves out the header row of a table if no other row fits', () => {
    const row = `| E | ${filler(6)} |`;
    const en = `## Codes\n\n${sentence('milk')}\n\n| Code | What to do |\n| --- | --- |\n${row}\n${row}`;
    const found = passage(en, 'milk', 45);
    expect(found?.text).toBe(`## Codes\n\n${sentence('milk')}`);
  });

  it('has the output of a program only together with the program', () => {
    const program = `\`\`\`js\n${'print(1);\n'.repeat(30)}\`\`\``;
    const en = `## Run\n\n${program}\n\n\`\`\`output\nmilk\n\`\`\`\n\n${sentence('milk')}\n\n${filler(20)}`;
    expect(passage(en, 'milk', 60)?.text).not.toContain('output');
    expect(
      passage(`## Run\n\n\`\`\`js\nmilk();\n\`\`\`\n\n\`\`\`output\n1\n\`\`\`\n\n${filler(40)}`, 'milk', 60)?.text,
    ).toContain('output');
  });

  it('with a list has the items that answer', () => {
    const items = Array.from({ length: 30 }, (_, at) => `- item ${at} with ${at === 20 ? 'milk' : 'nothing'} in it`);
    const found = passage(`## List\n\n${items.join('\n')}`, 'milk', 40);
    expect(found?.text).toContain('- item 20 with milk in it');
    expect(found?.text).not.toContain('- item 0 ');
  });

  it('has an ellipsis for sentences that are omitted between two that answer', () => {
    const en = `## Tea\n\n${sentence('milk')} ${filler(9)} ${sentence('sugar')}`;
    expect(passage(en, 'milk sugar', 55)?.text).toBe(`## Tea\n\n${sentence('milk')} … ${sentence('sugar')}`);
  });

  it('does not split a sentence at a full stop inside code or a link', () => {
    const inside = 'Call `a. B` and [c. D](https://example.com/e. F) with milk here.';
    const en = `## Tea\n\n${filler(6)} ${inside} ${filler(6)}`;
    expect(passage(en, 'milk', 50)?.text).toContain(inside);
  });

  it('never has more tokens than its budget, and never reports fewer than its text has', () => {
    const parts = fc.array(
      fc.tuple(
        fc.constantFrom('p', 'l', 't'),
        fc.constantFrom('tea', 'milk', '茶', '牛奶'),
        fc.integer({ min: 1, max: 12 }),
      ),
      { minLength: 1, maxLength: 5 },
    );
    const block = ([kind, word, times]: [string, string, number]): string => {
      const lines = Array.from({ length: times }, (_, at) => `${word} ${at}，然后继续说 ${word} and so on`);
      if (kind === 'l') return lines.map((line) => `- ${line}`).join('\n');
      if (kind === 't') return `| a | b |\n| - | - |\n${lines.map((line) => `| ${line} | x |`).join('\n')}`;
      return lines.map((line) => `${line}。Then ${word} ended.`).join(' ');
    };
    fc.assert(
      fc.property(parts, fc.integer({ min: 10, max: 600 }), (all, room) => {
        const { findings, question } = asked({ en: `## Tea\n\n${all.map(block).join('\n\n')}` }, 'tea milk');
        for (const found of findings) {
          const cut = passageWithin(found, { whole: room, part: room }, question);
          if (cut === undefined) continue;
          expect(cut.tokens).toBeLessThanOrEqual(room);
          expect(tokensBySomebodyElse(cut.text)).toBeLessThanOrEqual(cut.tokens);
        }
      }),
      { numRuns: 40 },
    );
  });
});
