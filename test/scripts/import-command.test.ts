import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check } from '../../build/compile.ts';
import { readContent } from '../../build/read.ts';
import { commandsIn, readGuide } from '../contract/guide.ts';
import { contentOf, fixtures, temporaryFolder } from '../site.ts';
import { stele } from './command.ts';

const layouts = {
  vitepress: 'teapots',
  docusaurus: 'kettles',
  mintlify: 'cups',
  mkdocs: 'leaves',
  plain: 'water',
  readme: 'pot',
};

/** The texts of all files below a folder by path, including hidden files. */
async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const texts = await Promise.all(
    paths.sort().map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const),
  );
  return Object.fromEntries(texts);
}

/** A folder for an import. `docs/` has the given files; `content/` does not exist yet. */
const documentation = (files: Record<string, string>): Promise<string> =>
  contentOf(Object.fromEntries(Object.entries(files).map(([path, text]) => [`docs/${path}`, text])));

async function putFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

const importInto = (cwd: string, ...more: string[]) => importFrom('docs', cwd, ...more);
const importFrom = (source: string, cwd: string, ...more: string[]) =>
  stele(['import', source, '--to', 'content', '--domain', 'mcp', '--date', '2026-01-01', ...more], {}, { cwd });
const importedTea = (cwd: string): Promise<string> => readFile(join(cwd, 'content/mcp/tea.md'), 'utf8');

const tea = { 'en/tea.md': '# Tea\n\nTea is hot.\n', 'zh/tea.md': '# 茶\n\n茶是热的。\n' };

describe('stele import', () => {
  it.each(Object.entries(layouts))(
    'converts the documentation layout of %s to the expected articles, and prints a report',
    async (layout, source) => {
      const cwd = await temporaryFolder();
      const fixture = join(fixtures, 'import', layout);
      await cp(join(fixture, source), join(cwd, source), { recursive: true });
      const { stdout } = await importFrom(source, cwd);
      expect(await filesIn(join(cwd, 'content'))).toEqual(await filesIn(join(fixture, 'content')));
      expect(stdout).toBe(await readFile(join(fixture, 'report.txt'), 'utf8'));
      const { messages } = check({ entries: await readContent(join(cwd, 'content')) });
      expect(messages.filter(({ severity }) => severity === 'error')).toEqual([]);
    },
  );

  it('changes no file when it runs again, even on another day', async () => {
    const cwd = await documentation(tea);
    expect((await importInto(cwd)).code).toBe(0);
    const before = await filesIn(join(cwd, 'content'));
    const { code, stdout } = await importInto(cwd, '--date', '2026-02-02');
    expect([code, stdout.split('\n').at(-2)]).toEqual([0, '1 pair: 1 unchanged; 0 files without a counterpart']);
    expect(await filesIn(join(cwd, 'content'))).toEqual(before);
  });

  it('writes nothing with --dry-run', async () => {
    const cwd = await documentation(tea);
    const dry = { code: 0, stdout: expect.stringContaining('dry run, nothing was written') };
    expect(await importInto(cwd, '--dry-run')).toMatchObject(dry);
    const { stdout } = await importInto(cwd, '--dry-run', '--locale', 'zh');
    expect(stdout).toContain('1 对页面：1 新文章；0 个文件缺少另一种语言的页面；试运行，没有写任何文件\n');
    expect(await readdir(cwd)).toEqual(['docs']);
  });

  it('updates a moved article whose source changed, and keeps its creation date and records', async () => {
    const cwd = await documentation(tea);
    await importInto(cwd);
    const record = 'verification:\n  - verifier: Li Wei\n    result: passed\n    at: 2026-01-02T00:00:00Z\n';
    const text = await readFile(join(cwd, 'content/mcp/tea.md'), 'utf8');
    await putFile(join(cwd, 'content/skill/green-tea.md'), text.replace('\n---\n\n#', `\n${record}---\n\n#`));
    await rm(join(cwd, 'content/mcp/tea.md'));
    await putFile(join(cwd, 'docs/en/tea.md'), '# Tea\n\nTea is cold.\n');
    const { code } = await importInto(cwd, '--date', '2026-02-02');
    const updated = await filesIn(join(cwd, 'content'));
    expect([code, Object.keys(updated)]).toEqual([0, ['.import.json', 'skill/green-tea.md']]);
    expect(updated['skill/green-tea.md']).toBe(
      text
        .replace('Tea is hot.\n', 'Tea is cold.\n')
        .replace('en: "Tea is hot."', 'en: "Tea is cold."')
        .replace('updatedAt: 2026-01-01', 'updatedAt: 2026-02-02')
        .replace('\n---\n\n#', `\n${record}---\n\n#`),
    );
  });

  it('keeps a manual edit of an article, and overwrites it only with --force', async () => {
    const cwd = await documentation(tea);
    await importInto(cwd);
    const article = join(cwd, 'content/mcp/tea.md');
    const edited = (await readFile(article, 'utf8')).replace('Tea is hot.\n', 'Tea is lovely.\n');
    await writeFile(article, edited);
    const kept = { code: 0, stdout: expect.stringContaining('edited by hand, kept (1)') };
    expect(await importInto(cwd)).toMatchObject(kept);
    await putFile(join(cwd, 'docs/en/tea.md'), '# Tea\n\nTea is cold.\n');
    const conflict = { code: 1, stdout: expect.stringContaining('conflict, not written (1)') };
    expect(await importInto(cwd)).toMatchObject(conflict);
    expect(await readFile(article, 'utf8')).toBe(edited);
    expect((await importInto(cwd, '--force')).code).toBe(0);
    expect(await readFile(article, 'utf8')).toContain('Tea is cold.\n');
  });

  it('gives a page another slug if an article that was not imported uses the slug', async () => {
    const cwd = await documentation(tea);
    await importInto(cwd);
    const others = await filesIn(join(cwd, 'content'));
    const own = (others['mcp/tea.md'] ?? '').replace(/art_\w+/, 'art_own');
    await rm(join(cwd, 'content'), { recursive: true });
    await putFile(join(cwd, 'content/skill/tea.md'), own);
    expect((await importInto(cwd)).code).toBe(0);
    const files = await filesIn(join(cwd, 'content'));
    expect(Object.keys(files)).toEqual(['.import.json', 'mcp/docs-tea.md', 'skill/tea.md']);
    expect(files['skill/tea.md']).toBe(own);
  });

  it('lists unpaired pages, pages in other languages, and articles whose source was deleted', async () => {
    const cwd = await documentation({ ...tea, 'en/alone.md': '# Alone\n', 'fr/tea.md': '# Thé\n' });
    await importInto(cwd);
    await rm(join(cwd, 'docs/zh/tea.md'));
    await putFile(join(cwd, 'docs/en/pot.md'), '# Pot\n\nA pot.\n');
    await putFile(join(cwd, 'docs/zh/pot.md'), '# 壶\n\n一把壶。\n');
    const { stdout } = await importInto(cwd, '--format', 'json');
    const { unpaired, others, orphans } = JSON.parse(stdout);
    expect({ unpaired, others, orphans }).toEqual({
      unpaired: ['docs/en/alone.md', 'docs/en/tea.md'],
      others: ['docs/fr/tea.md'],
      orphans: ['content/mcp/tea.md'],
    });
  });

  it('uses the domains of --map and the pairs of --pair', async () => {
    const pair = { 'manual/a.md': tea['en/tea.md'], 'translated/a.md': tea['zh/tea.md'] };
    const cwd = await documentation({ ...tea, ...pair });
    await importInto(cwd, '--pair', 'manual/*.md=translated/*.md', '--map', 'manual=skill');
    const paths = Object.keys(await filesIn(join(cwd, 'content')));
    expect(paths).toEqual(['.import.json', 'mcp/tea.md', 'skill/manual-a.md']);
  });

  it('with --site writes absolute addresses in links to pages that are not imported', async () => {
    const cwd = await documentation({
      'en/tea.md': '# Tea\n\n[pots](./pots.md#spout) ![leaf](/leaf.png)\n',
      'zh/tea.md': '# 茶\n\n[壶](./pots.md#spout)\n',
    });
    await importInto(cwd, '--site', 'https://tea.example', '--site-zh', 'https://cha.example/');
    const text = await importedTea(cwd);
    expect(text).toContain('[壶](https://cha.example/pots#spout)');
    expect(text).toContain('[pots](https://tea.example/pots#spout) [leaf](https://tea.example/leaf.png)');
  });

  it('pairs the versioned docs, blog posts and pages of Docusaurus with their translations', async () => {
    const i18n = 'i18n/zh-Hans/docusaurus-plugin-content';
    const english = {
      'docs/tea.md': `${i18n}-docs/current/tea.md`,
      'versioned_docs/version-1.0/tea.md': `${i18n}-docs/version-1.0/tea.md`,
      'community/tea.md': `${i18n}-docs-community/current/tea.md`,
      'blog/2026-01-02-tea.md': `${i18n}-blog/2026-01-02-tea.md`,
      'src/pages/tea.md': `${i18n}-pages/tea.md`,
    };
    const files = Object.entries(english).map(([en, zh]) => ({ [en]: tea['en/tea.md'], [zh]: tea['zh/tea.md'] }));
    const { stdout } = await importInto(await documentation(Object.assign({}, ...files)), '--format', 'json');
    const { pairs }: { pairs: { en: string; zh: string }[] } = JSON.parse(stdout);
    const found = pairs.map(({ en, zh }) => [en.replace('docs/', ''), zh.replace('docs/', '')]);
    expect(Object.fromEntries(found)).toEqual(english);
  });

  it('takes the dates of an article from the git history of both languages', async () => {
    const cwd = await documentation(tea);
    const commit = (date: string): void => {
      const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_COMMITTER_DATE: date };
      const author = ['-c', 'user.name=Li Wei', '-c', 'user.email=li@tea.example'];
      execFileSync('git', ['add', '.'], { cwd, env });
      execFileSync('git', [...author, 'commit', '--quiet', '--message', 'Tea'], { cwd, env });
    };
    execFileSync('git', ['init', '--quiet'], { cwd });
    commit('2026-03-01T12:00:00+08:00');
    await putFile(join(cwd, 'docs/zh/tea.md'), '# 茶\n\n茶是温的。\n');
    commit('2026-04-01T12:00:00+08:00');
    await stele(['import', 'docs', '--to', 'content', '--domain', 'mcp'], {}, { cwd });
    const text = await importedTea(cwd);
    expect(text).toContain('createdAt: 2026-03-01T04:00:00Z\n');
    expect(text).toContain('updatedAt: 2026-04-01T04:00:00Z\n');
  });

  it('does not use a quotation with a link as the summary', async () => {
    const en = '# Tea\n\n> See [the original](https://tea.example).\n\nGreen tea likes 80 degrees.\n';
    const cwd = await documentation({ ...tea, 'en/tea.md': en });
    await importInto(cwd);
    expect(await importedTea(cwd)).toContain('en: "Green tea likes 80 degrees."');
  });

  it('reads no included file outside the source folder, not even through a symbolic link', async () => {
    const en = '# Tea\n\n<<< ../../secret.sh\n<<< ./above/secret.sh\n\nHot.\n';
    const cwd = await documentation({ ...tea, 'en/tea.md': en });
    await putFile(join(cwd, 'secret.sh'), 'echo secret\n');
    await symlink('../..', join(cwd, 'docs/en/above'));
    const { stdout } = await importInto(cwd);
    expect(stdout).toContain('docs/en/tea.md:3: the included file ../../secret.sh, which does not exist\n');
    expect(stdout).toContain('docs/en/tea.md:4: the included file ./above/secret.sh, which does not exist\n');
    expect(await importedTea(cwd)).not.toContain('secret');
  });

  it.each([
    [['--domain', 'kitchen'], 'there is no domain kitchen'],
    [['--map', 'en'], 'Write two names with = between them.'],
    [['--site', 'tea'], 'Write a whole address'],
    [['--date', 'tomorrow'], 'Write a day'],
  ])('ends with 2 and an explanation for the options %j', async (words, told) => {
    const refused = { code: 2, stderr: expect.stringContaining(told) };
    expect(await importInto(await documentation(tea), ...words)).toMatchObject(refused);
  });

  it('refuses a source without pairs of pages, a source that is no folder, a missing domain, and an edited .import.json', async () => {
    const cwd = await documentation({ 'en/tea.md': '# Tea\n' });
    expect((await importInto(cwd)).stderr).toContain('has no pairs of Chinese and English pages');
    expect((await importFrom('no-docs', cwd)).stderr).toContain('no-docs is not a folder');
    expect((await stele(['import', 'docs', '--to', 'content'], {}, { cwd })).stderr).toContain('no domain is named');
    await putFile(join(cwd, 'content/.import.json'), '{}');
    expect((await importInto(cwd)).stderr).toContain('.import.json was changed after import wrote it');
  });

  it('has a guide whose commands succeed, in both languages', async () => {
    for (const [, , name = '', , ...words] of commandsIn(await readGuide('bring-your-documentation'))) {
      const [en, zh] = [tea['en/tea.md'], tea['zh/tea.md']];
      const guide = { 'guide/en/a.md': en, 'guide/zh/a.md': zh, 'manual/m.md': en, 'translated/m.md': zh };
      const above = await documentation({ ...tea, ...guide });
      await rename(join(above, 'docs'), join(above, 'handbook'));
      const cwd = join(above, 'site');
      await cp(join(fixtures, 'import/readme/content'), join(cwd, 'content'), { recursive: true });
      const folder = name === 'import' ? ['--to', 'content'] : ['--content', 'content'];
      const out = name === 'build' ? ['--out', 'dist'] : [];
      expect(await stele([name, ...words, ...folder, ...out], {}, { cwd }), name).toMatchObject({ code: 0 });
    }
  });
});
