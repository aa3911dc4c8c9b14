// The rules of the image, and a run of what is put into it: read-only, as another user, with the commands of the Dockerfile.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../free-port.ts';
import { isAllHere } from '../../needed.ts';
import { articleText, contentOf, repositoryRoot, temporaryFolder } from '../../site.ts';
import { copied, execForm, stages, textsOf } from './dockerfile.ts';

const [build = [], image = []] = stages();

describe('the image', () => {
  test('has two stages on the same tagged base', () => {
    const bases = [build, image].map((stage) => textsOf(stage, 'FROM')[0]?.split(' ')[0]);
    expect(stages()).toHaveLength(2);
    expect(bases[0]).toMatch(/^node:\d+-bookworm-slim$/);
    expect(bases[1]).toBe(bases[0]);
  });

  test('is made of files that are there and that .dockerignore lets through', async () => {
    const ignored = (await readFile(join(repositoryRoot, '.dockerignore'), 'utf8')).split('\n');
    expect(ignored).toContain('*');
    expect(ignored).toContain('**/node_modules');
    const sources = textsOf(build, 'COPY').flatMap((text) => copied(text).from);
    expect(sources).toContain('package-lock.json');
    for (const source of sources) {
      expect(existsSync(join(repositoryRoot, source)), source).toBe(true);
      expect(ignored).toContain(`!${source}`);
    }
    expect(
      ignored
        .filter((line) => line.startsWith('!'))
        .map((line) => line.slice(1))
        .sort(),
    ).toEqual(sources.sort());
  });

  test('installs by the lock file, compiles, builds, and leaves out what only development needs', async () => {
    const runs = textsOf(build, 'RUN');
    expect(runs.map((run) => /^(?:npm \w+(?: compile)?|node .*? build)/.exec(run)?.[0])).toEqual([
      'npm ci',
      'npm run compile',
      'node dist/js/scripts/stele.js build',
      'npm prune',
    ]);
    expect(runs.at(-1)).toContain('--omit=dev');
    const { scripts } = JSON.parse(await readFile(join(repositoryRoot, 'package.json'), 'utf8'));
    expect(scripts.compile).toBeDefined();
  });

  test('runs node itself as a user who is not root and owns nothing of the program', () => {
    expect(execForm('CMD').slice(0, 2)).toEqual(['node', 'dist/js/scripts/stele.js']);
    expect(execForm('HEALTHCHECK')[0]).toBe('node');
    expect(textsOf(image, 'USER')).toEqual(['node']);
    expect(textsOf(image, 'STOPSIGNAL')).toEqual(['SIGTERM']);
    expect(textsOf(image, 'VOLUME')).toEqual(['/data']);
    expect(textsOf(image, 'ENTRYPOINT')).toEqual([]);
    for (const text of textsOf(image, 'COPY')) expect(text).not.toContain('--chown');
    const after = image.slice(image.findIndex(({ keyword }) => keyword === 'USER'));
    expect(after.map(({ keyword }) => keyword)).not.toContain('RUN');
  });
});

const isConfinable = isAllHere(
  spawnSync('bwrap', ['--ro-bind', '/', '/', '--unshare-user', 'true']).status === 0
    ? undefined
    : 'there is no bubblewrap that works on this machine (apt-get install bubblewrap)',
);

describe.skipIf(!isConfinable)('what the image holds', () => {
  test('publishes and serves where nothing but the data and the editions can be written', async () => {
    const [editions, data, program] = [await temporaryFolder(), await temporaryFolder(), await assembled()];
    const port = await freePort();
    const inside = (mounts: string[], command: string[]): string[] => [
      ...['--unshare-user', '--uid', '1000', '--gid', '1000', '--unshare-pid', '--die-with-parent'],
      ...['--proc', '/proc', '--dev', '/dev', '--dir', '/tmp'],
      ...['/usr', '/lib', '/lib64', '/bin', '/etc', dirname(process.execPath)].flatMap((path) => [
        '--ro-bind-try',
        path,
        path,
      ]),
      ...['--ro-bind', program, '/srv/stele'],
      ...['--ro-bind', join(repositoryRoot, 'node_modules'), '/srv/stele/node_modules'],
      ...mounts,
      ...['--remount-ro', '/', '--chdir', '/srv/stele', '--clearenv'],
      ...Object.entries(environment(port)).flatMap(([name, value]) => ['--setenv', name, value]),
      ...command.map((word) => (word === 'node' ? process.execPath : word)),
    ];
    const publish = ['node', 'dist/js/scripts/stele.js', 'build', '--out', '/editions', '--locale', 'en'];
    const published = spawnSync('bwrap', inside(['--bind', editions, '/editions'], publish), { encoding: 'utf8' });
    expect(published.stderr).toBe('');
    expect(published.status).toBe(0);

    const mounts = ['--ro-bind', editions, '/editions', '--bind', data, '/data'];
    const child = spawn('bwrap', inside(mounts, execForm('CMD')));
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    await vi.waitFor(() => expect(output).toContain('serving 1 articles'), { timeout: 60_000 });
    expect(spawnSync('bwrap', inside([], execForm('HEALTHCHECK'))).status).toBe(0);
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/articles/teapot`);
    expect(answer.status).toBe(200);
    expect(existsSync(join(data, 'state.db'))).toBe(true);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    expect(spawnSync('bwrap', inside([], execForm('HEALTHCHECK'))).status).toBe(1);
  });
});

/** ENV of the image, and what compose.yaml says of editions. */
function environment(port: number): Record<string, string> {
  const words = textsOf(image, 'ENV').flatMap((text) => text.split(/\s+/));
  return { ...Object.fromEntries(words.map((word) => word.split('='))), EDITION_DIR: '/editions', PORT: String(port) };
}

/** What the last stage copies, without packages, and with one article for content. */
async function assembled(): Promise<string> {
  const folder = await temporaryFolder();
  for (const { from, to } of textsOf(image, 'COPY').map(copied)) {
    for (const source of from.map((path) => path.replace('/srv/stele/', ''))) {
      const target = to === './' ? join(folder, source) : join(folder, to);
      if (source === 'node_modules') await mkdir(target);
      else if (source === 'content')
        await cp(await contentOf({ 'mcp/teapot.md': articleText() }), target, { recursive: true });
      else if (source === 'dist') await cp(join(repositoryRoot, 'dist', 'js'), join(target, 'js'), { recursive: true });
      else await cp(join(repositoryRoot, source), target, { recursive: true });
    }
  }
  return folder;
}
