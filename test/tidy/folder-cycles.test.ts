// Checks that imports between folders have no cycles. Each file directly in `build/` or `server/` counts as a folder of its own,
// because `compile.ts` imports every folder, and every folder imports `messages.ts`.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../site.ts';

type Imports = Map<string, Map<string, string>>;

/** For each folder below the root, the folders that its files import, each with one example of an import. */
function importsIn(root: string): Imports {
  const folderOf = (path: string): string => (dirname(path) === root ? path : dirname(path));
  const imports: Imports = new Map();
  const files = readdirSync(join(repositoryRoot, root), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(root, path));
  for (const path of files) {
    const from = folderOf(path);
    const own = imports.get(from) ?? new Map<string, string>();
    imports.set(from, own);
    for (const [, specifier = ''] of readFileSync(join(repositoryRoot, path), 'utf8').matchAll(
      /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g,
    )) {
      const imported = join(dirname(path), specifier);
      const to = folderOf(imported);
      if (imported.startsWith(`${root}/`) && to !== from) own.set(to, `${path} imports ${imported}`);
    }
  }
  return imports;
}

/** The imports on the shortest path from one folder to another; undefined if there is no path. */
function way(imports: Imports, from: string, to: string): string[] | undefined {
  const ways = new Map<string, string[]>([[from, []]]);
  for (const [folder, before] of ways) {
    for (const [next, example] of imports.get(folder) ?? []) {
      if (next === to) return [...before, example];
      if (!ways.has(next)) ways.set(next, [...before, example]);
    }
  }
  return undefined;
}

test.each(['build', 'server'])('no folder of %s/ imports itself through other folders', (root) => {
  const imports = importsIn(root);
  expect(imports.size).toBeGreaterThan(10);
  expect([...imports.keys()].flatMap((folder) => way(imports, folder, folder)?.join(', ') ?? [])).toEqual([]);
});

test('the folders of build/ import no file directly in build/ except messages.ts', () => {
  const tops = [...importsIn('build')]
    .filter(([folder]) => !folder.endsWith('.ts'))
    .flatMap(([, folders]) => [...folders].filter(([to]) => /^build\/[^/]+\.ts$/.test(to)));
  expect(new Set(tops.map(([to]) => to))).toEqual(new Set(['build/messages.ts']));
});
