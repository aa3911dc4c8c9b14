import { describe, expect, it } from 'vitest';
import { publishedText } from '../../../build/source/published-text.ts';
import { draftWith } from '../sources.ts';

function published(en: string, headingShift = 0): string {
  const { outline, text, path } = draftWith({ en });
  return publishedText(outline.parts.en?.content ?? [], text, { path, headingShift });
}

it('in published text, links to paths of this host get one prefix, and links to articles get another', () => {
  const { outline, text, path } = draftWith({
    en: 'x [a](../agent/tea.md#b) [c](/docs) [d](//other/x) [e](https://f/) [g](#h) [i](j.txt) [k][l] `[m](/n)`\n\n[l]: /o',
  });
  const roots = { host: 'H', content: 'HC' };
  expect(publishedText(outline.parts.en?.content ?? [], text, { path, headingShift: 0, roots })).toBe(
    'x [a](HC/articles/tea.md#b) [c](H/docs) [d](//other/x) [e](https://f/) [g](#h) [i](j.txt) [k][l] `[m](/n)`\n\n[l]: H/o',
  );
});

describe('shifting headings', () => {
  it.each([
    ['## Tea', 2, '#### Tea'],
    ['##\tTea', 1, '###\tTea'],
    ['###### Tea', 2, '###### Tea'],
    ['##', 1, '###'],
    ['> ## Tea', 1, '> ### Tea'],
    ['Tea\n---', 1, '### Tea'],
    ['Tea\\\npot\n---', 2, '#### Tea pot'],
    ['*Tea* `pot`  \n-----', 1, '### *Tea* `pot`'],
    ['> Tea\n> pot\n> ---', 1, '> ### Tea pot'],
  ])('of %j by %i levels gives %j', (markdown, shift, expected) => {
    expect(published(markdown, shift)).toBe(expected);
  });

  it('does not change code', () => {
    const code = '```md\n## Tea\n```\n\n~~~\n# Pot\n===\n~~~\n\n    ## Kettle';
    expect(published(code, 2)).toBe(code);
  });

  it('joins the lines of a two-line heading, even if the heading contains 50,000 spaces in a row', () => {
    const spaces = ' '.repeat(50_000);
    expect(published(`Tea${spaces}x${spaces}\npot\n---`, 1)).toBe(`### Tea${spaces}x pot`);
  });
});

it.each([
  ['[a](../agent/other.md#tea "title")', '[a](/articles/other.md#tea "title")'],
  ['[a](<other.md#tea>)', '[a](</articles/other.md#tea>)'],
  ['[other.md](other.md "other.md")', '[other.md](/articles/other.md "other.md")'],
  ['[other.md]\n\n[other.md]: other.md', '[other.md]\n\n[other.md]: /articles/other.md'],
  ['[a\\]: other.md]: other.md', '[a\\]: other.md]: /articles/other.md'],
  ['![alt](x.png) [![b](b.md.png)](b.md)', '![alt](x.png) [![b](b.md.png)](/articles/b.md)'],
  ['[a](../guides/g.md)', '[a](/docs/g.md)'],
])('published links in %j become %j', (markdown, expected) => {
  expect(published(markdown)).toBe(expected);
});

it.each([
  ['Tea <!-- hidden --> pot', 'Tea  pot'],
  ['Tea.\n\n<!-- hidden -->\n\nPot.', 'Tea.\n\nPot.'],
  ['Tea.\n<!--\nhidden\n-->\nPot.', 'Tea.\n\nPot.'],
  ['<!-- hidden -->', ''],
  ['<!-- a --> <b>shown</b> <!-- b -->', ' <b>shown</b>'],
  ['<div>\n<!-- hidden -->\n</div>', '<div>\n\n</div>'],
  ['Tea <!--> pot <!---> still', 'Tea  pot  still'],
  ['Tea <!-- hidden\nsecret --> pot\n---', 'Tea  pot\n---'],
  ['Tea.\n\n<!-- never closed', 'Tea.'],
  ['`<!-- shown -->`', '`<!-- shown -->`'],
  ['```html\n<!-- shown -->\n```', '```html\n<!-- shown -->\n```'],
])('published text has no HTML comments: %j becomes %j', (markdown, expected) => {
  expect(published(markdown)).toBe(expected);
});

describe('published text without links, headings and comments', () => {
  it.each([
    'Tea.  \nWith a break.\n\n\n\nThree lines below.',
    '* odd\n+ marks\n1) here',
    'a_b \\* &amp; <kbd>x</kbd> ﬁ é',
    '| a |\n|---|\n| b |',
    '    indented code\n\ntext',
  ])('is unchanged: %j', (markdown) => {
    expect(published(markdown, 1)).toBe(markdown);
  });

  it('does not contain the questions, and joins the text around them', () => {
    expect(published('A.\n\n## Q&A\n\n### Tea?\n\nYes.\n\n## B\n\nC.')).toBe('A.\n\n## B\n\nC.');
  });
});
