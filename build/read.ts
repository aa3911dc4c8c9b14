// The compiler's only reader: a content folder as plain data. It follows no link, opens no device, and judges nothing.
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { byCodeUnit } from './edition/hash.ts';
import { type Asset, articleBytesMax, guidesFolder, type SourceEntry, splitPath } from './source/entry.ts';
import { siteFieldsIn } from './source/site-file.ts';

/** Every entry below a content folder, in path order. Names that begin with a dot are left out. */
export async function readContent(contentFolder: string): Promise<SourceEntry[]> {
  return readFolder(contentFolder, '').sort((left, right) => byCodeUnit(left.path, right.path));
}

/**
 * The entries with the product's own guides, for a site that has a site file and no guides: they explain the API, trust and the
 * rules. `guides: false` in the site file leaves them out.
 */
export async function withProductGuides(entries: SourceEntry[], packageRoot: string): Promise<SourceEntry[]> {
  const fields = siteFieldsIn(entries);
  if (fields === undefined || fields === 'broken' || fields.guides === false) return entries;
  if (entries.some(({ path }) => splitPath(path).folder === guidesFolder)) return entries;
  const guides = await readContent(join(packageRoot, 'content', guidesFolder));
  return [...entries, ...guides.map((guide) => ({ ...guide, path: `${guidesFolder}/${guide.path}` }))].sort(
    (left, right) => byCodeUnit(left.path, right.path),
  );
}

/** The parts of the style sheet in `build/pages/styles/`, in their order: of two rules of equal weight the later one counts. */
const styleParts = ['base', 'frame', 'article', 'search', 'docs', 'print'];

/** The files that pages need, from the compiler's own sources: the style sheet as one, the icon, and the client scripts. */
export async function readAssets(packageRoot: string): Promise<Asset[]> {
  const pages = join(packageRoot, 'build', 'pages');
  const styles = styleParts.map((part) => readFile(join(pages, 'styles', `${part}.css`)));
  return [
    { name: 'site.css', bytes: Buffer.concat(await Promise.all(styles)) },
    { name: 'icon.svg', bytes: await readFile(join(pages, 'icon.svg')) },
    ...(await readScripts(packageRoot)),
  ];
}

/** What client scripts share with the server: modules of `build/edition/`. */
const sharedModules = ['page-search', 'result-words', 'results-view', 'vocabulary'];

/**
 * The compiled scripts of `build/pages/client/`, and what they share. The sources say which there are: of one that is gone the
 * compiler's output may be left. The compiler marks every file as a module, which one that is no module must not be, and names
 * its source map, which is not published; nor are comments, each of which has its own lines.
 */
async function readScripts(packageRoot: string): Promise<Asset[]> {
  const folder = join('build', 'pages', 'client');
  const names = readdirSync(join(packageRoot, folder)).filter((name) => name.endsWith('.ts'));
  const scripts = [
    ...names.map((name) => join(folder, name.replace(/\.ts$/, '.js'))),
    ...sharedModules.map((name) => join('build', 'edition', `${name}.js`)),
  ];
  return Promise.all(
    scripts
      .sort((left, right) => byCodeUnit(basename(left), basename(right)))
      .map(async (path) => {
        const text = await readFile(join(packageRoot, 'dist', 'js', path), 'utf8');
        return { name: basename(path), bytes: Buffer.from(text.replaceAll(notPublished, '')) };
      }),
  );
}

const notPublished = /^(?:export \{\};|\s*\/\/.*|\s*\/\*\*(?:[^*]|\*(?!\/))*\*\/)\n?/gm;

/** Synchronous, because thousands of small files are read ten times faster so. */
function readFolder(root: string, folder: string): SourceEntry[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry): SourceEntry[] => {
    if (entry.name.startsWith('.')) return [];
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    try {
      if (entry.isDirectory()) return readFolder(root, path);
      return [{ path, kind: kindOf(entry), ...(entry.isFile() ? contentOf(join(root, path)) : nothing) }];
    } catch (error) {
      // The name is not UTF-8, so that what was listed is not what it is called; or the file has just been removed.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
        return [{ path, kind: 'missing', ...nothing }];
      throw error;
    }
  });
}

const nothing = { bytes: new Uint8Array() };

/** What is too large for an article is not read: it may be larger than memory. */
function contentOf(path: string): Pick<SourceEntry, 'bytes' | 'size'> {
  const { size } = statSync(path);
  return size > articleBytesMax ? { ...nothing, size } : { bytes: readFileSync(path) };
}

function kindOf(entry: Dirent): SourceEntry['kind'] {
  if (entry.isFile()) return 'file';
  return entry.isSymbolicLink() ? 'symlink' : 'special';
}
