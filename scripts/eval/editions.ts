// Opens the edition that is measured, verified as a server verifies it; makes it first where that is asked for.

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { sha256 } from '../../build/edition/hash.ts';
import { pointerFile } from '../../build/edition/locations.ts';
import { cacheFolder, sourcesKey } from '../../build/outcome.ts';
import { readAssets } from '../../build/read.ts';
import { openSpillFile } from '../../build/spill-file.ts';
import { type EditionFiles, readEdition, readPointer } from '../../server/edition-files.ts';
import { type Library, openLibrary } from '../../server/library.ts';
import { defaultKeep, runBuild } from '../build.ts';
import { processIo } from '../command-io.ts';
import { readContentFolder, UsageError } from '../content-option.ts';
import { openingEdition } from '../edition-fault.ts';
import { defaultContentFolder, defaultEditionFolder, packageRoot } from '../package-root.ts';
import { showProgress } from '../progress.ts';
import { replicated, varied } from './replicas.ts';

export interface OpenedEdition {
  library: Library;
  files: EditionFiles;
  folder: string;
  readMs: number;
  openMs: number;
}

/**
 * The edition in a folder that `build --out` wrote to; without one the default edition, built when the articles or the
 * compiler have changed, so that what is measured is what is there.
 */
export async function openEdition(named: string | undefined): Promise<OpenedEdition> {
  if (named === undefined) await buildDefault();
  const folder = named ?? defaultEditionFolder;
  return openingEdition(folder, async () => {
    const started = performance.now();
    const files = await readEdition(folder, await readPointer(folder));
    const read = performance.now();
    const library = await openLibrary(files);
    return { library, files, folder, readMs: read - started, openMs: performance.now() - read };
  });
}

async function buildDefault(): Promise<void> {
  const options = { content: defaultContentFolder, out: defaultEditionFolder, keep: defaultKeep, format: 'text' };
  if (!(await runBuild(processIo(), { ...options, locale: 'en', quiet: true })))
    throw new UsageError('the articles do not compile, so there is nothing to measure');
}

/**
 * The folder of an edition with `count` articles, made of those in a content folder (see `replicas.ts`). It takes minutes, so
 * it is kept below dist/eval/ for as long as neither articles nor compiler change. With `isVaried` copies have words of their own.
 */
export async function replicatedEdition(content: string, count: number, { isVaried = false } = {}): Promise<string> {
  const copied = replicated(await readContentFolder(processIo(), content), count);
  const sources = {
    entries: isVaried ? varied(copied) : copied,
    assets: await readAssets(packageRoot),
  };
  const key = sha256(`${cacheFolder(packageRoot, resolve(content))}\n${sourcesKey(sources)}`);
  const folder = join(packageRoot, 'dist', 'eval', `${count}-${key.slice(0, 16)}`);
  if (existsSync(join(folder, pointerFile))) return folder;
  const { compile } = await import('../../build/compile.ts');
  const { publishEdition } = await import('../../build/write.ts');
  const progress = showProgress(processIo(), replicating, { locale: 'en', silent: false });
  // Beside the editions: a temporary folder may lie in memory.
  const waiting = `${folder}.waiting-${process.pid}`;
  const storage = openSpillFile(waiting);
  try {
    const { edition } = compile(sources, { progress: progress.update, storage });
    progress.end();
    if (edition === undefined)
      throw new UsageError(`the articles in ${content} do not compile; npm run check -- --content ${content} says why`);
    await publishEdition(folder, edition, { keep: 1 });
    return folder;
  } finally {
    storage.close();
    await rm(waiting, { recursive: true, force: true });
  }
}

const replicating = {
  doing: { zh: '正在编译', en: 'compiling' },
  after: { zh: '正在组装版本', en: 'putting the edition together' },
};
