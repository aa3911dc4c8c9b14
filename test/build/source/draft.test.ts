import { describe, expect, it } from 'vitest';
import { toArticle } from '../../../build/source/source-article.ts';
import { articleText } from '../../site.ts';
import { draftOf, messagesOf, placesOf } from '../sources.ts';

const text = articleText({
  zh: '## 原因\n\n茶壶会漏水。\n\n```sh\necho 茶\n```\n\n## 问答\n\n### 茶？\n\n待补充',
  en: '## Cause\n\nIt drips.\n\n```sh\necho tea\n```\n\n## Q&A\n\n### Tea?\n\nTODO',
});

it('other line ends or a byte order mark change neither the texts of an article nor the positions of messages', () => {
  const crlf = text.replaceAll('\n', '\r\n');
  const expected = placesOf(messagesOf({ 'mcp/teapot.md': text }));
  expect(expected).toHaveLength(2);
  for (const variant of [crlf, text.replaceAll('\n', '\r'), `\ufeff${text}`, `\ufeff${crlf}`]) {
    expect(toArticle(draftOf(variant))?.texts).toEqual(toArticle(draftOf(text))?.texts);
    expect(draftOf(variant).text).toBe(text);
    expect(placesOf(messagesOf({ 'mcp/teapot.md': variant }))).toEqual(expected);
  }
  expect(placesOf(messagesOf({ 'mcp/teapot.md': `\ufeff\ufeff${text}` })).join()).toContain('invisible-characters');
});

describe('a position in a source file', () => {
  it('has a column in UTF-16 code units, as in editors', () => {
    const broken = articleText({ zh: '🫖🫖 [漏](nowhere.md)' });
    expect(placesOf(messagesOf({ 'mcp/teapot.md': broken }))).toEqual(['mcp/teapot.md:16:6 article-links']);
  });
});

describe('a draft, the parsed form of a source file,', () => {
  it('accepts emphasis next to Chinese punctuation, unlike CommonMark', () => {
    const { outline } = draftOf(articleText({ zh: '**茶壶。**会漏水' }));
    expect(outline.parts.zh?.content[0]).toMatchObject({ children: [{ type: 'strong' }, { type: 'text' }] });
  });

  it.each(['', '---', '---\n', '\ufeff', '\n\n\n', '---\n---', '---\n---\n', '# 中文', '---js\n---'])(
    'is read without an exception from %j',
    (anything) => {
      expect(draftOf(anything).frontMatter.findings).toHaveLength(1);
    },
  );
});
