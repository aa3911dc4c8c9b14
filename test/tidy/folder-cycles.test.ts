// The folders of the server import one another in one direction. A file in `server/` itself counts as a folder of its own.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../site.ts';

const files = readdirSync(join(repositoryRoot, 'server'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => join('server', path));

const folderOf = (path: string): string => (dirname(path) === 'server' ? path : dirname(path));

/** Folder → the folders that its files import from, and one import for each. */
const imports = new Map<string, Map<string, string>>();
for (const path of files) {
  const from = folderOf(path);
  const own = imports.get(from) ?? new Map<string, string>();
  imports.set(from, own);
  for (const [, specifier = ''] of readFileSync(join(repositoryRoot, path), 'utf8').matchAll(
    /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g,
  )) {
    const imported = join(dirname(path), specifier);
    const to = folderOf(imported);
    if (imported.startsWith('server/') && to !== from) own.set(to, `${path} imports ${imported}`);
  }
}

/** The imports on the shortest way from one folder to another; undefined when there is none. */
function way(from: string, to: string): string[] | undefined {
  const ways = new Map<string, string[]>([[from, []]]);
  for (const [folder, before] of ways) {
    for (const [next, example] of imports.get(folder) ?? []) {
      if (next === to) return [...before, example];
      if (!ways.has(next)) ways.set(next, [...before, example]);
    }
  }
  return undefined;
}

test('no folder of the server imports itself by way of another', () => {
  expect(files.length).toBeGreaterThan(50);
  expect([...imports.keys()].flatMap((folder) => way(folder, folder)?.join(', ') ?? [])).toEqual([]);
});
