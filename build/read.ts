// The compiler's only reader: a content folder as plain data. It follows no link, opens no device, and judges nothing.
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { byCodeUnit } from './edition/hash.ts';
import type { Asset, SourceEntry } from './source/entry.ts';

/** Every entry below a content folder, in path order. Names that begin with a dot are left out. */
export async function readContent(contentFolder: string): Promise<SourceEntry[]> {
  return readFolder(contentFolder, '').sort((left, right) => byCodeUnit(left.path, right.path));
}

/** The files that pages need, from the compiler's own sources. */
export async function readAssets(packageRoot: string): Promise<Asset[]> {
  const name = 'site.css';
  return [{ name, bytes: await readFile(join(packageRoot, 'build', 'pages', name)) }];
}

/** Synchronous, because thousands of small files are read ten times faster so. */
function readFolder(root: string, folder: string): SourceEntry[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry): SourceEntry[] => {
    if (entry.name.startsWith('.')) return [];
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return readFolder(root, path);
    const bytes = entry.isFile() ? readFileSync(join(root, path)) : new Uint8Array();
    return [{ path, kind: kindOf(entry), bytes }];
  });
}

function kindOf(entry: Dirent): SourceEntry['kind'] {
  if (entry.isFile()) return 'file';
  return entry.isSymbolicLink() ? 'symlink' : 'special';
}
