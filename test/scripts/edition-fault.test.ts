import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { formatVersion } from '../../build/edition/manifest.ts';
import { articleText, contentOf, copyOf, publishFolder, temporaryFolder } from '../site.ts';
import { stele } from './command.ts';

const commands: [name: string, given: string[]][] = [
  ['ask', ['ask', 'tea', '--locale', 'en']],
  ['mcp', ['mcp']],
  ['start', ['start', '--port', '0']],
];

test.each(commands)('stele %s reports a missing edition on one line, with a remedy', async (_name, given) => {
  const folder = join(await temporaryFolder(), 'nothing');
  expect(await stele([...given, '--edition', folder])).toEqual({
    code: 2,
    stdout: '',
    stderr: `stele: cannot open the edition in ${folder}: current is missing. Build it: npm run build -- --out ${folder}\n`,
  });
});

let published: string;
beforeAll(async () => {
  published = await publishFolder(await contentOf({ 'mcp/teapot.md': articleText() }));
});

test.each([['current'], ['editions'], ['editions/…']])('names the folder to give instead of its %s', async (inside) => {
  const folder = published;
  const given = join(folder, inside.replace('…', (await readFile(join(folder, 'current'), 'utf8')).trim()));
  expect(await stele(['ask', 'tea', '--edition', given, '--locale', 'en'])).toEqual({
    code: 2,
    stdout: '',
    stderr: `stele: ${given} is inside an output folder; name the folder that holds current: ${folder}\n`,
  });
});

test('reports the fault of a damaged edition', async () => {
  const folder = await copyOf(published);
  await writeFile(join(folder, 'current'), 'nonsense\n');
  const { code, stderr } = await stele(['mcp', '--edition', folder]);
  expect(code).toBe(2);
  expect(stderr).toContain('current does not hold a buildId (64 hexadecimal digits). Build it: ');
});

test('shows content of a damaged edition without control characters', async () => {
  const folder = await copyOf(published);
  const buildId = (await readFile(join(folder, 'current'), 'utf8')).trim();
  const manifest = join(folder, 'editions', buildId, 'manifest.json');
  await rm(manifest);
  await writeFile(manifest, JSON.stringify({ formatVersion, '\u001b]0;title\u0007': 1 }));
  const { stderr } = await stele(['mcp', '--edition', folder]);
  expect(stderr).toContain('\\u{1b}]0;title\\u{7}');
  expect(stderr).not.toContain('\u001b');
});

test('a server with a damaged edition ends before it serves, and names the file', async () => {
  const folder = await copyOf(published);
  const pack = join(folder, 'editions', (await readFile(join(folder, 'current'), 'utf8')).trim(), 'bodies/0000.pack');
  const bytes = await readFile(pack);
  // Replaces the file: the copy may share its bytes (hard links) with the edition that other tests read.
  await rm(pack);
  await writeFile(pack, bytes.fill('x', bytes.length - 1));
  const data = await temporaryFolder();
  const { code, stdout, stderr } = await stele(['start', '--port', '0', '--edition', folder, '--data', data]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^stele: cannot open the edition in .*: bodies\/0000\.pack is damaged: .* Build it: [^\n]*$/m);
});

test('speaks Chinese with --locale zh', async () => {
  const folder = await temporaryFolder();
  const { stderr } = await stele(['ask', '茶', '--edition', folder, '--locale', 'zh']);
  expect(stderr).toBe(
    `stele: 无法打开 ${folder} 中的版本：current is missing。请构建：npm run build -- --out ${folder}\n`,
  );
});
