// The output of `stele build` for refused content.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
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
