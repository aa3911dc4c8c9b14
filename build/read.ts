// Reads a content folder into plain data. No other module of the compiler reads it. Symbolic links are not followed, and devices
// are not opened.
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

/** All entries of a content folder and its subfolders, sorted by path. Names that begin with a dot are left out. */
export async function readContent(contentFolder: string): Promise<SourceEntry[]> {
  return readFolder(contentFolder, '').sort((left, right) => byCodeUnit(left.path, right.path));
}

/**
 * Adds the guides of Stele itself, which explain the API, trust and the rules, to the entries of a site. It does so only if the
 * site has a site file and no guides, and not if the site file says `guides: false`.
 */
export async function withProductGuides(entries: SourceEntry[], packageRoot: string): Promise<SourceEntry[]> {
  if (!entries.some(({ path }) => path === siteFileName)) return entries;
  // Imported only when needed: a server may run without the packages for building, and then reads no site file.
  const { siteFieldsIn } = await import('./source/site-file.ts');
  const fields = siteFieldsIn(entries);
  if (fields === undefined || fields === 'broken' || fields.guides === false) return entries;
  if (entries.some(({ path }) => splitPath(path).folder === guidesFolder)) return entries;
  const guides = await readContent(join(packageRoot, 'content', guidesFolder));
  return [...entries, ...guides.map((guide) => ({ ...guide, path: `${guidesFolder}/${guide.path}` }))].sort(
    (left, right) => byCodeUnit(left.path, right.path),
  );
}

/** The assets of pages, as `scripts/compile.mjs` has bundled them. */
export function readAssets(packageRoot: string): Promise<Asset[]> {
  const folder = join(packageRoot, 'dist', 'js', 'assets');
  return Promise.all(
    ['site.css', 'site.js', 'icon.svg'].map(async (name) => ({ name, bytes: await readFile(join(folder, name)) })),
  );
}

/** Reads a folder synchronously, which for thousands of small files is ten times faster than asynchronously. */
function readFolder(root: string, folder: string): SourceEntry[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry): SourceEntry[] => {
    if (entry.name.startsWith('.')) return [];
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    try {
      if (entry.isDirectory()) return readFolder(root, path);
      return [{ path, kind: kindOf(entry), ...(entry.isFile() ? contentOf(join(root, path)) : nothing) }];
    } catch (error) {
      // Either the name on disk is not valid UTF-8, so that the decoded name matches no file, or the file was just removed.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
        return [{ path, kind: 'missing', ...nothing }];
      throw error;
    }
  });
}

const nothing = { bytes: new Uint8Array() };

/** Reads a file. A file that is too large for an article is not read, because it may exceed memory. */
function contentOf(path: string): Pick<SourceEntry, 'bytes' | 'size'> {
  const { size } = statSync(path);
  return size > articleBytesMax ? { ...nothing, size } : { bytes: readFileSync(path) };
}

function kindOf(entry: Dirent): SourceEntry['kind'] {
  if (entry.isFile()) return 'file';
  return entry.isSymbolicLink() ? 'symlink' : 'special';
}
