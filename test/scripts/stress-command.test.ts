import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { smallEdition } from '../server/small-site.ts';
import { temporaryFolder } from '../site.ts';
import { stele } from './command.ts';

describe('stele stress', () => {
  it('tries a real server, prints tables and goals, and writes the numbers', async () => {
    const file = join(await temporaryFolder(), 'numbers.json');
    const given = ['--only', 'fuzz', '--requests', '60', '--seed', '5', '--edition', await smallEdition()];
    const { code, stdout, stderr } = await stele(['stress', ...given, '--json', file]);
    // On a busy machine an answer may take longer than its goal, which is then named; anything else is a fault.
    expect([0, 1], stderr).toContain(code);
    if (code === 1) expect(stderr).toContain('missed: fuzz: hangs > 1000 ms\n');
    expect(stdout).toContain('the same again: --only fuzz --requests 60 --seed 5');
    const { parts } = JSON.parse(await readFile(file, 'utf8'));
    expect(Object.keys(parts)).toEqual(['fuzz']);
    expect(parts.fuzz.requests).toBe(60);
  });

  it('names its parts when it does not know one', async () => {
    const { code, stderr } = await stele(['stress', '--only', 'teapots']);
    expect(code).not.toBe(0);
    expect(stderr).toContain('fuzz, reload, stop, slow, soak');
  });
});
