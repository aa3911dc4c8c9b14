// Creating folders, with the system's error thrown immediately.
import { mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../build/edition/files.ts';
import { temporaryFolder } from '../../site.ts';

test('a folder is created with its parents, and an existing one is unchanged', async () => {
  const folder = await temporaryFolder();
  const deep = join(folder, 'a', 'b', 'c');
  makeFolder(deep, 0o700);
  expect((await stat(join(folder, 'a'))).mode & 0o777).toBe(0o700);
  await writeFile(join(deep, 'kept'), '');
  makeFolder(deep);
  makeFolder('/');
  expect(await readdir(deep)).toEqual(['kept']);
});

test('a folder is created behind a symbolic link', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'disk'));
  await symlink(join(folder, 'disk'), join(folder, 'link'));
  makeFolder(join(folder, 'link', 'data'));
  expect(await readdir(join(folder, 'disk'))).toEqual(['data']);
});

test.each([
  ['below a file', 'file/data/more', 'ENOTDIR'],
  ['where a file is', 'file', 'EEXIST'],
  ['behind a link to a disk that is not there', 'dangling/data', 'EEXIST'],
  // Node's own `mkdir` never returns from here.
  ['where the system takes none', '/proc/nowhere/data', 'ENOENT'],
])('none is made %s', async (_, path, code) => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'file'), '');
  await symlink(join(folder, 'gone'), join(folder, 'dangling'));
  const made = path.startsWith('/') ? path : join(folder, path);
  expect(() => makeFolder(made)).toThrow(expect.objectContaining({ code }));
});
