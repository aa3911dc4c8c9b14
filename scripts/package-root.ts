// Where this package lies, whether it runs compiled (dist/js/scripts) or from its sources (scripts).
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('this program is not inside its package');
  return findRoot(parent);
}

export const packageRoot = findRoot(dirname(fileURLToPath(import.meta.url)));
export const packageVersion: string = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')).version;

/** The folders used when no option names another. */
export const defaultContentFolder = join(packageRoot, 'content');
export const defaultEditionFolder = join(packageRoot, 'dist', 'edition');
export const defaultDataFolder = join(packageRoot, '.data');
