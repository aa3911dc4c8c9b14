// The folder of this package, whether it runs compiled (dist/js/scripts) or from its sources (scripts).
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('this program is not inside its package');
  return findRoot(parent);
}

export const packageRoot = findRoot(dirname(fileURLToPath(import.meta.url)));
export const packageVersion: string = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')).version;

/** The offset in its path of the `node_modules` that npm installed it into; -1 in a checkout or an image that contains one. */
const installedAt = packageRoot.lastIndexOf(`${sep}node_modules${sep}`);
const isInstalled = installedAt !== -1;

/** The folder of its dependencies. */
export const modulesFolder = isInstalled
  ? join(packageRoot.slice(0, installedAt), 'node_modules')
  : join(packageRoot, 'node_modules');

/**
 * The default working folder of commands: the current folder if it has content or an edition, else the checkout, so that an MCP
 * client may start it from any folder.
 */
export const homeFolder =
  isInstalled || ['content', join('dist', 'edition')].some((name) => existsSync(join(process.cwd(), name)))
    ? process.cwd()
    : packageRoot;

/** The folders used without options. */
export const defaultContentFolder = join(homeFolder, 'content');
export const defaultEditionFolder = join(homeFolder, 'dist', 'edition');
export const defaultDataFolder = join(homeFolder, '.data');
