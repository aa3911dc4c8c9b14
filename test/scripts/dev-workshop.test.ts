import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BuildCache } from '../../build/cache.ts';
import { openWorkshop } from '../../scripts/dev/workshop.ts';
import { articleText, contentOf } from '../site.ts';

const assets = [{ name: 'site.css', bytes: Buffer.from('') }];

describe('a round of compilation in stele dev', () => {
  it('ignores for one round a file that has just become empty, and reports its errors in the next round', async () => {
    const content = await contentOf({ 'mcp/teapot.md': articleText() });
    const workshop = openWorkshop(content, assets, new BuildCache());
    expect((await workshop.round()).messages).toEqual([]);
    await writeFile(join(content, 'mcp/teapot.md'), '');
    expect(await workshop.round({ hasAnotherLook: true })).toMatchObject({ changed: [], messages: [] });
    expect(await workshop.round({ hasAnotherLook: false })).toMatchObject({
      changed: ['mcp/teapot.md'],
      messages: [{ rule: 'safe-front-matter', path: 'mcp/teapot.md' }],
    });
  });

  it('compiles a file immediately when it is no longer empty', async () => {
    const content = await contentOf({ 'mcp/teapot.md': articleText() });
    const workshop = openWorkshop(content, assets, new BuildCache());
    await workshop.round();
    await writeFile(join(content, 'mcp/teapot.md'), '');
    await workshop.round({ hasAnotherLook: true });
    await writeFile(join(content, 'mcp/teapot.md'), articleText({ en: 'Two.' }));
    const { changed, library } = await workshop.round({ hasAnotherLook: true });
    expect(changed).toEqual(['mcp/teapot.md']);
    expect(library?.size).toBe(1);
  });
});
