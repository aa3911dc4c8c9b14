// A thread reads earlier builds as they are on disk; if it fails, the main thread reads them.
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { blobName, readCacheFiles } from '../../../build/cache-files.ts';
import { saveCache } from '../../../build/cache-folder.ts';
import { emptyCache } from '../../../build/compilation-cache.ts';
import { compile } from '../../../build/compile.ts';
import { readAssets } from '../../../build/read.ts';
import { readServedEdition } from '../../../build/served-edition.ts';
import { publishEdition } from '../../../build/write.ts';
import { startReader } from '../../../scripts/reading/reader.ts';
import { entryOf } from '../../build/sources.ts';
import { articleText, repositoryRoot, temporaryFolder } from '../../site.ts';

/** An edition that is served, and a cache with a damaged blob beside one that is whole. */
async function leftByBuilds() {
  const folder = await temporaryFolder();
  const [outFolder, cacheFolder] = [join(folder, 'out'), join(folder, 'caches', 'own')];
  await mkdir(cacheFolder, { recursive: true });
  const cache = emptyCache();
  const assets = await readAssets(repositoryRoot);
  const { edition } = compile({ entries: [entryOf(articleText(), 'mcp/teapot.md')], assets }, { cache });
  if (edition === undefined) throw new Error('the article is wrong');
  await publishEdition(outFolder, edition, { keep: 1 });
  await saveCache(cacheFolder, cache);
  await writeFile(join(cacheFolder, '0'.repeat(64)), 'damaged');
  return { outFolder, cacheFolder };
}

const programs = [
  ['a thread', undefined],
  ['a thread that cannot be started', new URL('http://localhost/')],
  ['a thread that ends at once', new URL('data:text/javascript,process.exit(3)')],
  ['a thread that fails at its first question', new URL('data:text/javascript,throw new Error("no memory")')],
] as const;

it.each(programs)('%s gives the served edition and the cache as they are on disk', async (_, program) => {
  const { outFolder, cacheFolder } = await leftByBuilds();
  const reader = startReader(program);
  onTestFinished(() => reader.end());
  const [served, cache, none] = await Promise.all([
    reader.served(outFolder),
    reader.cache(cacheFolder),
    reader.served(cacheFolder),
  ]);
  expect(served).toEqual(readServedEdition(outFolder));
  expect(served?.isWhole).toBe(true);
  expect(none).toBeUndefined();
  const direct = readCacheFiles(cacheFolder);
  expect([cache?.index, cache?.packs]).toEqual([direct?.index, direct?.packs]);
  const names = (await readdir(cacheFolder)).filter((name) => blobName.test(name));
  expect(names.length).toBeGreaterThan(2);
  for (const name of names) expect([name, await cache?.blob(name)]).toEqual([name, await direct?.blob(name)]);
  expect(await cache?.blob('0'.repeat(64))).toBeUndefined();
  expect(await cache?.blob('f'.repeat(64))).toBeUndefined();
  const [pack = ''] = cache?.packs ?? [];
  expect(cache?.readPack(pack)).toEqual(direct?.readPack(pack));
});

it('reads on the main thread after its end', async () => {
  const { outFolder, cacheFolder } = await leftByBuilds();
  const reader = startReader();
  void reader.served(outFolder);
  expect(await reader.cache(cacheFolder)).toBeDefined();
  await reader.end();
  expect(await reader.served(outFolder)).toEqual(readServedEdition(outFolder));
});
