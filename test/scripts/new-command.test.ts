import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check } from '../../build/compile.ts';
import { defaultSite } from '../../build/edition/site-settings.ts';
import { readContent } from '../../build/read.ts';
import { readDraft } from '../../build/source/draft.ts';
import { toArticle } from '../../build/source/source-article.ts';
import { type ArticleOptions, newEntry } from '../../scripts/article-template.ts';
import { articleText, contentOf, repositoryRoot, temporaryFolder } from '../site.ts';
import { stele } from './command.ts';

const good = { 'mcp/teapot.md': articleText({ enTitle: 'Why a teapot drips', fields: { aliases: '[old-pot]' } }) };
const place = { domain: 'mcp', slug: 'kettle' };
const birth = { id: 'art_new', now: new Date('2026-05-01T10:00:00.123Z'), site: defaultSite };

/** The fields of an article as the compiler reads them. */
async function fieldsOf(content: string, path: string) {
  const entry = (await readContent(content)).find((one) => one.path === path);
  return entry && toArticle(readDraft(entry))?.fields;
}

describe('stele new', () => {
  it('writes an article that passes check and build, with a warning about each placeholder text', async () => {
    const content = await contentOf({ 'mcp/kettle.md': articleText() });
    const made = await stele(['new', 'tools_postgres/lock-queue', '--content', content]);
    expect([made.code, made.stderr]).toEqual([0, '']);
    const { messages } = check({ entries: await readContent(content) }, 'check');
    expect(messages.map(({ path, rule }) => `${path} ${rule}`).sort()).toEqual([
      ...Array.from({ length: 2 }, () => 'tools_postgres/lock-queue.md placeholders'),
      ...Array.from({ length: 15 }, () => 'tools_postgres/lock-queue.md template-text'),
    ]);
    expect((await stele(['build', '--content', content, '--out', await temporaryFolder()])).code).toBe(0);
    const text = await readFile(join(content, 'tools_postgres/lock-queue.md'), 'utf8');
    expect(text).toMatch(/^---\nid: art_[a-z0-9]{12}\n/);
  });

  it('uses the domains and the author of the site file', async () => {
    const tea = '{ id: tea, name: { zh: 茶, en: Tea }, description: { zh: 茶。, en: Tea. } }';
    const site = `name: { zh: 茶室, en: Tea room }\ndomains: [${tea}]\nguides: false\n`;
    const content = await contentOf({ 'site.yaml': site });
    const stderr = 'stele: "teas" is not a domain; the domains are tea. Did you mean tea?\n';
    expect(await stele(['new', 'teas/kettle', '--content', content])).toMatchObject({ code: 2, stderr });
    expect((await stele(['new', 'kettle', '--content', content])).stderr).toContain('such as tea/my-topic\n');
    expect((await stele(['new', 'tea/kettle', '--content', content])).code).toBe(0);
    expect((await fieldsOf(content, 'tea/kettle.md'))?.author).toBe('Tea room editors');
  });

  it('prints the file, the parts to write, the next commands and the guide for authors', async () => {
    const content = await contentOf({});
    const { stdout } = await stele(['new', 'mcp/kettle', '--content', content, '--title-en', 'Kettle']);
    expect(stdout.split('\n')).toEqual([
      `wrote ${relative(repositoryRoot, join(content, 'mcp/kettle.md'))}`,
      '  to be written: the Chinese title, the Chinese summary, the English summary, the tags, the text, and the answers marked TODO',
      `  see it while you write: npm run dev -- --content ${content}`,
      `  then check it: npm run check -- ${relative(repositoryRoot, join(content, 'mcp/kettle.md'))} --content ${content}`,
      '  its address once it is published: /articles/kettle',
      "  the authors' guide: content/guides/authors.md",
      '',
    ]);
  });

  it('accepts every field as an option', async () => {
    const content = await contentOf(good);
    const { code, stdout } = await stele([
      ...['new', 'mcp/kettle', '--content', content, '--author', 'Li Wei', '--risk', 'high'],
      ...['--title-zh', '水壶', '--title-en', 'Kettle', '--summary-zh', '水壶的说明。', '--summary-en', 'Kettles.'],
      ...['--tags', 'tea, water，tea', '--keywords', '开水,boil'],
    ]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('to be written: the text, and the answers marked TODO'),
    ]);
    expect(await fieldsOf(content, 'mcp/kettle.md')).toMatchObject({
      title: { zh: '水壶', en: 'Kettle' },
      summary: { zh: '水壶的说明。', en: 'Kettles.' },
      author: 'Li Wei',
      tags: ['tea', 'water'],
      keywords: ['开水', 'boil'],
      riskLevel: 'high',
    });
  });

  it('lists similar articles, to prevent duplicates', async () => {
    const content = await contentOf(good);
    const { stdout } = await stele(['new', 'agent/drips-of-teapots', '--content', content]);
    const path = relative(repositoryRoot, join(content, 'mcp/teapot.md'));
    expect(stdout).toContain(`check that yours is not a duplicate:\n    ${path}  茶壶  Why a teapot drips\n`);
    const chinese = await stele(['new', 'agent/pot', '--title-zh', '茶壶', '--locale', 'zh', '--content', content]);
    expect(chinese.stdout).toContain(`先看看是否重复：\n    ${path}  茶壶`);
    const other = await stele(['new', 'agent/kettle', '--title-zh', '水壶', '--content', content]);
    expect(other.stdout).not.toContain('duplicate');
  });

  it.each([
    ['tools-postgres/lock', /Did you mean tools_postgres\?/],
    ['mcp/Über Teapots!', /^stele: "Über Teapots!" is not a slug: lower-case words .*; uber-teapots would be valid\n$/],
    ['mcp', /^stele: /],
    ['mcp/../x', /^stele: /],
    ['agent/teapot', /the slug teapot is taken by mcp\/teapot\.md; slugs and aliases/],
    ['agent/old-pot', /the slug old-pot is taken by mcp\/teapot\.md as an alias; slugs and aliases/],
  ])('refuses the name %j with an explanation', async (name, said) => {
    const content = await contentOf(good);
    const { code, stderr } = await stele(['new', name, '--content', content]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(said)]);
    expect(await readdir(content, { recursive: true })).toEqual(['mcp', 'mcp/teapot.md']);
  });

  it('reports that the name is missing', async () => {
    const stderr = 'stele: name the new article as <domain>/<slug>, such as agent/my-topic\n';
    expect(await stele(['new', '--content', await contentOf(good)])).toEqual({ code: 2, stdout: '', stderr });
  });

  it('does not overwrite an existing path that is not an article', async () => {
    const content = await contentOf(good);
    await mkdir(join(content, 'mcp', 'kettle.md'));
    const { code, stderr } = await stele(['new', 'mcp/kettle', '--content', content]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('it already exists (EEXIST)')]);
  });

  it.each([
    ['--title-en', 'A\nB', 'a title of 1–200 characters on one line'],
    ['--summary-en', '', 'one paragraph of 1–600 characters'],
  ])('refuses a value that `check` would refuse: %s %j', async (flag, value, said) => {
    const content = await contentOf(good);
    const { code, stderr } = await stele(['new', 'mcp/kettle', '--content', content, flag, value]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
    expect(await readdir(join(content, 'mcp'))).toEqual(['teapot.md']);
  });
});

describe('the file of a new article', () => {
  it.each([
    'a: b',
    '# not a comment',
    '"quoted" and \'single\'',
    'C:\\new\\table \\u0041',
    '- a list? [no] {no} &no *no !no |no >no %no @no `no`',
    '2026-01-01',
    '🧪👩‍🔬 emoji',
  ])('is read back with the unchanged title %j', (title) => {
    const tags = [title.replaceAll(',', ' ').slice(0, 60)];
    expect(readBack({ titleZh: title, titleEn: title, tags })?.title).toEqual({ zh: title, en: title });
  });

  it('has quoted titles and summaries, so that an author can add a colon', () => {
    const text = Buffer.from(newEntry({ ...place, titleEn: 'Kettle', tags: ['tea'] }, birth).bytes).toString('utf8');
    expect(text).toContain('\n  en: "Kettle"\nsummary:\n  zh: "用');
    expect(text).toContain('\ntags: [tea]\nkeywords: []\nriskLevel: low\ncreatedAt: 2026-05-01T10:00:00Z\n');
  });

  function readBack(fields: Partial<ArticleOptions>) {
    const entry = newEntry({ ...place, ...fields }, birth);
    const errors = check({ entries: [entry] }, 'check').messages.filter(({ severity }) => severity === 'error');
    expect(errors).toEqual([]);
    return toArticle(readDraft(entry))?.fields;
  }
});
