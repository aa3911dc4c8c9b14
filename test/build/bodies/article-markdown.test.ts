import { beforeAll, describe, expect, it } from 'vitest';
import { articleMarkdownOf } from '../../../build/bodies/article-markdown.ts';
import type { PublishedArticle } from '../../../build/bodies/published-article.ts';
import type { BodyName } from '../../../build/edition/catalogue.ts';
import { fillSlots, slot } from '../../../build/edition/slots.ts';
import { type LanguageChoice, languageChoices } from '../../../build/edition/vocabulary.ts';
import { bodiesOfSite, publishedSite, publishedWith } from '../sources.ts';

let site: Map<string, PublishedArticle>;
let bodyOf: (slug: string, name: BodyName) => string;
beforeAll(async () => {
  site = await publishedSite();
  bodyOf = await bodiesOfSite();
});

/** As the API sends it: every slot is empty. */
const markdown = (slug: string, choice: LanguageChoice): string => fillSlots(bodyOf(slug, `markdown.${choice}`), {});

/** The headings of a Markdown text, those in code left out. */
const headingsIn = (text: string): string[] =>
  text.replace(/^ *```[\s\S]*?^ *```$/gm, '').match(/^ *#{1,6} .*$/gm) ?? [];
const sectionsIn = (text: string): string[] => headingsIn(text).filter((heading) => heading.startsWith('## '));
function sectionOf(text: string, name: string): string {
  return (
    text
      .split(`\n## ${name}\n\n`)[1]
      ?.split(/\n\n## /)[0]
      ?.trimEnd() ?? ''
  );
}

describe('the Markdown article', () => {
  it('has the parts of the specification (2.5) in their order', () => {
    expect(sectionsIn(markdown('teapot-that-plans', 'both'))).toEqual([
      '## Content',
      '## Q&A',
      '## Metadata',
      '## Verification Records',
      '## Related Articles',
    ]);
  });

  it('leaves empty parts out', () => {
    expect(sectionsIn(markdown('what-is-a-spoon', 'both'))).toEqual(['## Content', '## Metadata']);
  });

  it('begins with the title and the summary as one quotation line', () => {
    const [title, blank, summary, next] = markdown('carrier-pigeon', 'both').split('\n');
    expect(title).toBe('# 信鸽传输层 / The carrier pigeon transport');
    expect(summary).toMatch(/^> 每只信鸽带一个数据报，.* \/ Every pigeon carries one datagram, .*number\.$/);
    expect([blank, next]).toEqual(['', '']);
    expect(markdown('carrier-pigeon', 'zh')).toMatch(/^# 信鸽传输层\n\n> 每只[^/]*\n\n## Content\n/);
    expect(markdown('carrier-pigeon', 'en')).toMatch(/^# The carrier pigeon transport\n\n> Every/);
  });

  it('leaves slots where the twins of pages say more: the index, and the addresses of paths', () => {
    const article = publishedWith({
      en: 'See [pots](../agent/pot.md#lid), [docs](/docs) and [elsewhere](//a.example/b).',
    });
    const text = articleMarkdownOf(article, 'en');
    expect(text).toContain(`> Why a teapot drips.\n\n${slot('index')}## Content\n`);
    expect(text).toContain(
      `[pots](${slot('origin')}${slot('language')}/articles/pot.md#lid), [docs](${slot('origin')}/docs) and [elsewhere](//a`,
    );
    expect(fillSlots(text, {})).toContain('[pots](/articles/pot.md#lid), [docs](/docs) and [elsewhere](//a');
  });

  it('nests both languages one level deeper than one', () => {
    expect(headingsIn(markdown('penguin-handshake', 'both')).slice(1, 11)).toEqual([
      '## Content',
      '### 中文',
      '#### 先摇摆',
      '##### 什么是能力',
      '#### 再摇摆',
      '### English',
      '#### Waddle first',
      '##### What a capability is',
      '#### Waddle again',
      '## Q&A',
    ]);
    expect(headingsIn(markdown('penguin-handshake', 'en')).slice(1, 6)).toEqual([
      '## Content',
      '### Waddle first',
      '#### What a capability is',
      '### Waddle again',
      '## Q&A',
    ]);
  });

  it('keeps code, tables and footnotes as the author wrote them', () => {
    expect(markdown('teapot-that-plans', 'both')).toContain('```js\n// # this line is no heading\nconst plan');
    expect(markdown('vacuum-the-cat', 'en')).toContain('| Command | Locks the cat |\n| --- | :---: |\n');
    expect(markdown('penguins-open-a-bank', 'en')).toMatch(/^ *\[\^fish-en\]: Except in summer\.$/m);
    expect(markdown('penguins-open-a-bank', 'both')).not.toContain('<!--');
  });

  it('writes a heading that was underlined with marks', () => {
    expect(headingsIn(markdown('juggling-three-lemons', 'zh'))).toContain('### 一个柠檬');
    expect(markdown('juggling-three-lemons', 'zh')).not.toMatch(/^[-=]{3,}$/m);
  });

  it('lists the metadata of the specification under its labels', () => {
    expect(sectionOf(markdown('penguin-handshake', 'zh'), 'Metadata').split('\n')).toEqual([
      '- **ID**: art_penguinshake',
      '- **Author**: Stele editors',
      '- **Domain**: mcp',
      '- **Tags**: handshake, penguin, protocol version',
      '- **Keywords**: 企鹅, 握手, initialize, capabilities, 能力协商',
      '- **Verification Status**: partial',
      expect.stringMatching(/^- \*\*Confidence Score\*\*: \d{1,3}%$/),
      '- **Risk Level**: low',
      '- **Published At**: 2026-01-06T08:00:00Z',
      '- **Updated At**: 2026-02-10T08:00:00Z',
      '- **Created At**: 2026-01-03T08:00:00Z',
    ]);
  });

  it('lists each record with its result, time, staleness and notes', () => {
    const records = sectionOf(markdown('teapot-that-plans', 'both'), 'Verification Records');
    expect(records).toBe(
      [
        '- **Verifier**: kitchen runner',
        '  - **Result**: passed',
        '  - **Timestamp**: 2026-03-02T08:00:00Z',
        '  - **Stale**: no',
        '  - **Notes**: Every example ran.',
        '- **Verifier**: Aunt Agatha',
        '  - **Result**: passed',
        '  - **Timestamp**: 2026-03-03T08:00:00Z',
        '  - **Stale**: no',
        '  - **Notes**: 亲手泡了三壶茶。 / Brewed three pots by hand.',
      ].join('\n'),
    );
    expect(sectionOf(markdown('penguins-open-a-bank', 'both'), 'Verification Records')).toMatch(/\*\*Stale\*\*: yes$/);
  });

  it('lists related articles by their ids', () => {
    expect(sectionOf(markdown('committee-of-teaspoons', 'en'), 'Related Articles')).toBe(
      '- art_teapotplans1: The teapot that plans ahead',
    );
  });

  it.each(languageChoices)('ends with a blank line, ready for API Access: %s', (choice) => {
    for (const slug of site.keys()) expect(markdown(slug, choice)).toMatch(/[^\n]\n\n$/);
  });
});

describe('questions and answers in Markdown', () => {
  it('are entries with their answers inside', () => {
    expect(sectionOf(markdown('teapot-refuses-coffee', 'en'), 'Q&A')).toBe(
      '- **Q: Does a retry help?**\n\n  A: No: a teapot stays a teapot.',
    );
  });

  it('keep placeholders, which the specification allows', () => {
    expect(markdown('penguin-handshake', 'both')).toContain('\n  A: TODO\n');
  });

  it.each([
    ['code', '```sh\nbrew\n```', '  A:\n\n  ```sh\n  brew\n  ```'],
    ['a list', '- tea\n- pot', '  A:\n\n  - tea\n  - pot'],
    ['a table', '| a |\n| - |\n| b |', '  A:\n\n  | a |\n  | - |\n  | b |'],
    ['text after a comment', '<!-- x -->\n\nYes.', '  A: Yes.'],
    ['text, then code', 'Run:\n\n```\nx\n\ny\n```', '  A: Run:\n\n  ```\n  x\n\n  y\n  ```'],
  ])('that begin with %s stay what they are', (_name, answer, expected) => {
    const article = publishedWith({
      zh: '茶。\n\n## 问答\n\n### 茶？\n\n茶。',
      en: `Tea.\n\n## Q&A\n\n### Tea?\n\n${answer}`,
    });
    expect(sectionOf(articleMarkdownOf(article, 'en'), 'Q&A')).toBe(`- **Q: Tea?**\n\n${expected}`);
  });
});
