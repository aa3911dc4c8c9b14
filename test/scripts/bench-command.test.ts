import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { smallEdition } from '../server/small-site.ts';
import { temporaryFolder } from '../site.ts';
import { stele } from './command.ts';

const timeoutMs = 120_000;

describe('stele bench', () => {
  it.each([
    ['serve', ['--rounds', '1', '--round-ms', '20']],
    ['timing', ['--requests', '40']],
    ['flood', ['--requests', '500']],
  ])(
    'measures %s, prints a table and writes the numbers',
    async (part, settings) => {
      const file = join(await temporaryFolder(), 'numbers.json');
      const given = ['bench', '--only', part, '--edition', await smallEdition(), '--json', file, ...settings];
      const { code, stdout, stderr } = await stele(given, {}, timeoutMs);
      // With so few requests a goal may be missed; anything else is a fault.
      expect([0, 1], stderr).toContain(code);
      expect(stdout).toContain(part);
      const { machine, parts } = JSON.parse(await readFile(file, 'utf8'));
      expect(machine.node).toBe(process.versions.node);
      expect(Object.keys(parts)).toEqual([part]);
    },
    timeoutMs,
  );

  it('names its parts when it does not know one', async () => {
    const { code, stderr } = await stele(['bench', '--only', 'teapots']);
    expect(code).not.toBe(0);
    expect(stderr).toContain('serve, cost, flood, timing');
  });
});
