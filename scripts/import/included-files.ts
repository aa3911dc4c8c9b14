// Finds files that a page includes and cuts them to a region or a range of lines.
import { posix } from 'node:path';

/** Reads a file inside the source folder; undefined if it does not exist. */
export type ReadFile = (path: string) => string | undefined;

/** Finds an included file. Its name may be relative to the page or to the root of the site. */
export function findFile(name: string, from: string, read: ReadFile): { path: string; text: string } | undefined {
  const plain = name.replace(/^@(?:site)?\//, '/').replace(/^\/+/, '');
  const isRooted = plain !== name;
  const beside = isRooted ? [] : [posix.join(posix.dirname(from), name)];
  const folders = posix.dirname(from).split('/');
  // The root of the site is not known: it is one of the folders above the page. Included files may lie in it or beside it.
  const rooted = folders.map((_, index) => folders.slice(0, folders.length - index).join('/')).concat('');
  for (const path of [
    ...beside,
    ...rooted.flatMap((folder) => [posix.join(folder, plain), posix.join(folder, 'snippets', plain)]),
  ]) {
    const text = path.startsWith('../') ? undefined : read(path);
    if (text !== undefined) return { path, text: text.replace(/\r\n?/g, '\n').replace(/^\ufeff/, '') };
  }
  return undefined;
}

export function regionOf(lines: readonly string[], region: string | undefined): readonly string[] {
  if (region === undefined) return lines;
  const marker = (word: string): RegExp =>
    new RegExp(`(?:#?${word}\\s+${region}\\b|--8<--\\s*\\[${word.replace('region', '')}:?${region}\\])`);
  const start = lines.findIndex((line) => marker('region').test(line) || line.includes(`[start:${region}]`));
  const end = lines.findIndex(
    (line, index) => index > start && (/#?endregion\b/.test(line) || line.includes(`[end:${region}]`)),
  );
  return start === -1 ? lines : lines.slice(start + 1, end === -1 ? undefined : end);
}

export function rangeOf(lines: readonly string[], range: string | undefined): readonly string[] {
  const [, from = '', to = ''] = /^(\d*),(\d*)$/.exec(range?.trim() ?? '') ?? [];
  return lines.slice(from === '' ? 0 : Number(from) - 1, to === '' ? undefined : Number(to));
}
