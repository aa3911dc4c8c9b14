import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check } from '../../build/compile.ts';
import { fixAll } from '../../build/fixes.ts';
import type { Replacement } from '../../build/messages.ts';
import { readContent } from '../../build/read.ts';
import { withReplacements } from '../../build/source/entry.ts';
import { nodesIn } from '../../build/source/markdown.ts';
import { articleText, fixtures } from '../site.ts';
import { draftOf, entryOf } from './sources.ts';

/** The text of a file with this content after `stele check --fix`. */
const fixed = (content: string): string => Buffer.from(fixAll([entryOf(content)]).entries[0]?.bytes ?? []).toString();
const fixedBody = (zh: string, en = 'Tea.'): string =>
  /# 中文\n\n([\s\S]*)\n\n# English\n\n([\s\S]*)\n$/.exec(fixed(articleText({ zh, en })))?.[1] ?? '';

describe('fixes in one file', () => {
  it('add spaces and full-width punctuation to Chinese without breaking emphasis and links', () => {
    expect(fixedBody('使用**API**和[lid](/lid)时,有2只.')).toBe('使用 **API** 和 [lid](/lid) 时，有 2 只。');
    expect(fixedBody('Github 和 JSON RPC 用 OAuth2，伺服器')).toBe('GitHub 和 JSON-RPC 用 OAuth2，伺服器');
    expect(fixedBody('茶壶 ，漏水。 然后\n> 企鹅,也漏水\n> 用`pot`装')).toBe(
      '茶壶，漏水。然后\n> 企鹅，也漏水\n> 用 `pot` 装',
    );
  });

  it('also change titles and summaries, in every YAML style', () => {
    const title = '{ zh: 茶壶的API, en: "An API,茶" }';
    const summary = '\n  zh: >-\n    使用API时\n    茶壶,漏水\n  en: "Tea"';
    const after = fixed(articleText({ fields: { title, summary } }));
    expect(after).toContain('{ zh: 茶壶的 API, en: "An API,茶" }');
    expect(after).toContain('zh: >-\n    使用 API 时\n    茶壶，漏水\n');
  });

  it('put bare addresses into angle brackets, unless that would change their target', () => {
    expect(fixedBody('见 https://a.example/x 处')).toBe('见 <https://a.example/x> 处');
    expect(fixedBody('见 www.a.example 处')).toBe('见 www.a.example 处');
    expect(fixedBody('见 https://a.example/x，处')).toBe('见 https://a.example/x，处');
  });

  it('never change the anchor of a heading', () => {
    expect(fixedBody('茶。\n\n## 使用API\n\n见[上](#使用api)，用API。')).toBe(
      '茶。\n\n## 使用API\n\n见[上](#使用api)，用 API。',
    );
    // The fixes change the text of these headings, but not their anchors.
    expect(fixedBody('茶。\n\n## 茶,壶吗?\n\n用 Github。\n\n## Github\n\n茶。')).toBe(
      '茶。\n\n## 茶，壶吗？\n\n用 GitHub。\n\n## GitHub\n\n茶。',
    );
  });

  it('delete invisible and control characters, except in code and addresses', () => {
    expect(fixedBody('茶\u200b壶\u0007漏 `水\u200b`[x](/\u200by)\n\n```js\n\u200b\n```')).toBe(
      '茶壶漏 `水\u200b`[x](/\u200by)\n\n```js\n\u200b\n```',
    );
  });

  it('change nothing in English text, code and identifiers', () => {
    const same = '用 `使用API,Github` 和 pot/Github.md。\n\n```js\n使用API,Github\n```';
    expect(fixedBody(same)).toBe(same);
    expect(fixed(articleText({ en: 'Tea，使用API时,茶.' }))).toContain('Tea，使用API时,茶.');
  });
});

it('fixes leave no fixable message in the fixture sites with faults, and cause no new message', async () => {
  for (const rule of ['cjk-spacing', 'terms', 'bare-urls', 'invisible-characters', 'control-characters']) {
    const entries = await readContent(join(fixtures, 'broken', rule, 'content'));
    const { messages, refused } = fixAll(entries);
    expect(messages.length).toBeLessThan(check({ entries }, 'check').messages.length - 1);
    expect(refused).toEqual([]);
    if (!rule.endsWith('-characters')) expect(messages.filter(({ fix }) => fix !== undefined)).toEqual([]);
  }
});

describe('edits of a file', () => {
  const edit = (start: number, end: number, replacement = ''): Replacement => ({ start, end, replacement });

  it('use offsets in LF text, and keep the line ends and the byte order mark of the file', () => {
    const edits = [edit(0, 1, 'A'), edit(3, 3, '!'), edit(4, 6, 'x\ny')];
    const edited = (text: string, given = edits): string =>
      Buffer.from(withReplacements(Buffer.from(text), given)).toString();
    expect(edited('a\r\nb\r\ncd\r\n')).toBe('A\r\nb!\r\nx\r\ny\r\n');
    expect(edited('\ufeffa\rb\rcd\r')).toBe('\ufeffA\rb!\rx\ry\r');
    expect(edited('\ufeff\ufeffa', [edit(0, 1)])).toBe('\ufeffa');
  });
});

const fragments = [
  ...['使用API时,茶壶漏水. ', '企鹅有2只 ，见`使用API,Github`', '**注意：** 茶', '见Github和Javascript吗?'],
  ...['[用API](https://a.example/茶,Github)', ' https://a.example/Github,x ', '<https://a.example/茶,API> '],
  ...['<b title="用API,茶">茶</b>', '\\*用API\\* &amp;茶,', '\u200b', '\u0007'],
  ...['中', 'a', ' ', ',', '.', '*', '`', '_', '|'],
];
const some = fc.array(fc.constantFrom(...fragments), { maxLength: 8 }).map((parts) => parts.join(''));
const block = fc.constantFrom(
  '```js\n使用API,Github\u200b\n```',
  '    用API,茶',
  '## 使用API,茶',
  '| 用API | 茶,茶 |\n| --- | --- |\n| Github | 2只 |',
  '> 用API\n> 茶,茶',
  '[用API]: https://a.example/用API,茶',
);
const body = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: some },
      block,
      some.map((text) => `- ${text}`),
    ),
    { maxLength: 6 },
  )
  .map((blocks) => `茶。\n\n${blocks.join('\n\n')}`);
const article = fc
  .record({ zh: body, en: body, zhTitle: fc.constantFrom('茶壶的API', '茶,壶', '用Github倒茶') })
  .map(articleText);

it('fixes of any article are idempotent, and keep its code, addresses, HTML tags, letters, and fields other than title and summary', () => {
  const kept = (text: string): unknown => [
    nodesIn(draftOf(text).tree.children).flatMap((node) => {
      if (node.type === 'code' || node.type === 'inlineCode') return [node.value];
      return 'url' in node ? [node.url] : [];
    }),
    text.match(/<b title[^>]*>/g),
    text.replace(/^(?:title|summary):.*$/gm, '').split('\n# ')[0],
    text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''),
    text.split('\n').length,
  ];
  fc.assert(
    fc.property(article, (text) => {
      const once = fixed(text);
      expect(kept(once)).toEqual(kept(text));
      expect(fixed(once)).toBe(once);
    }),
    { numRuns: 8 },
  );
});
