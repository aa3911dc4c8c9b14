import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sectionsOf } from '../../../build/bodies/sections.ts';
import type { ArticleParts } from '../../site.ts';
import { tokensBySomebodyElse } from '../../tokens.ts';
import { pageOf, publishedWith } from '../sources.ts';

const sections = (parts: ArticleParts, language: 'zh' | 'en' = 'en') =>
  sectionsOf(publishedWith(parts), language).sections;
const texts = (parts: ArticleParts, language: 'zh' | 'en' = 'en'): string[] =>
  sections(parts, language).map(({ anchor, level, kind, body }) => `${kind} ${level} ${anchor}: ${body.text}`);

describe('the sections of an article', () => {
  it('begin at each heading and end before the next one', () => {
    const en = 'Before.\n\n## Pour *tea*\n\nSlowly.\n\n### How\n\n- one\n\n## Pour tea\n\n```md\n## no heading\n```';
    expect(texts({ en })).toEqual([
      'content 0 .lead: Before.',
      'content 2 pour-tea: ## Pour *tea*\n\nSlowly.',
      'content 3 how: ### How\n\n- one',
      'content 2 pour-tea-1: ## Pour tea\n\n```md\n## no heading\n```',
    ]);
  });

  it('include each question with its whole answer, but leave out a question whose answer is a placeholder', () => {
    const parts = {
      zh: '茶。\n\n## 问答\n\n### 水？\n\n火。\n\n### 企鹅？\n\n待补充',
      en: 'Tea.\n\n## Q&A\n\n### Water?\n\nFire.\n\n#### More\n\nSmoke.\n\n### Penguins?\n\nYes.',
    };
    expect(texts(parts)).toEqual([
      'content 0 .lead: Tea.',
      'question 3 water: ### Water?\n\nFire.\n\n#### More\n\nSmoke.',
      'question 3 penguins: ### Penguins?\n\nYes.',
    ]);
    expect(texts(parts, 'zh')).toEqual(['content 0 .lead: 茶。', 'question 3 水: ### 水？\n\n火。']);
  });

  it('include the link definitions and footnotes that they use, from anywhere in the article', () => {
    const en = '## One\n\n[Tea][t] and a note[^n].\n\n## Two\n\nNothing.\n\n[t]: https://tea.example\n\n[^n]: See [t].';
    expect(texts({ en })[0]).toBe(
      'content 2 one: ## One\n\n[Tea][t] and a note[^n].\n\n[t]: https://tea.example\n\n[^n]: See [t].',
    );
  });

  it('have the same anchors as the headings of the HTML page', () => {
    const heading = fc.constantFrom('Tea', '茶 & 水', 'Tea-1', '`code` x', '!', 'Über', 'Tea');
    const body = fc.array(fc.tuple(fc.constantFrom('##', '###', '####'), heading), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(body, (headings) => {
        const en = `${headings.map(([marks, text]) => `${marks} ${text}\n\nText.\n\n> # Quoted`).join('\n\n')}`;
        const page = pageOf(publishedWith({ en }), 'en');
        for (const { anchor } of sections({ en })) expect(page).toContain(`id="${anchor}"`);
      }),
      { numRuns: 15 },
    );
  });

  it('have for each long code block a shorter note that can replace the code', () => {
    const code = (lines: number): string => `\`\`\`js\n${'pour(tea);\n'.repeat(lines)}\`\`\``;
    const parts = { en: `## One\n\n${code(40)}\n\n${code(11)}`, zh: `## 一\n\n${code(40)}` };
    const [own] = sections(parts);
    expect(own?.blocks.map(({ note }) => note?.text)).toEqual([
      undefined,
      `Code left out (${own?.blocks[1]?.tokens} tokens): \`GET /api/v1/articles/teapot?format=markdown&lang=en&section=one\``,
      undefined,
    ]);
    expect(own?.blocks[2]?.tokens).toBeGreaterThan(40);
    const note = sections(parts, 'zh')[0]?.blocks[1]?.note;
    expect(note?.text).toMatch(/^此处略去代码（\d+ 个词元）：`GET .*&lang=zh&section=\.[0-9a-f]{8}`$/);
    expect(tokensBySomebodyElse(note?.text ?? '')).toBeLessThanOrEqual(note?.tokens ?? 0);
    expect(note?.tokens).toBeLessThan(60);
  });

  it('have token counts at most two above those of an independent tokenizer', () => {
    const en = '## One\n\nText with `code();`\n\n## Two\n\n```js\nf({\n});\n```';
    for (const { body, entry } of sections({ en })) {
      for (const { text, tokens } of [body, entry]) {
        const least = tokensBySomebodyElse(text);
        expect(tokens).toBeGreaterThanOrEqual(least);
        expect(tokens).toBeLessThanOrEqual(least + 2);
      }
    }
  });
});
