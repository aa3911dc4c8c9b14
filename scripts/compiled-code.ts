// V8's compile cache, which Node 22 and later can keep between runs: a server starts 10 % sooner. Without a writable folder nothing
// is cached and nothing else changes. Node validates an entry by the module's content.
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

/** Applies to modules imported after this call. */
export function keepCompiledCode(): void {
  const modules = join(homeFolder, 'node_modules');
  if (existsSync(modules)) enableCompileCache?.(join(modules, '.cache', 'stele-code'));
}

/** Node saves the cache when the process exits, which a server may never do. */
export function saveCompiledCode(): void {
  flushCompileCache?.();
}
