import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BuildCache } from '../../build/cache.ts';
import { openWorkshop } from '../../scripts/dev/workshop.ts';
import { listChanges } from '../../server/operations/list-changes.ts';
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

it('in stele dev the list of changes says that earlier editions are not known', async () => {
  const workshop = openWorkshop(await contentOf({ 'mcp/teapot.md': articleText() }), assets, new BuildCache());
  const { library } = await workshop.round();
  if (library === undefined) throw new Error('the template does not compile');
  const context = { library, origin: '', preferredFormat: 'json', agent: undefined } as const;
  const answer = (since: string) => {
    const outcome = listChanges.run(context, listChanges.input.parse({ since }));
    return outcome.kind === 'data' ? JSON.parse(outcome.pieces.join('')) : outcome.kind;
  };
  const hint = expect.stringContaining('not known');
  expect(answer('2026-01-01')).toMatchObject({ complete: false, hint, items: [], to: { publishedAt: null } });
  expect(answer(library.buildId)).toMatchObject({ complete: true, items: [] });
});
