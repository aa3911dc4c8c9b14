// What a saved cache leaves beside it: the caches that were used last, and everything that is no cache.
import { mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { saveCache } from '../../build/cache-folder.ts';
import { emptyCache } from '../../build/compilation-cache.ts';
import { temporaryFolder } from '../site.ts';

const named = (digit: number): string => digit.toString(16).repeat(64);

test('the caches used longest ago are removed, and nothing else that lies there', async () => {
  const all = join(await temporaryFolder(), 'caches');
  const others = Array.from({ length: 12 }, (_, digit) => named(digit));
  for (const [age, name] of others.entries()) {
    await mkdir(join(all, name), { recursive: true });
    await utimes(join(all, name), 1_000 - age, 1_000 - age);
  }
  const foreign = ['work', 'f'.repeat(63), `${'f'.repeat(64)}.bak`];
  for (const name of foreign) {
    await mkdir(join(all, name));
    await writeFile(join(all, name, 'kept'), '');
    await utimes(join(all, name), 1, 1);
  }
  await symlink(join(all, 'work'), join(all, named(14)));
  const own = named(15);
  await saveCache(join(all, own), emptyCache());
  expect((await readdir(all)).sort()).toEqual([...others.slice(0, 7), named(14), own, ...foreign].sort());
  expect(await readdir(join(all, 'work'))).toEqual(['kept']);
});
