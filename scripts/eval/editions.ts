// Opens editions for measurements. They are verified as a server verifies them, and built first if necessary.

import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BuildCache, cacheFolder, sourcesKey } from '../../build/cache.ts';
import { sha256 } from '../../build/edition/hash.ts';
import { pointerFile } from '../../build/edition/locations.ts';
import type { Message } from '../../build/messages.ts';
import { readAssets } from '../../build/read.ts';
import { reportText } from '../../build/report.ts';
import type { SourceEntry } from '../../build/source/entry.ts';
import { readEdition, readPointer } from '../../server/edition-files.ts';
import { type Library, openLibrary } from '../../server/library.ts';
import { defaultKeep, runBuild } from '../build.ts';
import { processIo } from '../command-io.ts';
import { UsageError } from '../content-option.ts';
import { openingEdition } from '../edition-fault.ts';
import { defaultContentFolder, defaultEditionFolder, homeFolder, packageRoot } from '../package-root.ts';
import { showProgress } from '../progress.ts';

/**
 * Opens the edition in a folder to which `build --out` wrote. Without a folder, builds and opens the default edition, so that the
 * current content is measured.
 */
export async function openEdition(named: string | undefined): Promise<{ library: Library; folder: string }> {
  if (named === undefined) await buildDefault();
  const folder = named ?? defaultEditionFolder;
  return openingEdition(folder, async () => {
    const library = await openLibrary(await readEdition(folder, await readPointer(folder)));
    return { library, folder };
  });
}

async function buildDefault(): Promise<void> {
  const options = { content: defaultContentFolder, out: defaultEditionFolder, keep: defaultKeep, format: 'text' };
  if (!(await runBuild(processIo(), { ...options, locale: 'en', quiet: true })))
    throw new UsageError('the articles do not compile, so there is nothing to measure');
}

/**
 * Returns the folder of an edition compiled from `entries`. The edition is kept below dist/eval/ until the entries or the compiler
 * change, because a large one takes minutes to compile. A new edition replaces the earlier one of the same name. Throws a UsageError if
 * the entries do not compile.
 */
export async function keptEdition(name: string, entries: readonly SourceEntry[]): Promise<string> {
  const sources = { entries, assets: await readAssets(packageRoot) };
  const key = sha256(`${cacheFolder(homeFolder, name)}\n${sourcesKey(sources)}`);
  const kept = join(packageRoot, 'dist', 'eval');
  const folder = join(kept, `${name}-${key.slice(0, 16)}`);
  if (existsSync(join(folder, pointerFile))) return folder;
  const { compile } = await import('../../build/compile.ts');
  const { publishEdition } = await import('../../build/write.ts');
  const { doing, after } = compiling;
  const shown = { doing: { zh: `${doing.zh}（${name}）`, en: `${doing.en} ${name}` }, after };
  const progress = showProgress(processIo(), shown, { locale: 'en', silent: false });
  // The cache of the build is on the disk of the editions, because a temporary folder may be in memory and too small.
  const waiting = `${folder}.waiting-${process.pid}`;
  try {
    const { edition, messages } = compile(sources, { progress: progress.update, cache: new BuildCache(waiting) });
    progress.end();
    if (edition === undefined) {
      const options = { locale: 'en' as const, pathPrefix: '', frames: false, textOf: () => undefined };
      throw new UsageError(`the articles of ${name} do not compile:\n${reportText(messages.filter(isError), options)}`);
    }
    const earlier = new RegExp(`^${name}-[0-9a-f]{16}$`);
    for (const other of await readdir(kept)) {
      if (earlier.test(other)) await rm(join(kept, other), { recursive: true, force: true });
    }
    await publishEdition(folder, edition, { keep: 1 });
    return folder;
  } finally {
    await rm(waiting, { recursive: true, force: true });
  }
}

const isError = ({ severity }: Message): boolean => severity === 'error';

const compiling = {
  doing: { zh: '正在编译', en: 'compiling' },
  after: { zh: '正在组装版本', en: 'putting the edition together' },
};
