// The compiler's only reader: a content folder as plain data. It follows no link, opens no device, and judges nothing.
import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { byCodeUnit } from './edition/hash.ts';
import type { Asset, SourceEntry } from './source/entry.ts';

/** Every entry below a content folder, in path order. Names that begin with a dot are left out. */
export async function readContent(contentFolder: string): Promise<SourceEntry[]> {
  const entries = await readFolder(contentFolder, '');
  return entries.sort((left, right) => byCodeUnit(left.path, right.path));
}

/** The files that pages need, from the compiler's own sources. */
export async function readAssets(packageRoot: string): Promise<Asset[]> {
  const name = 'site.css';
  return [{ name, bytes: await readFile(join(packageRoot, 'build', 'pages', name)) }];
}

async function readFolder(root: string, folder: string): Promise<SourceEntry[]> {
  const listed = await readdir(join(root, folder), { withFileTypes: true });
  const read: SourceEntry[] = [];
  for (const entry of listed) {
    if (entry.name.startsWith('.')) continue;
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) read.push(...(await readFolder(root, path)));
    else
      read.push({
        path,
        kind: kindOf(entry),
        bytes: entry.isFile() ? await readFile(join(root, path)) : new Uint8Array(),
      });
  }
  return read;
}

function kindOf(entry: Dirent): SourceEntry['kind'] {
  if (entry.isFile()) return 'file';
  return entry.isSymbolicLink() ? 'symlink' : 'special';
}
