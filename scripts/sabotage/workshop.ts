// A copy of a repository in which things may be broken: its files as they are now, and links to the packages it uses. The
// repository itself is only read.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { copyFile, lstat, mkdir, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { UsageError } from '../content-option.ts';

export interface Workshop {
  root: string;
  /** It is removed at the end of the process, too. */
  remove(): Promise<void>;
}

export async function openWorkshop(repository: string): Promise<Workshop> {
  const files = filesOf(repository);
  const root = await mkdtemp(join(tmpdir(), 'stele-sabotage-'));
  const removeNow = (): void => rmSync(root, { recursive: true, force: true });
  process.once('exit', removeNow);
  const remove = async (): Promise<void> => {
    process.off('exit', removeNow);
    await rm(root, { recursive: true, force: true });
  };
  try {
    for (const path of files) await copyInto(repository, root, path);
    await linkPackages(join(repository, 'node_modules'), join(root, 'node_modules'));
    // Some tests ask git which files there are.
    execFileSync('git', ['init', '--quiet'], { cwd: root });
    execFileSync('git', ['add', '--all'], { cwd: root });
  } catch (error) {
    await remove();
    throw error;
  }
  return { root, remove };
}

/** Tracked files and new ones that are not ignored. */
function filesOf(repository: string): string[] {
  try {
    const given = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', '.', ':!node_modules'];
    const listed = execFileSync('git', given, { cwd: repository, encoding: 'utf8', maxBuffer: 2 ** 26, stdio: 'pipe' });
    return [...new Set(listed.split('\0').filter((path) => path !== ''))];
  } catch {
    throw new UsageError({
      zh: `${repository} 不是 git 仓库：这个命令复制仓库里的文件`,
      en: `${repository} is no git repository: this command copies the files of one`,
    });
  }
}

async function copyInto(repository: string, root: string, path: string): Promise<void> {
  const from = join(repository, path);
  const found = await lstat(from).catch(() => undefined);
  // What was deleted and not yet committed is listed too.
  if (found === undefined || found.isDirectory()) return;
  await mkdir(dirname(join(root, path)), { recursive: true });
  if (found.isSymbolicLink()) await symlink(await readlink(from), join(root, path));
  else await copyFile(from, join(root, path));
}

/** A folder of links, and not one link: what is cached there, such as compiled articles, must be the copy's own. */
async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const name of await readdir(from)) {
    if (name === '.bin' || !name.startsWith('.')) await symlink(join(from, name), join(to, name));
  }
}
