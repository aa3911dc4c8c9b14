// What npm scripts run: it compiles the sources when one is newer, and hears what npm would keep to itself.
import { execFileSync, spawnSync } from 'node:child_process';
import { cp, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot, temporaryFolder } from '../site.ts';
import { cleanEnvironment } from './command.ts';

const launcher = join(repositoryRoot, 'scripts', 'run.mjs');

function runByNpm(script: string, given: string[], kept: Record<string, string>) {
  const env = cleanEnvironment({ npm_lifecycle_event: script, ...kept });
  const { status, stderr } = spawnSync(process.execPath, [launcher, script, ...given], { encoding: 'utf8', env });
  return { status, stderr };
}

describe('options that npm kept for itself', () => {
  it('are told of, with the line that works', () => {
    expect(runByNpm('check', [], { npm_config_strict: 'true' })).toEqual({
      status: 2,
      stderr: 'stele: npm kept --strict for itself; write: npm run check -- --strict\n',
    });
    // `npm run build --locale zh`: npm keeps the name and passes the value on.
    expect(runByNpm('build', ['zh'], { npm_config_locale: 'true' }).stderr).toContain('npm run build -- --locale zh\n');
    expect(runByNpm('build', [], { npm_config_locale: 'zh' }).stderr).toContain('npm run build -- --locale zh\n');
    // npm writes a dash as an underscore.
    expect(runByNpm('start', ['--help'], { npm_config_metrics_port: '9464' }).stderr).toBe(
      'stele: npm kept --metrics-port 9464 for itself; write: npm run start -- --help --metrics-port 9464\n',
    );
  });
});

describe('the launcher', () => {
  it('compiles when a source is newer than what was compiled, and only then', { timeout: 60_000 }, async () => {
    const root = await temporaryFolder();
    const parts = [
      'build',
      'server',
      'scripts',
      'package.json',
      'package-lock.json',
      'tsconfig.json',
      'tsconfig.emit.json',
    ];
    for (const part of parts) await cp(join(repositoryRoot, part), join(root, part), { recursive: true });
    await symlink(join(repositoryRoot, 'node_modules'), join(root, 'node_modules'));
    const run = (): string =>
      execFileSync(process.execPath, [join(root, 'scripts/run.mjs'), '--version'], {
        encoding: 'utf8',
        env: cleanEnvironment(),
      });
    const compiled = join(root, 'dist/js/scripts/package-root.js');
    expect(run()).toMatch(/^\d+\.\d+\.\d+\n$/);
    // Nothing is newer: what was compiled stays, whatever it says.
    await writeFile(compiled, `${await readFile(compiled, 'utf8')}\nprocess.stdout.write('kept ');\n`);
    expect(run()).toMatch(/^kept /);
    const source = join(root, 'scripts/package-root.ts');
    await writeFile(source, `${await readFile(source, 'utf8')}\nprocess.stdout.write('edited ');\n`);
    await utimes(source, new Date(Date.now() + 2000), new Date(Date.now() + 2000));
    expect(run()).toMatch(/^edited /);
  });
});
