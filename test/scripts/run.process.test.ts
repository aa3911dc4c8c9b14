// The launcher of the npm scripts compiles when a source file is newer, and stops when npm consumed an option of the command.
import { execFileSync, spawnSync } from 'node:child_process';
import { cp, mkdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot, temporaryFolder } from '../site.ts';
import { cleanEnvironment } from './command.ts';

it('a command ends with 2 when npm consumed its options', () => {
  const words = 'run --silent keys create --plan free --label ci';
  const options = { encoding: 'utf8', cwd: repositoryRoot, env: cleanEnvironment() } as const;
  const { status, stderr } = spawnSync('npm', words.split(' '), options);
  expect(status).toBe(2);
  expect(stderr).toContain('npm kept --plan free --label ci for itself; write: npm run keys -- create --plan free');
});

it('the launcher compiles only when a source file is newer than the compiled program', async () => {
  // Copies the launcher into a small temporary project.
  const root = await temporaryFolder();
  await mkdir(join(root, 'server'));
  const programs = ['run', 'compile'].map((name) => `scripts/${name}.mjs`);
  const ofPages = ['build/edition', 'build/pages/client', 'build/pages/styles', 'build/pages/icon.svg'];
  for (const path of [...programs, ...ofPages, 'package.json', 'tsconfig.json', 'tsconfig.emit.json'])
    await cp(join(repositoryRoot, path), join(root, path), { recursive: true });
  await symlink(join(repositoryRoot, 'node_modules'), join(root, 'node_modules'));
  const [source, compiled] = [join(root, 'scripts/stele.ts'), join(root, 'dist/js/scripts/stele.js')];
  const run = (): string =>
    execFileSync(process.execPath, [join(root, 'scripts/run.mjs')], { encoding: 'utf8', env: cleanEnvironment() });

  const program = (said: string): string => `export const runProcess = () => process.stdout.write('${said}');`;
  await writeFile(source, program('first'));
  expect(run()).toBe('first');
  // No source is newer now, so the launcher runs the changed compiled program.
  await writeFile(compiled, program('kept'));
  expect(run()).toBe('kept');
  await writeFile(source, program('edited'));
  await utimes(source, new Date(Date.now() + 2000), new Date(Date.now() + 2000));
  expect(run()).toBe('edited');
  // The time-out allows for two compilations.
}, 30_000);
