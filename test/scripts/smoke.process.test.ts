// Starts each command of the compiled program once in a separate process. Other files test the output of commands in-process.
import { describe, expect, it } from 'vitest';
import { articleText, contentOf } from '../site.ts';
import { everyCommand, steleProcess } from './command.ts';

const commands = (await everyCommand()).filter(({ length }) => length === 1).map(([name = '']) => name);

describe('the compiled program', () => {
  it.each(commands)('loads the command %s, and ends with 2 for an unknown option', async (name) => {
    const { code, stdout, stderr } = await steleProcess([name, '--no-such-option']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^(?:error: unknown option '--no-such-option'|Usage: stele )/);
  });

  it('ends `check` with 0 if the articles have no error, and with 1 otherwise', async () => {
    const check = async (riskLevel: string): Promise<number> => {
      const content = await contentOf({ 'mcp/teapot.md': articleText({ fields: { riskLevel } }) });
      return (await steleProcess(['check', '--content', content])).code;
    };
    expect([await check('low'), await check('boiling')]).toEqual([0, 1]);
  });
});
