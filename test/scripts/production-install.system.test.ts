// With the packages of `npm ci --omit=dev`, the compiled program serves an edition. Commands that need further packages name them.
import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { authoringPackages } from '../../scripts/authoring-packages.ts';
import { articleText, contentOf, publishFolder, repositoryRoot, temporaryFolder } from '../site.ts';
import { cleanEnvironment, steleStart } from './command.ts';
import { installProduction, productionPackages } from './production.ts';

const withoutMaps = { recursive: true, filter: (path: string): boolean => !path.endsWith('.map') };

let root: string;
let program: string;
beforeAll(async () => {
  root = await temporaryFolder();
  program = join(root, 'dist', 'js', 'scripts', 'stele.js');
  for (const path of ['package.json', 'dist/js', 'scripts/compile.mjs'])
    await cp(join(repositoryRoot, path), join(root, path), withoutMaps);
  await installProduction(root);
}, 60_000);

const run = (given: readonly string[], more: Record<string, string> = {}) => {
  const options = { cwd: root, encoding: 'utf8', env: cleanEnvironment(more) } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...given], options);
  return { status, stdout, stderr };
};

it('a production installation has at most 110 packages and 60 MB', async () => {
  expect(productionPackages().length).toBeLessThanOrEqual(110);
  const entries = await readdir(join(root, 'node_modules'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(60e6);
});

it('a production installation serves search, articles, pages and MCP', async () => {
  const edition = await publishFolder(await contentOf({ 'mcp/teapot.md': articleText() }));
  const { origin } = await steleStart(['--edition', edition], {}, program);
  const get = (path: string, options?: RequestInit) => fetch(`${origin}${path}`, options);
  for (const path of ['/readyz', '/api/v1/articles/teapot', '/en/articles/teapot', '/en/changes'])
    expect((await get(path)).status, path).toBe(200);
  expect(await (await get('/api/v1/search?q=spout')).json()).toMatchObject({ data: { items: [{ slug: 'teapot' }] } });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const answer = await get('/mcp', { method: 'POST', headers, body });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"name":"search"')]);
}, 30_000);

it.each('init start mcp ask keys agents backup restore rollback diff doctor schema'.split(' '))(
  'a production installation loads the command %s',
  (name) => {
    const { stderr } = run([name, '--no-such-option']);
    expect(stderr).toMatch(/^(?:error: unknown option '--no-such-option'|Usage: stele )/);
  },
);

describe('a command that needs further packages', () => {
  // One of the authoring packages is installed, because a package of the server depends on it.
  const missing = Object.entries(authoringPackages).flatMap(([name, version]) =>
    productionPackages().includes(`node_modules/${name}`) ? [] : `${name}@${version}`,
  );

  it('names them and ends with 2', () => {
    const sentence = `stele: check needs packages that are not installed here: ${missing.join(', ')}; install them with npm ci\n`;
    expect(run(['check'])).toEqual({ status: 2, stdout: '', stderr: sentence });
  });

  it('names them in the language that LC_ALL sets', () => {
    const { stderr } = run(['build', '--no-cache'], { LC_ALL: 'zh_CN.UTF-8' });
    expect(stderr).toMatch(/^stele: build 需要这里没有安装的软件包：.*；安装命令：npm ci\n$/);
  });

  it('prints one npm command to install them if Stele is a dependency of a project', async () => {
    const packages = join(await temporaryFolder(), 'node_modules');
    await mkdir(packages);
    for (const name of ['commander', 'zod']) await symlink(join(root, 'node_modules', name), join(packages, name));
    for (const path of ['package.json', 'dist/js'])
      await cp(join(root, path), join(packages, 'stele', path), withoutMaps);
    const given = [join(packages, 'stele', 'dist', 'js', 'scripts', 'stele.js'), 'build'];
    const { stderr } = spawnSync(process.execPath, given, { encoding: 'utf8', env: cleanEnvironment() });
    const all = Object.entries(authoringPackages).map(([name, version]) => `${name}@${version}`);
    expect(stderr).toContain(`; install them with npm install --save-dev --save-exact ${all.join(' ')}\n`);
  });

  it('can be stele start, which ends with 2 if no edition exists, and names the packages for building one', () => {
    const { status, stderr } = run(['start']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('there is no edition yet, and the build needs')]);
  });

  it('can be scripts/compile.mjs, which names the packages for compiling Stele and ends with 2', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/compile.mjs')], { encoding: 'utf8' });
    const sentence =
      'stele: compiling needs packages that are not installed: lightningcss, rolldown, typescript; run npm ci\n';
    expect([status, stderr]).toEqual([2, sentence]);
  });

  it('is listed by --help as not installed', () => {
    const { status, stdout } = run(['--help']);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^ {2}build .*not installed here/m)]);
  });
});
