import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { articleText, contentOf, temporaryFolder } from '../site.ts';
import { stele } from './command.ts';

it.each([
  ['en', 'stele: no example was run and no record was written: bubblewrap is not installed (on Debian and Ubuntu: '],
  ['zh', 'stele: 没有运行任何示例，也没有写入记录：没有安装 bubblewrap（在 Debian、Ubuntu 上用 '],
])('without bubblewrap, stele verify runs nothing and explains it in one sentence (%s)', async (locale, said) => {
  const path = 'mcp/teapot.md';
  const content = await contentOf({ [path]: articleText() });
  vi.stubEnv('PATH', await temporaryFolder());
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const more of [[], ['--check']]) {
    const { code, stdout, stderr } = await stele(['verify', '--content', content, '--locale', locale, ...more]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^.*apt-get install bubblewrap.*\n$/);
    expect(stderr).toContain(said);
    expect(await readFile(join(content, path), 'utf8')).toBe(articleText());
  }
});
