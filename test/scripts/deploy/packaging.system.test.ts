// Runs the files and commands of the container image in bubblewrap, read-only and as another user. Checks the systemd unit file.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../free-port.ts';
import { isAllHere } from '../../needed.ts';
import { articleText, contentOf, repositoryRoot, temporaryFolder } from '../../site.ts';
import { printedBy } from '../command.ts';
import { installProduction } from '../production.ts';
import { copied, execForm, stages, textsOf } from './image.ts';

const image = stages().at(-1) ?? [];
const isSystemdHere = isAllHere(
  spawnSync('systemd-analyze', ['--version']).status === 0
    ? undefined
    : 'there is no systemd on this machine (apt-get install systemd)',
);
const isBubblewrapHere = isAllHere(
  spawnSync('bwrap', ['--ro-bind', '/', '/', '--unshare-user', 'true']).status === 0
    ? undefined
    : 'there is no bubblewrap that works on this machine (apt-get install bubblewrap)',
);

test.skipIf(!isSystemdHere)('systemd accepts the unit, and rates its exposure at 2.0 of 10 or lower', async () => {
  const unit = await readFile(join(repositoryRoot, 'scripts/deploy/stele@.service'), 'utf8');
  const path = join(await temporaryFolder(), 'stele@8080.service');
  await writeFile(path, unit.replace('/usr/bin/node', process.execPath));
  const analyze = (...given: string[]) => spawnSync('systemd-analyze', [...given, path], { encoding: 'utf8' });
  expect(analyze('verify', '--man=no', '--recursive-errors=no')).toMatchObject({ status: 0, stderr: '' });
  const security = analyze('security', '--offline=yes', '--threshold=20', '--no-pager');
  expect(security.status, security.stdout).toBe(0);
});

test.skipIf(!isBubblewrapHere)(
  'the image publishes and serves when only the data and edition folders are writable',
  async () => {
    const [editions, data] = [await temporaryFolder(), await temporaryFolder()];
    const [builder, program] = [await builderFiles(), await imageFiles()];
    const words = textsOf(image, 'ENV').flatMap((text) => text.split(/\s+/));
    const port = await freePort();
    const environment = [...words.map((word) => word.split('=')), ['EDITION_DIR', '/editions'], ['PORT', `${port}`]];
    const readable = ['/usr', '/lib', '/lib64', '/bin', '/etc', dirname(process.execPath)];
    const inside = (root: string, mounts: string[], command: string[]): string[] => [
      ...['--unshare-user', '--uid', '1000', '--gid', '1000', '--unshare-pid', '--die-with-parent'],
      ...['--proc', '/proc', '--dev', '/dev', '--dir', '/tmp'],
      ...readable.flatMap((path) => ['--ro-bind-try', path, path]),
      ...['--ro-bind', root, '/srv/stele'],
      ...[...mounts, '--remount-ro', '/', '--chdir', '/srv/stele', '--clearenv'],
      ...environment.flatMap(([name = '', value = '']) => ['--setenv', name, value]),
      ...command.map((word) => (word === 'node' ? process.execPath : word)),
    ];
    const publish = ['node', 'dist/js/scripts/stele.js', 'build', '--out', '/editions', '--locale', 'en', '--no-cache'];
    const packages = ['--ro-bind', join(repositoryRoot, 'node_modules'), '/srv/stele/node_modules'];
    const writable = ['--bind', editions, '/editions'];
    const published = spawnSync('bwrap', inside(builder, [...packages, ...writable], publish), { encoding: 'utf8' });
    expect(published).toMatchObject({ status: 0, stderr: '' });

    const mounts = ['--ro-bind', editions, '/editions', '--bind', data, '/data'];
    const child = spawn('bwrap', inside(program, mounts, execForm('CMD')), { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    await printedBy(child).printed(/serving 1 articles/);
    const isHealthy = (): boolean => spawnSync('bwrap', inside(program, [], execForm('HEALTHCHECK'))).status === 0;
    expect(isHealthy()).toBe(true);
    expect((await fetch(`http://127.0.0.1:${port}/api/v1/articles/teapot`)).status).toBe(200);
    expect(existsSync(join(data, 'state.db'))).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isHealthy()).toBe(false);
  },
);

/** A folder with the compiled program and one article, for `stele build`. Its node_modules is an empty mount point for the packages. */
async function builderFiles(): Promise<string> {
  const folder = await temporaryFolder();
  for (const path of ['package.json', 'dist/js'])
    await cp(join(repositoryRoot, path), join(folder, path), { recursive: true });
  await cp(await contentOf({ 'mcp/teapot.md': articleText() }), join(folder, 'content'), { recursive: true });
  await mkdir(join(folder, 'node_modules'));
  return folder;
}

/** A folder with the files and production packages of the last stage, without an edition. */
async function imageFiles(): Promise<string> {
  const folder = await temporaryFolder();
  for (const { from, to } of textsOf(image, 'COPY').map(copied)) {
    for (const source of from.map((path) => path.replace('/srv/stele/', '').replace(/^dist$/, 'dist/js')))
      await cp(join(repositoryRoot, source), join(folder, to === './' ? source : source.replace(/^dist/, to)), {
        recursive: true,
      });
  }
  await installProduction(folder);
  return folder;
}
