// The language of commands. Other tests of commands run without any of these variables.
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
    [{}, ['--locale', 'zh'], chinese],
  ])('with %j and %j is that of the option, else of the first variable that is set', async (more, given, said) => {
    const { code, stdout } = await stele(['check', '--content', await contentOf(good), ...given], more);
    expect({ code, stdout }).toEqual({ code: 0, stdout: said });
  });

  it('is Chinese or English', async () => {
    const { code, stderr } = await stele(['check', '--locale', 'fr']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('Allowed choices are zh, en')]);
  });
});

describe('in Chinese', () => {
  it('messages are printed as text and as JSON', async () => {
    const content = await contentOf(broken);
    const text = await stele(['check', '--locale', 'zh', '--content', content]);
    expect(text.stderr).toMatch(
      /mcp\/teapot\.md:8:12 错误 \[front-matter-schema\] 发现字段 "riskLevel" 的值为 "boiling"；/,
    );
    const json = await stele(['check', '--locale', 'zh', '--format', 'json', '--content', content]);
    expect(JSON.parse(json.stdout)).toMatchObject({ messages: [{ expected: '以下值之一：low、medium、high' }] });
    const digest = await stele(['digest', '--locale', 'zh', '--content', content]);
    expect(digest.stderr).toContain('1 个错误，0 个警告');
  });

  it('build reports a new edition, an unchanged one and a failure', async () => {
    const out = await temporaryFolder();
    const build = async (files: Record<string, string>) =>
      stele(['build', '--locale', 'zh', '--content', await contentOf(files), '--out', out]);
    expect((await build(good)).stdout).toMatch(/^已构建版本 [0-9a-f]{12}，共 1 篇文章，用时 \d+\.\d 秒\n$/);
    expect((await build(good)).stdout).toMatch(/^没有变化：版本 [0-9a-f]{12}，共 1 篇文章，用时 \d+\.\d 秒\n$/);
    expect((await build(broken)).stdout).toBe('未构建：1 个错误；正在提供服务的版本保持不变\n');
    expect((await build({})).stderr).toMatch(/^stele: \S+ 中没有文章；正在提供服务的版本保持不变\n$/);
  });

  it('usage errors are in Chinese', async () => {
    const content = await contentOf(good);
    const mistakes: [string[], RegExp][] = [
      [['check', '--content', join(content, 'nowhere')], /^stele: 找不到内容文件夹 \S+；用 --content 指定一个\n$/],
      [['build', '--content', content, '--out', join(content, 'out')], /^stele: --out \S+ 位于内容文件夹之内；/],
      [['new', 'mcp', '--content', content], /^stele: "mcp" 不是 <领域>\/<slug> 的形式/],
      [
        ['new', 'tools-postgres/x', '--content', content],
        /^stele: "tools-postgres" 不是领域；.*是不是想写 tools_postgres？\n$/,
      ],
      [['new', 'mcp/A', '--content', content], /^stele: "A" 不是 slug：/],
      [['new', 'agent/teapot', '--content', content], /^stele: slug teapot 已被 mcp\/teapot\.md 占用；/],
    ];
    for (const [given, said] of mistakes) {
      const { code, stderr } = await stele([...given, '--locale', 'zh']);
      expect(code).toBe(2);
      expect(stderr).toMatch(said);
    }
  });

  it('errors of the operating system are in Chinese', async () => {
    const file = join(await temporaryFolder(), 'a-file');
    await writeFile(file, '');
    const { stderr } = await stele(['build', '--locale', 'zh', '--content', await contentOf(good), '--out', file]);
    expect(stderr).toMatch(/^stele: 无法对 \S+ 执行 mkdir：路径中的一部分是文件，不是文件夹（ENOTDIR）\n$/);
  });

  it('new reports the written file', async () => {
    const { stdout } = await stele(['new', 'mcp/kettle', '--locale', 'zh', '--content', await contentOf(good)]);
    expect(stdout).toMatch(/^已写入 \S+mcp\/kettle\.md\n {2}待填写：中文标题、/);
    expect(stdout).toContain('\n  然后检查：npm run check -- ');
  });
});
