// What the reading module found in a content folder, as plain data, so that the compiler itself touches no disk.

/** One entry of the content folder. `path` is relative to it, with `/`. */
export interface SourceEntry {
  path: string;
  /** A symbolic link or a device is reported, never followed or opened. */
  kind: 'file' | 'symlink' | 'special';
  /** The content of a file; empty otherwise. */
  bytes: Uint8Array;
}

/** A file that pages need besides the articles, such as the style sheet. */
export interface Asset {
  name: string;
  bytes: Uint8Array;
}

export interface Sources {
  entries: readonly SourceEntry[];
  assets: readonly Asset[];
}

export const guidesFolder = 'guides';

/** The folder and the file name of an entry; folder is empty for an entry at the top. */
export function splitPath(path: string): { folder: string; name: string } {
  const slash = path.lastIndexOf('/');
  return { folder: slash === -1 ? '' : path.slice(0, slash), name: path.slice(slash + 1) };
}

export const isMarkdown = (path: string): boolean => path.endsWith('.md');

/** The slug that a file's name stands for. */
export const slugOf = (path: string): string => splitPath(path).name.replace(/\.md$/, '');
