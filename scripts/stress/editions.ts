// The editions that are served: one as it is built, or two generations of the same articles, published by the real command.

import { spawn } from 'node:child_process';
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { sha256 } from '../../build/edition/hash.ts';
import { editionsFolder, pointerFile } from '../../build/edition/locations.ts';
import { guidesFolder, isMarkdown, splitPath } from '../../build/source/entry.ts';
import { processIo } from '../command-io.ts';
import { readContentFolder, UsageError } from '../content-option.ts';
import { defaultContentFolder, defaultEditionFolder, packageRoot } from '../package-root.ts';
import { type Generation, generations, ofGeneration } from './generations.ts';
import { program } from './server-process.ts';

/** The named edition, or that of this repository's articles, built when they have changed. */
export async function servedEdition(named: string | undefined): Promise<string> {
  if (named !== undefined) return named;
  await publish(defaultContentFolder, defaultEditionFolder);
  return defaultEditionFolder;
}

export interface TwoEditions {
  /** What a server is told to serve. */
  folder: string;
  buildIds: Record<Generation, string>;
  /** Points at a generation; a server takes it up when it looks. */
  pointTo(generation: Generation): Promise<void>;
}

/**
 * Two generations of the articles in a content folder, with a pointer of their own in `folder`. They are kept below
 * dist/stress/, so that only what has changed is compiled again.
 */
export async function twoEditions(content: string, folder: string): Promise<TwoEditions> {
  const root = join(packageRoot, 'dist', 'stress', sha256(resolve(content)).slice(0, 16));
  const entries = (await readContentFolder(processIo(), content)).filter(({ kind }) => kind === 'file');
  const published = join(root, 'edition');
  const buildIds: Record<Generation, string> = { 0: '', 1: '' };
  for (const generation of generations) {
    const changed = join(root, `content-${generation}`);
    await rm(changed, { recursive: true, force: true });
    for (const { path, bytes } of entries) {
      const isArticle = isMarkdown(path) && splitPath(path).folder !== guidesFolder;
      const text = new TextDecoder().decode(bytes);
      await mkdir(dirname(join(changed, path)), { recursive: true });
      await writeFile(join(changed, path), isArticle ? ofGeneration(text, generation) : bytes);
    }
    await publish(changed, published);
    buildIds[generation] = (await readFile(join(published, pointerFile), 'utf8')).trim();
  }
  await symlink(join(published, editionsFolder), join(folder, editionsFolder));
  const pointTo = async (generation: Generation): Promise<void> => {
    const waiting = join(folder, '.next');
    await writeFile(waiting, `${buildIds[generation]}\n`);
    await rename(waiting, join(folder, pointerFile));
  };
  await pointTo(0);
  return { folder, buildIds, pointTo };
}

function publish(content: string, out: string): Promise<void> {
  const given = ['build', '--content', content, '--out', out, '--keep', '2', '--quiet', '--locale', 'en'];
  const child = spawn(process.execPath, [program, ...given], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => {
      if (code === 0) done();
      else fail(new UsageError(`the articles in ${content} do not compile, so there is nothing to serve:\n${said}`));
    });
  });
}
