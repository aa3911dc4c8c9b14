// Commands resolve relative paths against the `cwd` that they are given, not against the working directory of the process.
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { articleText, contentOf } from '../site.ts';
import { stele } from './command.ts';

it('commands resolve relative paths against the folder in which they are called', async () => {
  const cwd = await contentOf({ 'articles/mcp/teapot.md': articleText() });
  const run = async (...given: string[]): Promise<string> => {
    const { code, stdout, stderr } = await stele(given, {}, { cwd });
    expect([given.join(' '), code, stderr]).toEqual([given.join(' '), 0, '']);
    return stdout;
  };
  await run('build', '--content', 'articles', '--out', 'out', '--locale', 'en');
  expect(await run('ask', 'teapot', '--edition', 'out')).toContain('Water clings to the spout.');
  expect(await run('check', 'articles/mcp/teapot.md', '--content', 'articles', '--locale', 'en')).toContain('1 file');
  expect(await run('digest', '--content', 'articles')).toContain('  teapot');
  await run('keys', 'create', '--plan', 'free', '--label', 'tea', '--json', '--data', 'state');
  expect(JSON.parse(await run('keys', 'list', '--json', '--data', 'state'))).toHaveLength(1);
  expect(await run('backup', '--data', 'state', '--out', 'copy.db', '--locale', 'en')).toContain(join(cwd, 'copy.db'));
  expect(await run('new', 'mcp/kettle', '--content', 'articles', '--locale', 'en')).toContain('articles/mcp/kettle.md');
  // Renaming fails if a command wrote its file elsewhere.
  for (const made of ['out/current', 'copy.db', 'articles/mcp/kettle.md'])
    await rename(join(cwd, made), join(cwd, 'seen'));
});

it('messages name files relative to the folder in which the command is called', async () => {
  const cwd = await contentOf({ 'articles/mcp/teapot.md': articleText({ fields: { riskLevel: 'lo' } }) });
  const { code, stderr } = await stele(['check', '--content', 'articles', '--locale', 'en'], {}, { cwd });
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^articles\/mcp\/teapot\.md:\d+:\d+ error /)]);
});
