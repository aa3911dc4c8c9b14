import { describe, expect, it } from 'vitest';
import {
  anchorIn,
  anchorsOf,
  articleLinksIn,
  isArticleLink,
  isElsewhere,
  publishedAddress,
  resolveArticleLink,
} from '../../../build/source/links.ts';
import { articleText } from '../../site.ts';
import { draftWith, messagesOf, placesOf } from '../sources.ts';

describe('a link to an article', () => {
  it.each(['slug.md', '../mcp/slug.md#heading', 'slug.md#', '../../up.md', 'a.b.md', '.md'])('is %s', (url) => {
    expect(isArticleLink(url)).toBe(true);
  });

  it.each([
    ...['https://example.org/x.md', 'HTTP://example.org/x.md', '//example.org/x.md', '/articles/x.md'],
    ...['#x.md', '?x.md'],
    ...['mailto:x@example.org?x.md', 'javascript:x.md', 'x.md?raw=1', 'x.mdx', 'x.html#y.md', 'x.png', ''],
  ])('is not %j', (url) => {
    expect(isArticleLink(url)).toBe(false);
  });

  it('is resolved against the folder of its file', () => {
    expect(resolveArticleLink('mcp/a.md', 'b.md#c')).toEqual({ path: 'mcp/b.md', anchor: 'c' });
    expect(resolveArticleLink('mcp/a.md', '../agent/./b.md')).toEqual({ path: 'agent/b.md', anchor: '' });
  });

  it('may percent-encode its anchor', () => {
    expect(anchorIn('b.md#%E8%8C%B6')).toBe('茶');
    expect(anchorIn('b.md#100%')).toBe('100%');
  });

  it('leads on a page to the page of its language, and in Markdown to the Markdown', () => {
    expect(publishedAddress('mcp/a.md', 'b.md#c', 'zh')).toBe('/zh/articles/b#c');
    expect(publishedAddress('mcp/a.md', 'b.md#c', 'markdown')).toBe('/articles/b.md#c');
    expect(publishedAddress('mcp/a.md', '../guides/b.md', 'en')).toBe('/en/docs/b');
    expect(publishedAddress('mcp/a.md', '../guides/b.md', 'markdown')).toBe('/docs/b.md');
  });

  it('is found in text, definitions, tables, questions and answers of both languages', () => {
    const draft = draftWith({
      zh: '[一](1.md)\n\n## 问答\n\n### [二](2.md)？\n\n- [三](3.md)',
      en: '| [4](4.md) |\n| - |\n\n[five]\n\n[five]: 5.md\n\n## Q&A\n\n### Six?\n\n> [6](6.md)',
    });
    expect(articleLinksIn(draft).map(({ url, language }) => `${language} ${url}`)).toEqual([
      'zh 1.md',
      'zh 2.md',
      'zh 3.md',
      'en 4.md',
      'en 5.md',
      'en 6.md',
    ]);
  });
});

describe('a link that cannot be followed', () => {
  const target = articleText({ id: 'art_target', en: '## Cause\n\nText.', zh: '## 原因\n\n文。' });
  const rulesOf = (en: string, targetBytes: string | Uint8Array = target): string[] =>
    placesOf(messagesOf({ 'mcp/teapot.md': articleText({ en }), 'agent/target.md': targetBytes }))
      .filter((place) => place.startsWith('mcp/teapot.md'))
      .map((place) => place.split(' ')[1] ?? '');

  it('is an error when the file or heading is missing', () => {
    expect(rulesOf('[a](../agent/target.md) [b](../agent/target.md#cause)')).toEqual([]);
    expect(rulesOf('[a](../agent/nowhere.md)')).toEqual(['article-links']);
    expect(rulesOf('[a](../agent/target.md#原因)')).toEqual(['article-links']);
  });

  it('is not reported for faults of its target', () => {
    const link = '[a](../agent/target.md#cause)';
    expect(rulesOf(link, Buffer.from([0xff]))).toEqual([]);
    expect(rulesOf(link, 'x'.repeat(300_000))).toEqual([]);
    expect(rulesOf(link, '---\nnever: closed')).toEqual([]);
    expect(rulesOf(link, target.replace('# English', '# Deutsch'))).toEqual([]);
  });
});

const anchors = (en: string): string[] => anchorsOf(draftWith({ en }), 'en');

describe('anchors', () => {
  it('are those of github-slugger', () => {
    expect(anchors('## Warm the pot!\n\n## C++ & C#\n\n## `tools/call`\n\n## 茶壶 Teapot\n\n## 🫖')).toEqual([
      'warm-the-pot',
      'c--c',
      'toolscall',
      '茶壶-teapot',
      '',
    ]);
  });

  it('number repeated headings, across body and questions', () => {
    expect(anchors('## Tea\n\n## Tea\n\n## Q&A\n\n### Tea\n\nTea.\n\n#### Tea\n\nTea.')).toEqual([
      'tea',
      'tea-1',
      'tea-2',
      'tea-3',
    ]);
  });

  it('number the body before the questions, at any position of the questions', () => {
    expect(anchors('## Q&A\n\n### First?\n\nYes.\n\n## Last\n\nText.')).toEqual(['last', 'first']);
  });

  it('contain no raw HTML, no comment and no space at either end', () => {
    expect(anchors('## A <b>pot</b> <!-- later -->')).toEqual(['a-pot']);
  });

  it('are made for headings inside lists and quotations, too', () => {
    expect(anchors('> ## Quoted\n\n- ### Listed')).toEqual(['quoted', 'listed']);
  });
});

describe('an address of a picture', () => {
  it.each(['tea.png', '/tea.png', './a:b.png', '../cups/tea.png?size=2#lid', '', 'tea/https://a.example/'])(
    'is of this site: %j',
    (address) => expect(isElsewhere(address)).toBe(false),
  );

  it.each([
    ...['https://a.example/tea.png', 'HTTPS:a.example/tea.png', 'data:image/png;base64,', '//a.example/tea.png'],
    ...['\\\\a.example\\tea.png', '/\\a.example/tea.png', ' //a.example', '\u0001https://a.example'],
    ...['ht\ntps://a.example', '/\t/a.example'],
  ])('is of another site, as browsers read it: %j', (address) => {
    expect(isElsewhere(address)).toBe(true);
    expect(new URL(address, 'http://here.example/docs/').host).not.toBe('here.example');
  });
});
