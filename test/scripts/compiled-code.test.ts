import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import module from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot } from '../site.ts';
import { stele } from './command.ts';

const folder = join(repositoryRoot, 'node_modules', '.cache', 'stele-code');

it('a command keeps what was compiled of it for the next, where Node can', async () => {
  await rm(folder, { recursive: true, force: true });
  expect((await stele(['schema'])).code).toBe(0);
  if ('enableCompileCache' in module) expect((await readdir(folder, { recursive: true })).length).toBeGreaterThan(10);
  else expect(existsSync(folder)).toBe(false);
  expect((await stele(['schema'])).code).toBe(0);
});
