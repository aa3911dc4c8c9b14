// What V8 compiled of the modules, which Node 22 and later can keep from one run to the next: a server starts a tenth sooner. Where
// the folder cannot be written nothing is kept, and nothing else changes. Node tells by its content whether a module is the same.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { homeFolder } from './package-root.ts';

interface CodeCache {
  enableCompileCache?: (folder: string) => unknown;
  flushCompileCache?: () => void;
}

const node: object = module;
const { enableCompileCache, flushCompileCache } = node as CodeCache;

/** For what is imported from now on. */
export function keepCompiledCode(): void {
  const modules = join(homeFolder, 'node_modules');
  if (existsSync(modules)) enableCompileCache?.(join(modules, '.cache', 'stele-code'));
}

/** Node does so at the end of a run, which for a server may never come. */
export function saveCompiledCode(): void {
  flushCompileCache?.();
}
