// Switches on the compile cache of Node 22 and later, which keeps V8's compiled code between runs: a server starts 10 % sooner. If the
// folder is not writable, nothing is cached. Node uses a cached entry only if the
// content of the module has not changed.
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

/** Switches the cache on for all modules that are imported after this call. */
export function keepCompiledCode(): void {
  const modules = join(homeFolder, 'node_modules');
  if (existsSync(modules)) enableCompileCache?.(join(modules, '.cache', 'stele-code'));
}

/** Saves the cache now. Node by itself saves it only when the process exits, which can be months later for a server. */
export function saveCompiledCode(): void {
  flushCompileCache?.();
}
