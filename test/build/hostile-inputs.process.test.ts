// Nothing that lies in a content folder can hold a build up, crash it, run in it or harm the edition that is served. The real
// command compiles all inputs of one kind together, because what one of them breaks is seen there too.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { catalogue, placeOf } from '../../build/edition/catalogue.ts';
import { catalogueFile, packFile } from '../../build/edition/locations.ts';
import { cleanEnvironment, type Finished, program, stele } from '../scripts/command.ts';
import { articleText, contentOf, publishFolder, repositoryRoot, temporaryFolder } from '../site.ts';
import { editionsIn, faultsIn, pointerIn } from './editions.ts';
import { type HostileInput, hostileInputs } from './hostile-inputs.ts';

/** What one file may take, and what the command needs besides, on a machine that has other things to do. */
const perFileMs = 5000;
const startMs = 15_000;

interface Built extends Finished {
  /** What was said, line by line, with paths from the content folder. */
  lines: string[];
  out: string;
  canary: string;
  pointerBefore: string;
}

const good = { 'mcp/good-teapot.md': articleText({ id: 'art_good' }) };

/** Builds a content folder over an edition that is served. */
async function build(content: string, canary: string, _files: number): Promise<Built> {
  const out = await publishFolder(await contentOf(good));
  const pointerBefore = await pointerIn(out);
  const finished = await stele(['build', '--content', content, '--out', out]);
  const prefix = `${relative(repositoryRoot, content)}/`;
  const lines = finished.stderr
    .trimEnd()
    .split('\n')
    // A machine with other things to do takes long enough to say how far it is.
    .filter((line) => !/^compiling [\d,]+ of [\d,]+ files/.test(line))
    .map((line) => line.replaceAll(prefix, '').replaceAll(content, '.'));
  return { ...finished, lines, out, canary, pointerBefore };
}

async function buildAll(inputs: readonly HostileInput[]): Promise<Built> {
  const content = await contentOf(good);
  const canary = join(await temporaryFolder(), 'canary');
  for (const { write } of inputs) await write(content, canary);
  return build(content, canary, inputs.length);
}

/** The promise of every refusal: messages and a sum, no stack, no place of the machine, and the edition as it was. */
async function expectPlainRefusal({ code, lines, stdout, out, pointerBefore }: Built): Promise<void> {
  expect(code).toBe(1);
  const messages = lines.slice(0, -1);
  expect(messages.filter((line) => !/^.+?:\d+:\d+ (?:error|warning) \[[a-z0-9-]+\] /.test(line))).toEqual([]);
  expect(lines.at(-1)).toMatch(/^\d+ errors?, \d+ warnings?$/);
  expect(stdout).toMatch(/^not built: \d+ errors?; the edition that is served stays as it is\n$/);
  expectNothingOfTheMachine(lines);
  expect(await pointerIn(out)).toBe(pointerBefore);
  expect(await editionsIn(out)).toEqual([pointerBefore.trimEnd()]);
  expect(await faultsIn(out)).toEqual([]);
}

function expectNothingOfTheMachine(lines: readonly string[]): void {
  const said = lines.join('\n');
  expect(said).not.toMatch(/^\s+at .*[:)]/m);
  for (const place of [repositoryRoot, tmpdir(), 'node_modules', 'dist/js']) expect(said).not.toContain(place);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal would act on.
  expect(said).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
}

/** The pages and the result rows of the edition that is served, by slug and name. */
async function pagesIn(out: string): Promise<Map<string, string>> {
  const folder = join(out, 'editions', (await pointerIn(out)).trimEnd());
  const { articles } = catalogue.parse(JSON.parse(await readFile(join(folder, catalogueFile), 'utf8')));
  const pages = new Map<string, string>();
  for (const { slug, shard, bodies } of articles) {
    const pack = await readFile(join(folder, packFile(shard)));
    for (const name of ['page.zh', 'page.en', 'row.zh', 'row.en'] as const) {
      const [start, length] = placeOf(bodies, name);
      pages.set(`${slug} ${name}`, pack.subarray(start, start + length).toString('utf8'));
    }
  }
  return pages;
}

const refused = hostileInputs.filter(({ refusedBy }) => refusedBy !== undefined);
const harmless = hostileInputs.filter(({ refusedBy }) => refusedBy === undefined);

it('there are at least 40 hostile inputs, each with a path of its own', () => {
  expect(hostileInputs.length).toBeGreaterThanOrEqual(40);
  expect(new Set(hostileInputs.map(({ path }) => path)).size).toBe(hostileInputs.length);
});

describe('a build is refused in plain messages', () => {
  let built: Built;
  beforeAll(
    async () => {
      built = await buildAll(refused);
    },
    startMs + perFileMs * refused.length,
  );

  it('and leaves the edition that is served as it was', () => expectPlainRefusal(built));

  it('and runs nothing', () => {
    expect(existsSync(built.canary)).toBe(false);
  });

  it('and says nothing against the article beside', () => {
    expect(built.lines.filter((line) => line.startsWith('mcp/good-teapot.md'))).toEqual([]);
  });

  it('and says at most 101 lines of one kind about one file', () => {
    const counts = new Map<string, number>();
    for (const line of built.lines) {
      const kind = line.replace(/:\d+:\d+ (\w+ \[[a-z0-9-]+\]).*$/, ' $1');
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    expect(Math.max(...counts.values())).toBe(101);
    expect(built.stderr).toMatch(/\[invisible-characters\] and \d{4,} more of this kind in this file/);
  });

  it.each(refused)('by $refusedBy for $name', ({ path, refusedBy }) => {
    const own = built.lines.filter((line) => line.startsWith(`${path}:`));
    expect(own.join('\n')).toContain(` error [${refusedBy}] `);
  });
});

describe('a build goes on', () => {
  let built: Built;
  let pages: Map<string, string>;
  beforeAll(
    async () => {
      built = await buildAll(harmless);
      pages = await pagesIn(built.out);
    },
    startMs + perFileMs * harmless.length,
  );

  it('to a whole edition', async () => {
    expect(built.lines.filter((line) => line.includes(' error '))).toEqual([]);
    expect(built.code).toBe(0);
    expect(await pointerIn(built.out)).not.toBe(built.pointerBefore);
    expect(await faultsIn(built.out)).toEqual([]);
    expectNothingOfTheMachine(built.lines);
  });

  it('in which nothing runs', () => {
    expect(existsSync(built.canary)).toBe(false);
    const runs = /<script>alert|href="javascript:|<[^>]* on(?:error|click)=|src="data:/i;
    expect([...pages].filter(([, page]) => runs.test(page)).map(([name]) => name)).toEqual([]);
  });

  it.each(harmless)('with $name', ({ path }) => {
    expect(pages.get(`${path.slice(4, -3)} page.en`)).toMatch(/^<!doctype html>/);
  });
});

describe('what the system refuses', () => {
  it('is said in a sentence when a path is longer than any system opens', async () => {
    const content = await contentOf(good);
    const cwd = process.cwd();
    try {
      process.chdir(content);
      for (let depth = 0; depth < 22; depth += 1) {
        await mkdir('p'.repeat(250));
        process.chdir('p'.repeat(250));
      }
    } finally {
      process.chdir(cwd);
    }
    // Node cannot remove what it cannot name; this command walks down folder by folder.
    onTestFinished(() => void execFileSync('rm', ['-rf', join(content, 'p'.repeat(250))]));
    const built = await build(content, '', 1);
    expect([built.code, built.stdout]).toEqual([2, '']);
    expect(built.stderr).toMatch(/^stele: cannot scandir .*: its path is too long \(ENAMETOOLONG\)\n$/);
    expect(await pointerIn(built.out)).toBe(built.pointerBefore);
  });

  it('is said in a sentence when a file may not be read', async ({ skip }) => {
    // Root may read everything, unless it gives its privileges up.
    const unprivileged = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : ['env'];
    const [runner = '', ...flags] = unprivileged;
    if (spawnSync(runner, ['--version']).error !== undefined) {
      const reason = `there is no ${runner} on this machine, and root may read everything`;
      console.warn(`not checked: ${reason}`);
      skip(reason);
    }
    const content = await contentOf({ ...good, 'mcp/secret.md': articleText() });
    await chmod(join(content, 'mcp/secret.md'), 0);
    const out = await temporaryFolder();
    const given = [...flags, process.execPath, program, 'build', '--content', content, '--out', out];
    const { status, stderr } = spawnSync(runner, given, { encoding: 'utf8', env: cleanEnvironment() });
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^stele: cannot open .*secret\.md: this user may not/)]);
    expect(await readdir(out)).toEqual([]);
  });

  it('is a message when a name is not UTF-8', async ({ skip }) => {
    if (process.platform !== 'linux') {
      const reason = 'other systems refuse such names themselves';
      console.warn(`not checked: ${reason}`);
      skip(reason);
    }
    const content = await contentOf(good);
    await writeFile(Buffer.concat([Buffer.from(`${content}/mcp/tea`), Buffer.from([0xff]), Buffer.from('.md')]), 'tea');
    const built = await build(content, '', 1);
    await expectPlainRefusal(built);
    expect(built.lines[0]).toMatch(/^mcp\/tea\ufffd\.md:1:1 error \[plain-files\]/);
  });
});

it('10,000 files are refused as one is, each with its message', async () => {
  const content = await contentOf(good);
  await mkdir(join(content, 'skill'));
  const names = Array.from({ length: 10_000 }, (_, number) => `penguin-${number}.md`);
  for (const name of names) await writeFile(join(content, 'skill', name), 'tea\n');
  const built = await build(content, '', 5);
  await expectPlainRefusal(built);
  expect(built.lines).toHaveLength(10_001);
});
