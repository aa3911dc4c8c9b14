// makeFolder creates missing parents. If it cannot create the folder, it throws the error of the operating system.
import { mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../build/edition/files.ts';
import { temporaryFolder } from '../../site.ts';

test('makeFolder creates a folder with its parents, and leaves an existing one unchanged', async () => {
  const folder = await temporaryFolder();
  const deep = join(folder, 'a', 'b', 'c');
  makeFolder(deep, 0o700);
  expect((await stat(join(folder, 'a'))).mode & 0o777).toBe(0o700);
  await writeFile(join(deep, 'kept'), '');
  makeFolder(deep);
  makeFolder('/');
  expect(await readdir(deep)).toEqual(['kept']);
});

test('makeFolder creates a folder behind a symbolic link', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'disk'));
  await symlink(join(folder, 'disk'), join(folder, 'link'));
  makeFolder(join(folder, 'link', 'data'));
  expect(await readdir(join(folder, 'disk'))).toEqual(['data']);
});

test.each([
  ['below a file', 'file/data/more', 'ENOTDIR'],
  ['of an existing file', 'file', 'EEXIST'],
  ['behind a symbolic link without a target', 'dangling/data', 'EEXIST'],
  // Node's `mkdir` with `recursive` never returns for this path.
  ['in /proc, which refuses new folders', '/proc/nowhere/data', 'ENOENT'],
])('makeFolder throws the error of the system for a path %s', async (_, path, code) => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'file'), '');
  await symlink(join(folder, 'gone'), join(folder, 'dangling'));
  const made = path.startsWith('/') ? path : join(folder, path);
  expect(() => makeFolder(made)).toThrow(expect.objectContaining({ code }));
});
