// The compiler's only reader: returns a content folder as plain data. It follows no symbolic link and opens no device.
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { byCodeUnit } from './edition/hash.ts';
import {
  type Asset,
  articleBytesMax,
  guidesFolder,
  type SourceEntry,
  siteFileName,
  splitPath,
} from './source/entry.ts';

/** Every entry below a content folder, in path order. Names that begin with a dot are left out. */
export async function readContent(contentFolder: string): Promise<SourceEntry[]> {
  return readFolder(contentFolder, '').sort((left, right) => byCodeUnit(left.path, right.path));
}

/**
 * Adds the product's own guides to the entries of a site that has a site file and no guides: they explain the API, trust and the
 * rules. `guides: false` in the site file leaves them out.
 */
export async function withProductGuides(entries: SourceEntry[], packageRoot: string): Promise<SourceEntry[]> {
  if (!entries.some(({ path }) => path === siteFileName)) return entries;
  // Imported here, because a server without the packages for building reads no site file.
  const { siteFieldsIn } = await import('./source/site-file.ts');
  const fields = siteFieldsIn(entries);
  if (fields === undefined || fields === 'broken' || fields.guides === false) return entries;
  if (entries.some(({ path }) => splitPath(path).folder === guidesFolder)) return entries;
  const guides = await readContent(join(packageRoot, 'content', guidesFolder));
  return [...entries, ...guides.map((guide) => ({ ...guide, path: `${guidesFolder}/${guide.path}` }))].sort(
    (left, right) => byCodeUnit(left.path, right.path),
  );
}

/** The assets of pages, as bundled by `scripts/compile.mjs`. */
export function readAssets(packageRoot: string): Promise<Asset[]> {
  const folder = join(packageRoot, 'dist', 'js', 'assets');
  return Promise.all(
    ['site.css', 'site.js', 'icon.svg'].map(async (name) => ({ name, bytes: await readFile(join(folder, name)) })),
  );
}

/** Synchronous, which is ten times faster for thousands of small files. */
function readFolder(root: string, folder: string): SourceEntry[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry): SourceEntry[] => {
    if (entry.name.startsWith('.')) return [];
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    try {
      if (entry.isDirectory()) return readFolder(root, path);
      return [{ path, kind: kindOf(entry), ...(entry.isFile() ? contentOf(join(root, path)) : nothing) }];
    } catch (error) {
      // The name is not UTF-8, so the listed name does not match the file; or the file was just removed.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
        return [{ path, kind: 'missing', ...nothing }];
      throw error;
    }
  });
}

const nothing = { bytes: new Uint8Array() };

/** Files too large for an article are not read: they may exceed memory. */
function contentOf(path: string): Pick<SourceEntry, 'bytes' | 'size'> {
  const { size } = statSync(path);
  return size > articleBytesMax ? { ...nothing, size } : { bytes: readFileSync(path) };
}

function kindOf(entry: Dirent): SourceEntry['kind'] {
  if (entry.isFile()) return 'file';
  return entry.isSymbolicLink() ? 'symlink' : 'special';
}
