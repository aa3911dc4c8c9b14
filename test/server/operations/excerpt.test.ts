import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Section, Sections } from '../../../build/edition/section-format.ts';
import { excerptMarkdown, type Side } from '../../../server/operations/excerpt.ts';

const counted = (text: string, tokens: number) => ({ text, tokens });
const sectionOf = (anchor: string, level: number, tokens: number): Section => ({
  anchor,
  title: anchor,
  level,
  kind: 'content',
  evidence: 'none',
  body: counted(`<${anchor}>`, tokens),
  blocks: [],
  entry: counted(`- ${anchor}`, 2),
});
const sectionsOf = (...sections: Section[]): Sections => ({
  title: counted('<title>', 5),
  summary: counted('<summary>', 4),
  trust: counted('<trust>', 6),
  outdated: counted('<outdated>', 7),
  removed: counted('<removed>', 6),
  unanswered: counted('<unanswered>', 8),
  omission: counted('<omission>', 4),
  sections,
});
const side = (...sections: Section[]): Side => ({ language: 'en', sections: sectionsOf(...sections) });

describe('an excerpt as Markdown', () => {
  it('omits a section rather than the names of omitted sections', () => {
    const long = side(sectionOf('a', 2, 60), sectionOf('b', 2, 45), sectionOf('c', 2, 200));
    expect(excerptMarkdown([long], { budget: 120 })).toBe(
      '<title>\n\n<summary>\n\n<trust>\n\n<a>\n\n<omission>\n\n- b\n\n- c\n',
    );
  });

  it('uses its budget for the title first, then for the trust line, the sections and the summary', () => {
    const one = [side(sectionOf('a', 2, 48))];
    expect(excerptMarkdown(one, { budget: 63 })).toBe('<title>\n\n<summary>\n\n<trust>\n\n<a>\n');
    expect(excerptMarkdown(one, { budget: 62 })).toBe('<title>\n\n<trust>\n\n<a>\n');
    expect(excerptMarkdown(one, { budget: 20 })).toBe('<title>\n\n<trust>\n\n<omission>\n\n- a\n');
    expect(excerptMarkdown(one, { budget: 10 })).toBe('<title>\n\n<summary>\n');
    expect(excerptMarkdown(one, { budget: 4 })).toBe('');
  });

  it('never exceeds its budget, and names all omitted sections if their names fit', () => {
    const section = fc
      .record({ level: fc.integer({ min: 2, max: 4 }), tokens: fc.integer({ min: 1, max: 300 }) })
      .map(({ level, tokens }) => ({ level, tokens }));
    const anySide = fc.array(section, { maxLength: 8 });
    fc.assert(
      fc.property(anySide, anySide, fc.integer({ min: 50, max: 3000 }), (zh, en, budget) => {
        const made = ([language, all]: ['zh' | 'en', typeof zh]): Side => ({
          language,
          sections: sectionsOf(...all.map(({ level, tokens }, at) => sectionOf(`${language}${at}`, level, tokens))),
        });
        const sides = [made(['zh', zh]), made(['en', en])];
        const text = excerptMarkdown(sides, { budget });
        const cost: Record<string, number> = { '<title>': 5, '<summary>': 4, '<trust>': 6, '<omission>': 4 };
        for (const { sections } of sides) {
          for (const { body, entry } of sections.sections) {
            cost[body.text] = body.tokens;
            cost[entry.text] = entry.tokens;
          }
        }
        const lines = text.trimEnd().split('\n\n');
        expect(lines.reduce((sum, line) => sum + (cost[line] ?? Number.NaN), 0)).toBeLessThanOrEqual(budget);
        expect(lines.filter((line) => line === '<title>')).toHaveLength(2);
        const shown = lines.filter((line) => /^<(?:zh|en)\d/.test(line)).length;
        if (lines.includes('<omission>')) expect(shown).toBeLessThan(zh.length + en.length);
        if (shown < zh.length + en.length && budget > 500) expect(lines).toContain('<omission>');
      }),
    );
  });
});
