import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { smallEdition } from '../server/small-site.ts';
import { articleText, contentOf, temporaryFolder } from '../site.ts';
import { stele } from './command.ts';

describe('stele bench', () => {
  it.each([
    ['serve', ['--rounds', '1', '--round-ms', '60']],
    ['timing', ['--requests', '40']],
    ['flood', ['--requests', '500']],
    ['start', ['--rounds', '1', '--corpus', 'no such folder']],
    ['search', ['--corpus', 'no such folder']],
  ])('measures %s, prints a table and writes the numbers', async (part, settings) => {
    const file = join(await temporaryFolder(), 'numbers.json');
    const given = ['bench', '--only', part, '--edition', await smallEdition(), '--json', file, ...settings];
    const { code, stdout, stderr } = await stele(given);
    // With so few requests a goal may be missed; anything else is a fault.
    expect([0, 1], stderr).toContain(code);
    expect(stdout).toContain(part);
    const { machine, parts } = JSON.parse(await readFile(file, 'utf8'));
    expect(machine.node).toBe(process.versions.node);
    expect(Object.keys(parts)).toEqual([part]);
  });

  it('measures builds, beside Eleventy where that is installed', async () => {
    const corpus = await contentOf({ 'articles/mcp/teapot.md': articleText() });
    const file = join(await temporaryFolder(), 'numbers.json');
    const given = ['bench', '--only', 'build', '--edition', await smallEdition(), '--corpus', corpus, '--json', file];
    const { code, stdout, stderr } = await stele([...given, '--rounds', '1', '--articles', '30']);
    expect([0, 1], stderr).toContain(code);
    expect(stdout).toMatch(/^one edit +1 /m);
    const { parts } = JSON.parse(await readFile(file, 'utf8'));
    expect(Object.keys(parts.build.sizes[0].runs)).toEqual(expect.arrayContaining(['cold', 'unchanged', 'one edit']));
  });

  it('says of builds that nothing was measured where there is no corpus', async () => {
    const given = ['bench', '--only', 'build', '--edition', await smallEdition(), '--corpus', await temporaryFolder()];
    const { code, stdout } = await stele(given);
    expect(code).toBe(0);
    expect(stdout).toContain('not measured: there are no articles');
  });

  it('names its parts when it does not know one', async () => {
    const { code, stderr } = await stele(['bench', '--only', 'teapots']);
    expect(code).not.toBe(0);
    expect(stderr).toContain('serve, search, build, start, cost, flood, timing');
  });
});
