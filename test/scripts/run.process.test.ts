// What npm scripts run: it compiles the sources when one is newer, and hears what npm would keep to itself.
import { execFileSync, spawnSync } from 'node:child_process';
import { cp, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot, temporaryFolder } from '../site.ts';
import { cleanEnvironment, everyCommand, stele } from './command.ts';

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
    expect(runByNpm('check', [], { npm_config_fix: 'true', npm_config_dry_run: 'true' }).stderr).toContain(
      'npm run check -- --dry-run --fix\n',
    );
    expect(runByNpm('verify', [], { npm_config_check: 'true' }).stderr).toContain('npm run verify -- --check\n');
    // `npm run build --locale zh`: npm keeps the name and passes the value on.
    expect(runByNpm('build', ['zh'], { npm_config_locale: 'true' }).stderr).toContain('npm run build -- --locale zh\n');
    expect(runByNpm('build', [], { npm_config_locale: 'zh' }).stderr).toContain('npm run build -- --locale zh\n');
    // npm writes a dash as an underscore.
    expect(runByNpm('start', ['--help'], { npm_config_metrics_port: '9464' }).stderr).toBe(
      'stele: npm kept --metrics-port 9464 for itself; write: npm run start -- --help --metrics-port 9464\n',
    );
    expect(runByNpm('agents', ['queries'], { npm_config_found_nothing: 'true' }).stderr).toContain(
      'npm run agents -- queries --found-nothing\n',
    );
  });

  it('are all known but those that npm makes something else of', async () => {
    const launcherText = await readFile(launcher, 'utf8');
    const unknown = new Set<string>();
    for (const words of await everyCommand()) {
      const { code, stdout } = await stele([...words, '--help']);
      expect([words, code]).toEqual([words, 0]);
      for (const [, option = ''] of stdout.matchAll(/^ +(?:-\w, )?--([a-z][a-z-]*)/gm)) {
        if (!launcherText.includes(`  '${option}',\n`)) unknown.add(option);
      }
    }
    expect([...unknown].sort()).toEqual(['help', 'quiet', 'yes']);
  });

  it('have their values after the other words, quoted where a shell needs it', () => {
    const kept = { npm_config_label: 'true', npm_config_data: 'true' };
    expect(runByNpm('keys', ['create', "it's me", '/tmp/a'], kept).stderr).toContain(
      "npm run keys -- create --label 'it'\\''s me' --data /tmp/a\n",
    );
    expect(runByNpm('keys', ['rotate', 'abc', '0'], { npm_config_overlap: 'true' }).stderr).toContain(
      'npm run keys -- rotate abc --overlap 0\n',
    );
  });

  it('are told of without the password in an address', () => {
    const { stderr } = runByNpm('keys', ['list'], { npm_config_redis_url: 'redis://me:hidden@localhost' });
    expect(stderr).toContain('npm run keys -- list --redis-url redis://…@localhost\n');
    expect(stderr).not.toContain('hidden');
  });

  it('are found where npm makes others of them, as the real npm shows', async () => {
    // `--plan` is -p -l -a -n to npm.
    const folder = await temporaryFolder();
    const given = [
      'run',
      '--silent',
      'keys',
      'create',
      '--plan',
      'free',
      '--label',
      'ci',
      '--data',
      join(folder, 'state'),
    ];
    const { status, stderr } = spawnSync('npm', given, {
      encoding: 'utf8',
      cwd: repositoryRoot,
      env: cleanEnvironment(),
    });
    expect(status).toBe(2);
    expect(stderr).toContain(
      `npm kept --plan free --label ci --data ${folder}/state for itself; write: npm run keys -- create --plan free`,
    );
  });
});

describe('the launcher', () => {
  it('compiles when a source is newer than what was compiled, and only then', async () => {
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
