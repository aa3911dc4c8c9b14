// The output of `stele build` for refused content, and of `stele check` for content that cannot be read.
import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { stele } from '../scripts/command.ts';
import { contentOf, publishFolder, repositoryRoot } from '../site.ts';
import { editionsIn, faultsIn, pointerIn } from './editions.ts';
import { goodArticle, hostileInputs } from './hostile-inputs.ts';

it('hostile files are refused without a stack trace or a machine path, and change no edition', async () => {
  const content = await contentOf(goodArticle);
  const out = await publishFolder(content);
  const pointer = await pointerIn(out);
  const inputs = hostileInputs.filter(({ refusedBy }) => refusedBy === 'plain-files' || refusedBy === 'slug');
  for (const { write } of inputs) await write(content, join(content, 'canary'));
  const { code, stdout, stderr } = await stele(['build', '--content', content, '--out', out]);
  const refused = /^not built: \d+ errors; the edition .* stays as it is\n$/;
  expect([code, stdout]).toEqual([1, expect.stringMatching(refused)]);
  const said = stderr.replaceAll(content.slice(1), '');
  expect(said).not.toMatch(/^\s+at .*[:)]/m);
  for (const place of [repositoryRoot, tmpdir(), 'node_modules', 'dist/js']) expect(said).not.toContain(place);
  expect(said.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  expect([await pointerIn(out), await editionsIn(out)]).toEqual([pointer, [pointer.trimEnd()]]);
  expect(await faultsIn(out)).toEqual([]);
});

it('a path that is too long for the system is reported in one sentence', async () => {
  const content = await contentOf(goodArticle);
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
  // Node cannot remove a path of this length. `rm` can, because it descends folder by folder.
  onTestFinished(() => void execFileSync('rm', ['-rf', join(content, 'p'.repeat(250))]));
  const stderr = expect.stringMatching(/^stele: cannot scandir .*: its path is too long \(\w+\)\n$/);
  expect(await stele(['check', '--content', content])).toMatchObject({ code: 2, stderr });
});
