import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BuildCache } from '../../build/cache.ts';
import { check, compile } from '../../build/compile.ts';
import { inLocale } from '../../build/messages.ts';
import { readContent } from '../../build/read.ts';
import { articleText, compileFolder, contentOf, fixtures } from '../site.ts';
import { entryOf, messagesOf, placesOf } from './sources.ts';

describe('compiling', () => {
  it('makes an edition of the fixture site, with the expected warnings', async () => {
    const { messages, edition } = await compileFolder(join(fixtures, 'site'));
    expect(placesOf(messages)).toEqual([
      'mcp/penguin-handshake.md:23:5 stale-record',
      'mcp/penguin-handshake.md:57:1 placeholders',
      'mcp/penguin-handshake.md:85:1 placeholders',
      'scenarios/penguins-open-a-bank.md:16:5 record-digest',
      'scenarios/penguins-open-a-bank.md:27:1 html-comments',
      'scenarios/penguins-open-a-bank.md:57:1 html-comments',
      'skill/juggling-three-lemons.md:42:1 placeholders',
      'transport/carrier-pigeon.md:21:5 stale-record',
    ]);
    expect(edition?.manifest.articles).toBe(10);
  });

  it('reports all faults of all files in one run, sorted by path and line', () => {
    const messages = messagesOf({
      'mcp/b.md': articleText({ fields: { riskLevel: 'boiling', tags: '[]' }, en: '# Title\n\n[x](nowhere.md)' }),
      'mcp/a.md': Buffer.from([0xff]),
      'agent/c.md': '---\nnever: closed\n',
      'mcp/A.md': articleText({ zh: '茶。\n\n## 问答\n\n### 茶？\n\n茶。' }),
    });
    expect(placesOf(messages)).toEqual([
      'agent/c.md:1:1 safe-front-matter',
      'mcp/A.md:1:1 slug',
      'mcp/A.md:24:1 qa-pairing',
      'mcp/a.md:1:1 case-collision',
      'mcp/a.md:1:1 utf-8',
      'mcp/b.md:2:5 unique-id',
      'mcp/b.md:6:7 front-matter-schema',
      'mcp/b.md:8:12 front-matter-schema',
      'mcp/b.md:22:1 heading-levels',
      'mcp/b.md:24:1 article-links',
    ]);
  });

  it('reports the same messages for any order of the files on disk', async () => {
    const entries = await readContent(join(fixtures, 'broken/unique-slug/content'));
    const { messages } = check({ entries });
    fc.assert(
      fc.property(fc.shuffledSubarray(entries, { minLength: entries.length }), (shuffled) => {
        expect(check({ entries: shuffled }).messages).toEqual(messages);
      }),
      { numRuns: 5 },
    );
  });

  it('reports progress after each compiled file, but not for files from the cache', () => {
    const entries = ['a', 'b', 'c'].map((word) => entryOf(articleText({ id: `art_${word}` }), `mcp/${word}.md`));
    const sources = { entries, assets: [{ name: 'site.css', bytes: Buffer.from('p {}') }] };
    const cache = new BuildCache();
    const told: number[][] = [];
    const progress = (...numbers: number[]): void => void told.push(numbers);
    compile(sources, { cache, progress });
    expect(told.splice(0).join(' ')).toBe('1,3 2,3 3,3');
    compile(sources, { cache, progress });
    expect(told).toEqual([]);
    compile({ ...sources, entries: [...entries, entryOf(articleText(), 'mcp/d.md')] }, { cache, progress });
    expect(told).toEqual([[1, 1]]);
  });

  it('makes an edition when there are only warnings, but none when there is an error', async () => {
    const warning = { 'mcp/teapot.md': articleText({ en: 'Tea. <!-- later -->' }), 'mcp/picture.png': '' };
    const withWarnings = await compileFolder(await contentOf(warning));
    expect(withWarnings.messages.map(({ severity }) => severity)).toEqual(['warning', 'warning']);
    expect(withWarnings.edition).toBeDefined();
    const error = { ...warning, 'mcp/broken.md': articleText({ id: 'art_other', en: '[x](nowhere.md)' }) };
    const withError = await compileFolder(await contentOf(error));
    expect(withError.messages.map(({ severity }) => severity)).toContain('error');
    expect(withError.edition).toBeUndefined();
  });

  it('does not report an unknown related id while another file cannot be read', () => {
    const related = articleText({ fields: { related: '[art_elsewhere]' } });
    expect(placesOf(messagesOf({ 'mcp/a.md': related }))).toEqual(['mcp/a.md:12:11 related']);
    for (const [unread, rule] of [
      [Buffer.from([0xff]), 'utf-8'],
      ['---\nid: [never', 'safe-front-matter'],
    ] as const)
      expect(placesOf(messagesOf({ 'mcp/a.md': related, 'mcp/b.md': unread }))).toEqual([`mcp/b.md:1:1 ${rule}`]);
  });

  it('suggests the id of an article when `related` holds its slug or alias instead', () => {
    const files = {
      'mcp/teapot.md': articleText({ fields: { related: '[kettle, old-kettle]' } }),
      'mcp/kettle.md': articleText({ id: 'art_kettle', fields: { aliases: '[old-kettle]' } }),
    };
    const messages = messagesOf(files).filter(({ rule }) => rule === 'related');
    const said = 'Write the id of that article: art_kettle.';
    expect(messages.map(({ advice }) => inLocale(advice, 'en'))).toEqual([said, said]);
  });

  it('also checks the content of a file in an unknown folder', () => {
    const files = {
      'penguins/teapot.md': articleText({ fields: { riskLevel: 'boiling' } }),
      'mcp/other.md': articleText({ id: 'art_other', fields: { related: '[art_teapot]' } }),
    };
    expect(placesOf(messagesOf(files))).toEqual([
      'penguins/teapot.md:1:1 domain-folder',
      'penguins/teapot.md:8:12 front-matter-schema',
    ]);
  });
});
