// The language of commands. All other tests of commands run without the environment variables for the language.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { articleText, contentOf, temporaryFolder } from '../site.ts';
import { stele } from './command.ts';

const good = { 'mcp/teapot.md': articleText() };
const broken = { 'mcp/teapot.md': articleText({ fields: { riskLevel: 'boiling' } }) };
const chinese = '检查了 1 个文件，没有错误\n';
const english = '1 file checked, no errors\n';

describe('the language of a command', () => {
  it.each<[Record<string, string>, string[], string]>([
    [{}, [], english],
    [{ LANG: 'zh_CN.UTF-8' }, [], chinese],
    [{ LANG: 'de_DE.UTF-8' }, [], english],
    [{ LC_MESSAGES: 'zh_TW.UTF-8', LANG: 'en_US.UTF-8' }, [], chinese],
    [{ LC_ALL: 'C', LC_MESSAGES: 'zh_CN.UTF-8', LANG: 'zh_CN.UTF-8' }, [], english],
    [{ LC_ALL: '', LC_MESSAGES: '', LANG: 'zh_CN.UTF-8' }, [], chinese],
    [{ LANG: 'zh_CN.UTF-8' }, ['--locale', 'en'], english],
  ])(
    'with %j and the arguments %j follows --locale, then the first variable that is set',
    async (more, given, said) => {
      const { code, stdout } = await stele(['check', '--content', await contentOf(good), ...given], more);
      expect({ code, stdout }).toEqual({ code: 0, stdout: said });
    },
  );
});

describe('a command in Chinese', () => {
  it('prints Chinese messages as text and as JSON', async () => {
    const given = ['check', '--locale', 'zh', '--content', await contentOf(broken)];
    const { stderr } = await stele(given);
    expect(stderr).toMatch(/teapot\.md:8:12 错误 \[front-matter-schema\] 发现字段 "riskLevel" 的值为 "boiling"；/);
    expect(stderr).toContain('1 个错误，0 个警告');
    const messages = [{ expected: '以下值之一：low、medium、high' }];
    expect(JSON.parse((await stele([...given, '--format', 'json'])).stdout)).toMatchObject({ messages });
  });

  it('reports a new edition, an unchanged edition and a failed build in Chinese', async () => {
    const out = await temporaryFolder();
    const build = async (files: Record<string, string>) =>
      stele(['build', '--locale', 'zh', '--content', await contentOf(files), '--out', out]);
    expect((await build(good)).stdout).toMatch(/^已构建版本 [0-9a-f]{12}，共 1 篇文章，用时 \d+\.\d 秒\n$/);
    expect((await build(good)).stdout).toMatch(/^没有变化：版本 [0-9a-f]{12}，共 1 篇文章，用时 \d+\.\d 秒\n$/);
    expect((await build(broken)).stdout).toBe('未构建：1 个错误；正在提供服务的版本保持不变\n');
    expect((await build({})).stderr).toMatch(/^stele: \S+ 中没有文章；正在提供服务的版本保持不变\n$/);
  });

  it.each([
    [['check', '--content', '/nowhere'], '找不到内容文件夹 /nowhere；用 --content 指定一个'],
    [['build', '--out', 'content/out'], '--out content/out 位于内容文件夹之内；'],
    [['new', 'mcp'], '"mcp" 不是 <领域>/<slug> 的形式'],
  ])('reports an error in Chinese for %j', async (given, said) => {
    const cwd = await contentOf({ 'content/mcp/teapot.md': articleText() });
    const content = given.includes('--content') ? [] : ['--content', 'content'];
    const { code, stderr } = await stele([...given, '--locale', 'zh', ...content], {}, { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining(`stele: ${said}`)]);
  });

  it('reports errors of the operating system in Chinese', async () => {
    const file = join(await temporaryFolder(), 'a-file');
    await writeFile(file, '');
    const { stderr } = await stele(['build', '--locale', 'zh', '--content', await contentOf(good), '--out', file]);
    expect(stderr).toMatch(/^stele: 无法对 \S+ 执行 mkdir：路径中的一部分是文件，不是文件夹（ENOTDIR）\n$/);
  });
});
