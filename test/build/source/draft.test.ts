import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placesIn } from '../../../build/messages.ts';
import { toArticle } from '../../../build/source/source-article.ts';
import { articleText } from '../../site.ts';
import { draftOf, messagesOf, placeAt, placesOf } from '../sources.ts';

const text = articleText({
  zh: '## 原因\n\n茶壶会漏水。\n\n```sh\necho 茶\n```\n\n## 问答\n\n### 茶？\n\n待补充',
  en: '## Cause\n\nIt drips.\n\n```sh\necho tea\n```\n\n## Q&A\n\n### Tea?\n\nTODO',
});
const withCrLf = text.replaceAll('\n', '\r\n');
const withCr = text.replaceAll('\n', '\r');
const withMark = `\ufeff${text}`;

describe('line ends and the byte order mark', () => {
  it.each([
    ['CRLF', withCrLf],
    ['lone carriage returns', withCr],
    ['a byte order mark', withMark],
    ['both', `\ufeff${withCrLf}`],
  ])('%s make no difference to the texts', (_name, variant) => {
    expect(toArticle(draftOf(variant))?.texts).toEqual(toArticle(draftOf(text))?.texts);
    expect(draftOf(variant).text).toBe(text);
  });

  it.each([
    ['CRLF', withCrLf],
    ['a byte order mark', withMark],
  ])('%s make no difference to where messages point', (_name, variant) => {
    const expected = placesOf(messagesOf({ 'mcp/teapot.md': text }));
    expect(expected).toHaveLength(2);
    expect(placesOf(messagesOf({ 'mcp/teapot.md': variant }))).toEqual(expected);
  });

  it('a second byte order mark is ordinary text', () => {
    expect(messagesOf({ 'mcp/teapot.md': `\ufeff\ufeff${text}` }).map(({ rule }) => rule)).toContain(
      'invisible-characters',
    );
  });
});

describe('a position in a draft', () => {
  it('is a position in the file, including front matter', () => {
    const { outline, text: read } = draftOf(text);
    const line = (needle: string): number => read.split('\n').indexOf(needle) + 1;
    expect(outline.parts.zh?.heading.position?.start).toMatchObject({ line: line('# 中文'), column: 1 });
    expect(outline.parts.en?.pairs[0]?.question.position?.start.line).toBe(line('### Tea?'));
    const heading = outline.parts.en?.content[0];
    expect(read.slice(heading?.position?.start.offset, heading?.position?.end.offset)).toBe('## Cause');
  });

  it('counts columns in UTF-16 units, as editors do', () => {
    const broken = articleText({ zh: '🫖🫖 [漏](nowhere.md)' });
    expect(placesOf(messagesOf({ 'mcp/teapot.md': broken }))).toEqual(['mcp/teapot.md:16:6 article-links']);
  });

  it('is found from an offset as by counting lines', () => {
    const texts = fc.array(fc.constantFrom('a', '\n', '企', '\n\n')).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(texts, (given) => {
        const at = placesIn(given);
        for (let offset = 0; offset <= given.length; offset += 1) expect(at(offset)).toEqual(placeAt(given, offset));
      }),
    );
  });
});

describe('a draft', () => {
  it('is a guide in guides/ and an article elsewhere', () => {
    expect(draftOf(text, 'guides/teapot.md').fields.kind).toBe('guide');
    expect(draftOf(text, 'nowhere/teapot.md').fields.kind).toBe('article');
  });

  it('accepts emphasis next to Chinese punctuation, unlike CommonMark', () => {
    const { outline } = draftOf(articleText({ zh: '**茶壶。**会漏水' }));
    expect(outline.parts.zh?.content[0]).toMatchObject({ children: [{ type: 'strong' }, { type: 'text' }] });
  });

  it.each(['', '---', '---\n', '\ufeff', '\n\n\n', '---\n---', '---\n---\n', '# 中文', '---js\n---'])(
    'can be read from anything: %j',
    (anything) => {
      expect(draftOf(anything).frontMatter.findings).toHaveLength(1);
    },
  );
});
