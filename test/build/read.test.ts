import { execFileSync } from 'node:child_process';
import { readdir, readFile, symlink, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check } from '../../build/compile.ts';
import { readAssets, readContent, withProductGuides } from '../../build/read.ts';
import { articleText, contentOf, repositoryRoot } from '../site.ts';

describe("the product's own guides", () => {
  const article = { 'mcp/a.md': 'a' };
  it.each([
    ['are part of a site with a site file and no guides', { 'site.yaml': 'author: Tea room\n', ...article }, true],
    ['are left out if the site file disables them', { 'site.yaml': 'guides: false\n', ...article }, false],
    ['are left out if a site has its own guides', { 'site.yaml': 'author: Tea room\n', 'guides/tea.md': 'tea' }, false],
    ['are left out if there is no site file', article, false],
    ['are left out if the site file is broken', { 'site.yaml': 'guides: perhaps\n', ...article }, false],
  ])('%s', async (_title, files, areThere) => {
    const own = await readContent(await contentOf(files));
    const paths = (await withProductGuides(own, repositoryRoot)).map(({ path }) => path);
    const guides = await readdir(join(repositoryRoot, 'content', 'guides'));
    const added = areThere ? guides.map((name) => `guides/${name}`) : [];
    expect(paths).toEqual([...own.map(({ path }) => path), ...added].sort());
  });
});

it('a misnamed site file is the only fault reported, because the domains are then unknown', async () => {
  const content = await contentOf({ 'site.yml': 'domains: []\n', 'tea/pot.md': articleText() });
  const { messages } = check({ entries: await readContent(content) });
  expect(messages.map(({ path, rule }) => [path, rule])).toEqual([['site.yml', 'site-file']]);
});

describe('reading a content folder', () => {
  it('returns every entry in code-unit order, with its bytes', async () => {
    const folder = await contentOf({ 'b/z.md': 'z', 'b.md': 'b', 'B/a.md': 'a', 'b/deep/er.txt': 'd', 'ä.md': '' });
    const entries = await readContent(folder);
    expect(entries.map(({ path }) => path)).toEqual(['B/a.md', 'b.md', 'b/deep/er.txt', 'b/z.md', 'ä.md']);
    expect(entries.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['a', 'b', 'd', 'z', '']);
  });

  it('skips names that begin with a dot, including folders', async () => {
    const folder = await contentOf({ '.gitattributes': '', '.git/config.md': '', 'mcp/.a.md.swp': '', 'mcp/a.md': '' });
    expect((await readContent(folder)).map(({ path }) => path)).toEqual(['mcp/a.md']);
  });

  it('follows no symbolic link and opens no pipe', async () => {
    const folder = await contentOf({ 'mcp/a.md': 'a' });
    await symlink('mcp', join(folder, 'agent'));
    await symlink('/', join(folder, 'root'));
    await symlink('a.md', join(folder, 'mcp/b.md'));
    execFileSync('mkfifo', [join(folder, 'pipe.md')]);
    const entries = await readContent(folder);
    expect(entries.map(({ path, kind, bytes }) => `${path} ${kind} ${bytes.length}`)).toEqual([
      'agent symlink 0',
      'mcp/a.md file 1',
      'mcp/b.md symlink 0',
      'pipe.md special 0',
      'root symlink 0',
    ]);
  });

  it('reads only the size of a file that is larger than an article may be', async () => {
    const folder = await contentOf({ 'mcp/a.md': 'x'.repeat(262_144), 'mcp/b.md': '' });
    await truncate(join(folder, 'mcp/b.md'), 5 * 1024 ** 3);
    const entries = await readContent(folder);
    expect(entries.map(({ bytes, size }) => [bytes.length, size])).toEqual([
      [262_144, undefined],
      [0, 5_368_709_120],
    ]);
  });
});

it('reading assets returns one style sheet with all its parts, one script and the icon', async () => {
  const assets = await readAssets(repositoryRoot);
  expect(assets.map(({ name }) => name)).toEqual(['site.css', 'site.js', 'icon.svg']);
  const [styles = '', script = ''] = assets.map(({ bytes }) => Buffer.from(bytes).toString());
  const parts = join(repositoryRoot, 'build', 'pages', 'styles');
  const entry = await readFile(join(parts, 'site.css'), 'utf8');
  for (const part of (await readdir(parts)).filter((name) => name !== 'site.css'))
    expect(entry).toContain(`@import "./${part}";`);
  for (const text of [styles, script]) expect(text.match(/@import|sourceMappingURL|\bimport\(/)).toBeNull();
  expect(styles).toContain('@media print');
});
