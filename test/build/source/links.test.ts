import { describe, expect, it } from 'vitest';
import {
  anchorsOf,
  articleLinksIn,
  isArticleLink,
  isElsewhere,
  publishedAddress,
  resolveArticleLink,
} from '../../../build/source/links.ts';
import { articleText } from '../../site.ts';
import { draftWith, messagesOf, placesOf } from '../sources.ts';

describe('a link to another article', () => {
  it.each(['slug.md', '../mcp/slug.md#heading', 'slug.md#', '../../up.md', 'a.b.md', '.md'])('can be %s', (url) => {
    expect(isArticleLink(url)).toBe(true);
  });

  it.each([
    ...['https://example.org/x.md', 'HTTP://example.org/x.md', '//example.org/x.md', '/articles/x.md'],
    ...['#x.md', '?x.md'],
    ...['mailto:x@example.org?x.md', 'javascript:x.md', 'x.md?raw=1', 'x.mdx', 'x.html#y.md', 'x.png', ''],
  ])('cannot be %j', (url) => {
    expect(isArticleLink(url)).toBe(false);
  });

  it('is resolved against the folder of its file', () => {
    expect(resolveArticleLink('mcp/a.md', 'b.md#c')).toEqual({ path: 'mcp/b.md', anchor: 'c' });
    expect(resolveArticleLink('mcp/a.md', '../agent/./b.md')).toEqual({ path: 'agent/b.md', anchor: '' });
  });

  it('leads from a page to a page in the same language, and from Markdown to Markdown', () => {
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
    const found = articleLinksIn(draft).map(({ url, language }) => `${language} ${url}`);
    expect(found.join(', ')).toBe('zh 1.md, zh 2.md, zh 3.md, en 4.md, en 5.md, en 6.md');
  });
});

it('a link to an article that cannot be read is not reported', () => {
  const target = articleText({ id: 'art_target', en: '## Cause\n\nText.', zh: '## 原因\n\n文。' });
  const teapot = articleText({ en: '[a](../agent/target.md#cause)' });
  for (const broken of [Buffer.from([0xff]), '---\nnever: closed', target.replace('# English', '# Deutsch')]) {
    const places = placesOf(messagesOf({ 'mcp/teapot.md': teapot, 'agent/target.md': broken }));
    expect(places.filter((place) => place.startsWith('mcp/teapot.md'))).toEqual([]);
  }
});

const anchors = (en: string): string[] => anchorsOf(draftWith({ en }), 'en');

describe('the anchors of an article', () => {
  it('of repeated headings get numbers, counted across body and questions', () => {
    const en = '## Tea\n\n## Tea\n\n## Q&A\n\n### Tea\n\nTea.\n\n#### Tea\n\nTea.';
    expect(anchors(en)).toEqual(['tea', 'tea-1', 'tea-2', 'tea-3']);
  });

  it('are those of the body followed by those of the questions, wherever the questions are', () => {
    expect(anchors('## Q&A\n\n### First?\n\nYes.\n\n## Last\n\nText.')).toEqual(['last', 'first']);
  });
});

describe('the address of an image', () => {
  it.each(['tea.png', '/tea.png', './a:b.png', '../cups/tea.png?size=2#lid', '', 'tea/https://a.example/'])(
    'is on this site: %j',
    (address) => expect(isElsewhere(address)).toBe(false),
  );

  it.each([
    ...['https://a.example/tea.png', 'HTTPS:a.example/tea.png', 'data:image/png;base64,', '//a.example/tea.png'],
    ...['\\\\a.example\\tea.png', '/\\a.example/tea.png', ' //a.example', '\u0001https://a.example'],
    ...['ht\ntps://a.example', '/\t/a.example'],
  ])('is on another site, as browsers read it: %j', (address) => {
    expect(isElsewhere(address)).toBe(true);
    expect(new URL(address, 'http://here.example/docs/').host).not.toBe('here.example');
  });
});
