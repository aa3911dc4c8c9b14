// A usage error ends with the exit code 2, because 1 means that a command found errors.
import { expect, test } from 'vitest';
import { everyCommand, stele } from './command.ts';

const commands = (await everyCommand()).map((words) => [words.join(' '), words] as const);

test.each([
  ['no command', [], 'Usage: stele'],
  ['a misspelt command', ['biuld'], "error: unknown command 'biuld'\n(Did you mean build?)"],
  ['a missing subcommand', ['keys'], 'Usage: stele keys'],
  ['an option that does not exist', ['agents', 'list', '--no-such'], "error: unknown option '--no-such'"],
])('a command line with %s ends with 2 and prints nothing to stdout', async (_, given, said) => {
  const { code, stdout, stderr } = await stele(given);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(said);
});

test.each([
  [['biuld'], '错误：没有命令 biuld\n（是不是 build？）\n（--help 列出选项）\n'],
  [['build', '--keep', 'many'], '错误：选项 --keep <count> 的值不能是 many。应为 1 到 9999 的整数。\n（--help 列出'],
  [['build', '--now', 'soon'], '错误：选项 --now <day> 的值不能是 soon。写一个日期，例如 2026-01-31。\n'],
  [['bench', '--only', 'nothing'], '错误：选项 --only <parts> 的值不能是 nothing。可以是 '],
  [['build', 'everything'], '错误：参数太多：最多 0 个，写了 1 个。\n（--help 列出选项）\n'],
  [['keys', 'create'], '错误：必须写选项 --plan <plan>\n（--help 列出选项）\n'],
  [['ask'], '错误：缺少参数 <question>\n（--help 列出选项）\n（问题以 - 开头时'],
  [['mcp', '--edition', 'nowhere'], 'stele: 无法打开'],
  [['start', '--port', 'eighty'], 'stele: --port（PORT）是 "eighty"；应为：0 到 65535 的整数'],
])('stele %j prints usage errors in Chinese if LANG is Chinese', async (given, said) => {
  const { code, stderr } = await stele(given, { LANG: 'zh_CN.UTF-8' });
  expect([code, stderr.startsWith(said) ? said : stderr]).toEqual([2, said]);
});

test.each(commands)('stele %s --help prints its usage, and ends with 0', async (name, words) => {
  expect(await stele([...words, '--help'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`Usage: stele ${name} `),
    stderr: '',
  });
});

test.each([[['--help']], [['--version']]])('stele %j ends with 0 and prints nothing to stderr', async (given) => {
  expect(await stele(given)).toMatchObject({ code: 0, stderr: '' });
});
