// Each command of the compiled program once, in a separate process. The output of commands is tested in this process, file by file.
import { describe, expect, it } from 'vitest';
import { articleText, contentOf } from '../site.ts';
import { everyCommand, steleProcess } from './command.ts';

const commands = (await everyCommand()).filter(({ length }) => length === 1).map(([name = '']) => name);

describe('the compiled program', () => {
  it.each(commands)('loads %s, and ends with 2 on an option that does not exist', async (name) => {
    const { code, stdout, stderr } = await steleProcess([name, '--no-such-option']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^(?:error: unknown option '--no-such-option'|Usage: stele )/);
  });

  it('ends with 0 without an error in the articles, and 1 with one', async () => {
    const check = async (riskLevel: string): Promise<number> => {
      const content = await contentOf({ 'mcp/teapot.md': articleText({ fields: { riskLevel } }) });
      return (await steleProcess(['check', '--content', content])).code;
    };
    expect([await check('low'), await check('boiling')]).toEqual([0, 1]);
  });
});
