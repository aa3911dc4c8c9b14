// Real articles, which lie beside the repository and not in it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hasErrors } from '../../build/messages.ts';
import { compileFolder, repositoryRoot } from '../site.ts';

const corpus = join(repositoryRoot, '../shared/corpus/xquad/articles');

it('compiles 240 real articles without an error', async ({ skip }) => {
  if (!existsSync(corpus)) {
    const reason = 'there is no corpus at ../shared/corpus beside the repository';
    console.warn(`not checked: ${reason}`);
    skip(reason);
  }
  const { messages, edition } = await compileFolder(corpus);
  expect(messages.filter((message) => hasErrors([message]))).toEqual([]);
  expect(edition?.manifest.articles).toBe(240);
});
