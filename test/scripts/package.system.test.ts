// Takes the steps of a new user: installs the packed tarball, makes a knowledge base, serves it and requests an answer. npm gets the
// dependencies from its cache or its registry. If root runs the tests, all commands of Stele run as another user, who cannot write to
// installed files.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, chown, cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { repositoryRoot, temporaryFolder } from '../site.ts';
import { printedBy } from './command.ts';
import { canConfine } from './verify/bench.ts';

const unprivileged = 65_534;
const asOther =
  process.getuid?.() === 0
    ? ['setpriv', `--reuid=${unprivileged}`, `--regid=${unprivileged}`, '--clear-groups', '--']
    : [];
const isConfined = await canConfine();

let root: string;
/** The folder of the knowledge base. */
let tea: string;

/** The environment without the variables that `npm run` sets, except registry, cache and certificates of npm. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:npm_(?!config_(?:registry|cache|cafile)$)|STELE_)/.test(name)),
);

/** The environment of a new user, with this Node first in PATH. */
const environmentOf = (node: string) => ({
  PATH: `${dirname(node)}:${process.env.PATH}`,
  HOME: join(root, 'home'),
  LANG: 'en_US.UTF-8',
});

const outputOf = async (child: ChildProcess, named: string): Promise<string> => {
  const { output, exited } = printedBy(child);
  const code = await exited;
  if (code !== 0) throw new Error(`${named} ended with ${code}: ${output()}`);
  return output();
};

const npm = (...given: string[]) => outputOf(spawn('npm', given, { cwd: root, env: environment }), `npm ${given[0]}`);

const startAsOther = (node: string, words: readonly string[]): ChildProcess => {
  const [command = '', ...given] = [...asOther, ...words];
  return spawn(command, given, { cwd: tea, env: environmentOf(node), stdio: ['ignore', 'pipe', 'pipe'] });
};
const runAsOther = (node: string, ...words: string[]) => outputOf(startAsOther(node, words), words.join(' '));

/** Starts a command that serves; resolves to the address that it prints. */
async function serve(node: string, ...words: string[]): Promise<string> {
  const server = startAsOther(node, words);
  onTestFinished(() => void server.kill('SIGKILL'));
  return (await printedBy(server).printed(/http:\/\/127\.0\.0\.1:\d+/))[0];
}

const stele = 'node_modules/.bin/stele';
const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--silent', '--prefix'];

let tarball: string;
beforeAll(async () => {
  root = await temporaryFolder();
  tea = join(root, 'tea');
  const tool = join(root, 'tool');
  const home = join(root, 'home');
  for (const folder of [tea, tool, home]) await mkdir(folder);
  if (asOther.length > 0) for (const folder of [tea, home]) await chown(folder, unprivileged, unprivileged);
  // Temporary folders are private, so the other user needs permission to enter them.
  for (const folder of [dirname(root), root]) await chmod(folder, 0o711);
  const packing = ['pack', '--silent', '--ignore-scripts', '--pack-destination', tool, repositoryRoot];
  tarball = (await npm(...packing)).trim();
  await npm(...install, tool, join(tool, tarball));
  const named = ['--name-en', 'Tea House', '--name-zh', '茶馆', '--domains', 'brewing'];
  await runAsOther(process.execPath, join(tool, stele), 'init', '.', ...named);
  await npm(...install, tea);
}, 300_000);

it('a new knowledge base contains the tarball of Stele, which is at most 3 MB large', async () => {
  expect((await stat(join(tea, tarball))).size).toBeLessThan(3 * 1024 * 1024);
  const { dependencies } = JSON.parse(await readFile(join(tea, 'package.json'), 'utf8'));
  expect(dependencies).toEqual({ stele: `file:${tarball}` });
});

const nodes = [{ name: 'the Node that runs the tests', original: process.execPath, colour: 'green', colourZh: '绿' }];
const newer = process.env.NEWER_NODE;
if (newer !== undefined) nodes.push({ name: 'a newer Node', original: newer, colour: 'white', colourZh: '白' });

it.each(nodes)(
  'the installed package creates, checks, builds and serves a new article, on $name',
  { timeout: 120_000 },
  async (given) => {
    const { original, colour, colourZh } = given;
    // Copies Node to a folder that the other user can read.
    const node = join(root, colour, 'node');
    await cp(original, node);
    const [slug, title, titleZh] = [`${colour}-tea`, `How to brew ${colour} tea`, `${colourZh}茶怎么泡`];

    await runAsOther(node, stele, 'new', `brewing/${slug}`, '--title-en', title, '--title-zh', titleZh);
    expect(await runAsOther(node, 'npm', 'run', 'check')).toContain('0 errors');
    expect(await runAsOther(node, stele, 'build')).toMatch(/^built edition [0-9a-f]{12} with \d articles/m);
    expect(await runAsOther(node, stele, 'build')).toContain('unchanged: edition');
    if (isConfined) {
      const example = 'content/brewing/write-an-article.md';
      expect(await runAsOther(node, stele, 'verify', example)).toContain('passed   brewing/write-an-article.md');
    }
    expect(await runAsOther(node, stele, 'ask', titleZh)).toContain(`${slug}@`);

    const origin = await serve(node, stele, 'start', '--port', '0');
    const found = { data: { items: [{ slug, domain: 'brewing' }] } };
    for (const query of [title, titleZh])
      expect(
        await (await fetch(`${origin}/api/v1/search?pageSize=1&q=${encodeURIComponent(query)}`)).json(),
      ).toMatchObject(found);
    expect(await (await fetch(`${origin}/en/`)).text()).toContain('Tea House');

    const live = await serve(node, stele, 'dev', '--port', '0');
    const article = join(tea, 'content', 'brewing', `${slug}.md`);
    const states = (await fetch(`${live}/_dev/events`)).body?.pipeThrough(new TextDecoderStream()).getReader();
    const first = await states?.read();
    await writeFile(article, (await readFile(article, 'utf8')).replace('# English\n', '# English\n\nFresh water.\n'));
    expect((await states?.read())?.value).not.toBe(first?.value);
    expect(await (await fetch(`${live}/en/articles/${slug}.md`)).text()).toContain('Fresh water.');

    const [command = '', ...args] = [...asOther, stele, 'mcp'];
    const client = new Client({ name: 'test', version: '1' });
    onTestFinished(() => client.close());
    await client.connect(
      new StdioClientTransport({ command, args, cwd: tea, env: environmentOf(node), stderr: 'ignore' }),
    );
    const { content } = await client.callTool({ name: 'search', arguments: { query: title } });
    expect(JSON.stringify(content)).toContain(slug);
  },
);
