import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { formatVersion } from '../../build/edition/manifest.ts';
import { pointedAt } from '../server/edition-folder.ts';
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

test.each([['current'], ['editions'], ['editions/…']])(
  'stele ask names the right folder when --edition is %s in that folder',
  async (inside) => {
    const folder = published;
    const given = join(folder, inside.replace('…', await pointedAt(folder)));
    expect(await stele(['ask', 'tea', '--edition', given, '--locale', 'en'])).toEqual({
      code: 2,
      stdout: '',
      stderr: `stele: ${given} is inside an output folder; name the folder that holds current: ${folder}\n`,
    });
  },
);

test('the message about a damaged edition shows control characters of the edition as escape sequences', async () => {
  const folder = await copyOf(published);
  const manifest = join(folder, 'editions', await pointedAt(folder), 'manifest.json');
  await writeFile(manifest, JSON.stringify({ formatVersion, '\u001b]0;title\u0007': 1 }));
  const { stderr } = await stele(['mcp', '--edition', folder]);
  expect(stderr).toContain('\\u{1b}]0;title\\u{7}');
  expect(stderr).not.toContain('\u001b');
});

test('stele start with a damaged edition ends with 2 before it serves anything, and names the damaged file', async () => {
  const folder = await copyOf(published);
  const pack = join(folder, 'editions', await pointedAt(folder), 'bodies/0000.pack');
  await writeFile(pack, (await readFile(pack)).fill('x', 100, 101));
  const data = await temporaryFolder();
  const { code, stdout, stderr } = await stele(['start', '--port', '0', '--edition', folder, '--data', data]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^stele: cannot open the edition in .*: bodies\/0000\.pack is damaged: .* Build it: [^\n]*$/m);
});
