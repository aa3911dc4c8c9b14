// Commands that are called wrongly: 2 says so to scripts, for which 1 is what a command found.
import { describe, expect, test } from 'vitest';
import { everyCommand, stele } from './command.ts';

const commands = (await everyCommand()).map((words) => [words.join(' '), words] as const);

describe('a mistake in a call ends with 2, and nothing on stdout', () => {
  test.each(commands)('stele %s --no-such-option', async (_, words) => {
    const { code, stdout, stderr } = await stele([...words, '--no-such-option']);
    expect([code, stdout]).toEqual([2, '']);
    // What is required is asked for first.
    expect(stderr).toMatch(/^error: (?:unknown option '--no-such-option'|required option '--(?:plan|format) )/);
  });

  test.each([
    ['no command', [], 'Usage: stele'],
    ['a misspelt command', ['biuld'], "error: unknown command 'biuld'\n(Did you mean build?)"],
    ['no command below', ['keys'], 'Usage: stele keys'],
    ['an option without its value', ['start', '--port'], "error: option '--port <number>' argument missing"],
    ['a word too many', ['build', 'everything'], 'error: too many arguments'],
  ])('%s', async (_, given, said) => {
    const { code, stdout, stderr } = await stele(given);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(said);
  });
});

test.each(commands)('stele %s --help shows how to use it, and ends with 0', async (name, words) => {
  expect(await stele([...words, '--help'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`Usage: stele ${name} `),
    stderr: '',
  });
});

test.each([[['--help']], [['--version']]])('stele %s is no mistake, and ends with 0', async (given) => {
  expect(await stele(given)).toMatchObject({ code: 0, stderr: '' });
});
