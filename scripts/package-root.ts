// Finds the folder of this package from the place of this file: dist/js/scripts if it is compiled, scripts if it is a source file.
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

/** The offset of `/node_modules/` in the path of this package; -1 if npm has not installed it, as in a checkout. */
const installedAt = packageRoot.lastIndexOf(`${sep}node_modules${sep}`);
const isInstalled = installedAt !== -1;

/** The folder in which npm installed the dependencies of this package. */
export const modulesFolder = isInstalled
  ? join(packageRoot.slice(0, installedAt), 'node_modules')
  : join(packageRoot, 'node_modules');

/**
 * The default working folder of commands. For an installed package it is the current folder. In a checkout it is the current folder if
 * that has content or an edition, else the checkout, so that an MCP client may start `stele mcp` from any folder.
 */
export const homeFolder =
  isInstalled || ['content', join('dist', 'edition')].some((name) => existsSync(join(process.cwd(), name)))
    ? process.cwd()
    : packageRoot;

/** The default folders: of `--content`, of `--out` and `--edition`, and of `--data`. */
export const defaultContentFolder = join(homeFolder, 'content');
export const defaultEditionFolder = join(homeFolder, 'dist', 'edition');
export const defaultDataFolder = join(homeFolder, '.data');
