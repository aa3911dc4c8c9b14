// Answers the questions of `stele init` on a pseudo-terminal, which `script` of util-linux provides.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../site.ts';
import { hasTerminal, keys, onTerminal } from './terminal.ts';

describe.runIf(hasTerminal)('stele init on a terminal', () => {
  it('asks for the names and the domains of the site', async () => {
    const folder = join(await temporaryFolder(), 'tea');
    const session = onTerminal(['init', folder]);
    await session.shows('Name in English (tea):');
    session.type(`Tea House${keys.enter}`);
    await session.shows('Name in Chinese (Tea House):');
    session.type(`茶馆${keys.enter}`);
    await session.shows('Ids of the domains');
    session.type(`brewing，leaves${keys.enter}`);
    expect(await session.exited).toBe(0);
    const site = await readFile(join(folder, 'content', 'site.yaml'), 'utf8');
    expect(site).toContain('name: { zh: "茶馆", en: "Tea House" }');
    expect(site.match(/id: \w+/g)).toEqual(['id: brewing', 'id: leaves']);
  });

  it.each([keys.controlC, keys.controlD])('writes nothing when the user presses %j', async (key) => {
    const folder = await temporaryFolder();
    const session = onTerminal(['init', folder]);
    await session.shows('Name in English');
    session.type(key);
    await session.shows('cancelled; nothing was written');
    expect(await session.exited).toBe(130);
    expect(await readdir(folder)).toEqual([]);
  });
});
