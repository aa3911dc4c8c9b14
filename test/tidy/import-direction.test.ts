import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contentOf, repositoryRoot } from '../site.ts';

/** What Biome says, under this repository's rules, of a file with this content at this path. */
async function lint(path: string, content: string): Promise<string> {
  const folder = await contentOf({
    [path]: `${content}\n`,
    'biome.json': await readFile(join(repositoryRoot, 'biome.json')),
  });
  const biome = join(repositoryRoot, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const given = [biome, 'lint', '--vcs-enabled=false', '--colors=off', path];
  const { status, stdout, stderr } = spawnSync(process.execPath, given, { cwd: folder, encoding: 'utf8' });
  return status === 0 ? 'fine' : `${stdout}${stderr}`;
}

const uses = (specifier: string): string => `import { thing } from '${specifier}';\n\nconsole.log(thing);`;

describe('the import direction', () => {
  it.each([
    ['server/library.ts', '../build/compile.ts'],
    ['server/operations/search.ts', '../../build/source/draft.ts'],
    ['server/main.ts', '../scripts/build.ts'],
    ['server/main.ts', '../test/site.ts'],
    ['build/compile.ts', '../server/app.ts'],
    ['build/rules/slug.ts', '../../server/app.ts'],
    ['build/compile.ts', '../scripts/build.ts'],
    ['build/compile.ts', '../test/site.ts'],
    ['build/edition/hash.ts', '../messages.ts'],
    ['build/edition/hash.ts', '../../server/app.ts'],
    ['scripts/build.ts', '../test/site.ts'],
  ])('is refused in %s for %s', async (path, specifier) => {
    expect(await lint(path, uses(specifier))).toContain('noRestrictedImports');
  });

  it.each([
    ['server/library.ts', '../build/edition/hash.ts'],
    ['server/operations/search.ts', '../../build/edition/vocabulary.ts'],
    ['scripts/build.ts', '../build/compile.ts'],
    ['scripts/start.ts', '../server/main.ts'],
    ['build/compile.ts', './edition/hash.ts'],
  ])('is allowed in %s for %s', async (path, specifier) => {
    expect(await lint(path, uses(specifier))).toBe('fine');
  });
});
