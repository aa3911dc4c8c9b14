import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { contentOf, repositoryRoot } from '../site.ts';

const refused = [
  ['server/a.ts', '../build/compile.ts'],
  ['server/operations/b.ts', '../../build/source/draft.ts'],
  ['server/c.ts', '../scripts/build.ts'],
  ['server/d.ts', '../test/site.ts'],
  ['build/rules/f.ts', '../../server/app.ts'],
  ['build/g.ts', '../scripts/build.ts'],
  ['build/h.ts', '../test/site.ts'],
  ['build/edition/i.ts', '../messages.ts'],
  ['build/edition/j.ts', '../../server/app.ts'],
  ['scripts/k.ts', '../test/site.ts'],
] as const;
const allowed = [
  ['server/l.ts', '../build/edition/hash.ts'],
  ['scripts/n.ts', '../build/compile.ts'],
  ['build/p.ts', './edition/hash.ts'],
] as const;

/** The messages of Biome, with the rules of this repository, about files with these paths and imports. */
let said: string[];
beforeAll(async () => {
  const files = [...refused, ...allowed].map(([path, specifier]): [string, string] => [
    path,
    `import { thing } from '${specifier}';\n\nconsole.log(thing);\n`,
  ]);
  const folder = await contentOf({
    ...Object.fromEntries(files),
    'biome.json': await readFile(join(repositoryRoot, 'biome.json'), 'utf8'),
  });
  const biome = join(repositoryRoot, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const given = [biome, 'lint', '--vcs-enabled=false', '--reporter=github', '--max-diagnostics=none', '.'];
  const { stdout } = spawnSync(process.execPath, given, { cwd: folder, encoding: 'utf8' });
  said = stdout.split('\n').filter((line) => line.startsWith('::'));
});

const saidOf = (path: string): string[] => said.filter((line) => line.includes(`/${path},`));

describe('the lint rule for imports between folders', () => {
  it.each(refused)('refuses in %s an import of %s', (path) => {
    expect(saidOf(path)).toEqual([expect.stringContaining('noRestrictedImports')]);
  });

  it.each(allowed)('allows in %s an import of %s', (path) => {
    expect(saidOf(path)).toEqual([]);
  });
});
