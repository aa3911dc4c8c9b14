import { beforeAll, describe, expect, it } from 'vitest';
import { articleMarkdownOf } from '../../../build/bodies/markdown.ts';
import type { BodyName } from '../../../build/edition/catalogue.ts';
import { fillSlots, slot } from '../../../build/edition/slots.ts';
import type { LanguageChoice } from '../../../build/edition/vocabulary.ts';
import { bodiesOfSite, publishedWith } from '../sources.ts';

let bodyOf: (slug: string, name: BodyName) => string;
beforeAll(async () => {
  bodyOf = await bodiesOfSite();
});

/** The stored Markdown without its slots: each slot is replaced by an empty text. */
const markdown = (slug: string, choice: LanguageChoice): string => fillSlots(bodyOf(slug, `markdown.${choice}`), {});

describe('the Markdown article', () => {
  it('has slots that the server fills with the link to the index and with the origin of links within the site', () => {
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

  it('keeps code, tables and footnotes as the author wrote them', () => {
    expect(markdown('teapot-that-plans', 'both')).toContain('```js\n// # this line is no heading\nconst plan');
    expect(markdown('vacuum-the-cat', 'en')).toContain('| Command | Locks the cat |\n| --- | :---: |\n');
    expect(markdown('penguins-open-a-bank', 'en')).toMatch(/^ *\[\^fish-en\]: Except in summer\.$/m);
    expect(markdown('penguins-open-a-bank', 'both')).not.toContain('<!--');
  });
});

it.each([
  ['code', '```sh\nbrew\n```', '  A:\n\n  ```sh\n  brew\n  ```'],
  ['a list', '- tea\n- pot', '  A:\n\n  - tea\n  - pot'],
  ['a table', '| a |\n| - |\n| b |', '  A:\n\n  | a |\n  | - |\n  | b |'],
  ['text after a comment', '<!-- x -->\n\nYes.', '  A: Yes.'],
  ['text, then code', 'Run:\n\n```\nx\n\ny\n```', '  A: Run:\n\n  ```\n  x\n\n  y\n  ```'],
])('an answer that begins with %s keeps its structure below its question in Markdown', (_name, answer, expected) => {
  const article = publishedWith({
    zh: '茶。\n\n## 问答\n\n### 茶？\n\n茶。',
    en: `Tea.\n\n## Q&A\n\n### Tea?\n\n${answer}`,
  });
  const [, questions = ''] = articleMarkdownOf(article, 'en').split('\n## Q&A\n\n');
  expect(questions.split('\n\n## ')[0]?.trimEnd()).toBe(`- **Q: Tea?**\n\n${expected}`);
});
