// `stele restore`: replaces the state by a backup. The backup is copied beside the current state, verified, and renamed into place. The
// current state is kept under another name.

import { chmodSync, chownSync, copyFileSync, existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Command } from 'commander';
import Database from 'libsql';
import { makeFolder } from '../build/edition/files.ts';
import type { Language } from '../build/edition/vocabulary.ts';
import { inLocale } from '../build/messages.ts';
import { codeOf, databaseFile, isBusy } from '../server/state/sqlite/database.ts';
import { refuseRedis } from './backup.ts';
import { type CommandIo, settingsFor } from './command-io.ts';
import { reportingMistakes, UsageError } from './content-option.ts';
import { dataOption, type StateOptions, stateFault } from './kept-state.ts';
import { localeOption } from './locale.ts';
import { contentsOf, contentsText, momentName, partOf, sync, syncFolderOf } from './state/state-file.ts';

interface RestoreOptions extends StateOptions {
  locale: Language;
}

/** How long to wait for the lock. Servers hold it as long as they run, commands only for milliseconds. */
const lockedMs = 500;
const helpers = ['-wal', '-shm', '-journal'] as const;

export function restoreCommand(io: CommandIo): Command {
  return new Command('restore')
    .description('restore a backup of the state while no server uses it')
    .argument('<file>', 'a file that backup wrote')
    .addOption(dataOption())
    .addOption(localeOption(io))
    .addHelpText(
      'after',
      `
The file is verified first and stays unchanged. The current state is kept beside the restored one. Changes after the backup are
lost: quotas show less use, new keys are missing, and keys that were revoked after the backup work again.
The exit code is 2 if nothing was restored, for instance because a server has the state open.`,
    )
    .action(reportingMistakes(io, runRestore));
}

async function runRestore(io: CommandIo, given: string, { locale, ...options }: RestoreOptions): Promise<void> {
  const { dataFolder, redisUrl } = settingsFor(io, options).settings;
  const file = resolve(io.cwd, given);
  refuseRedis(redisUrl);
  const path = resolve(dataFolder, databaseFile);
  refuseInUse(file, path);
  makeFolder(dataFolder, 0o700);
  const part = partOf(path);
  try {
    copyFileSync(file, part);
    chmodSync(part, 0o600);
    const contents = contentsOf(part, file);
    giveToServer(part, existsSync(path) ? path : dataFolder);
    sync(part);
    const kept = replaced(path, part, dataFolder);
    syncFolderOf(path);
    const text = contentsText(contents);
    const before =
      kept === undefined
        ? { zh: '', en: '' }
        : { zh: `；之前的状态在 ${kept}`, en: `; the previous state is in ${kept}` };
    const sentence = {
      zh: `已恢复到 ${path}：${text.zh}${before.zh}`,
      en: `restored to ${path}: ${text.en}${before.en}`,
    };
    io.stdout.write(`${inLocale(sentence, locale)}\n`);
  } finally {
    for (const ending of ['', ...helpers]) rmSync(`${part}${ending}`, { force: true });
  }
}

function refuseInUse(file: string, path: string): void {
  const given = statSync(file);
  if (statSync(path, { throwIfNoEntry: false })?.ino === given.ino) {
    throw new UsageError({ zh: `${file} 就是现在的状态`, en: `${file} is the current state, not a backup of it` });
  }
  if (given.isFile() && existsSync(`${file}-wal`)) {
    throw new UsageError({
      zh: `${file} 旁边有 ${file}-wal，所以它不是备份，而是正在使用或没有正常关闭的状态；先用 npm run backup -- --data ${dirname(file)} 复制那个文件夹的状态`,
      en: `${file} is not a backup: ${file}-wal beside it shows that it is a state that is in use or was not closed properly; first back it up with npm run backup -- --data ${dirname(file)}`,
    });
  }
}

/** If root restores, gives the file the owner of `likeThis`, because the server's user must be able to open it. */
function giveToServer(part: string, likeThis: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(likeThis);
  chownSync(part, uid, gid);
}

function replaced(path: string, part: string, dataFolder: string): string | undefined {
  try {
    return replace(path, part);
  } catch (error) {
    const sentence = stateFault(error, { dataFolder, redisUrl: undefined });
    throw sentence === undefined ? error : new UsageError(sentence);
  }
}

/**
 * Replaces the state by the file `part`. Returns the new path of the old state; undefined if there was none. During the replacement, no
 * other process can use the old state.
 */
function replace(path: string, part: string): string | undefined {
  if (!existsSync(path)) {
    // Moves leftover helper files away, because SQLite would apply them to the new database.
    keepHelpers(path, keptPathFor(path));
    renameSync(part, path);
    return undefined;
  }
  const kept = keptPathFor(path);
  const present = new Database(path, { timeout: lockedMs });
  try {
    // The log of an intact database is now in its file, and the journal that exclusive mode leaves behind has a zeroed header, so it holds
    // nothing to roll back. A damaged database, which no process can use, is kept together with its log.
    if (isAlone(present)) rmSync(`${path}-journal`, { force: true });
    keepHelpers(path, kept);
    keepAside(path, kept);
    renameSync(part, path);
  } finally {
    present.close();
  }
  return kept;
}

/**
 * Writes the write-ahead log into the state file and locks the file exclusively until the connection is closed. Every connection in WAL
 * mode holds a shared lock (https://sqlite.org/wal.html, section 7), so this throws a UsageError if another process has the file open.
 * Returns false if the file is damaged.
 */
function isAlone(present: Database.Database): boolean {
  try {
    present.exec('PRAGMA locking_mode = EXCLUSIVE');
    present.exec('PRAGMA journal_mode = DELETE');
    present.exec('BEGIN EXCLUSIVE; COMMIT');
    return true;
  } catch (error) {
    if (/^SQLITE_(?:NOTADB|CORRUPT)/.test(codeOf(error))) return false;
    if (!isBusy(error)) throw error;
    throw new UsageError({
      zh: '有服务器或命令正打开着这个状态；停掉用这个数据文件夹的所有进程，恢复，再启动它们。什么都没有改变',
      en: 'a server or a command has this state open; stop all processes on this data folder, restore, and start them again. Nothing was changed',
    });
  }
}

function keptPathFor(path: string): string {
  const kept = `${path}.before-restore-${momentName(Date.now())}`;
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? kept : `${kept}-${number}`;
    if (!existsSync(name)) return name;
  }
}

function keepHelpers(path: string, kept: string): void {
  for (const ending of ['-wal', '-journal']) {
    if (existsSync(`${path}${ending}`)) renameSync(`${path}${ending}`, `${kept}${ending}`);
  }
  // The `-shm` file is an index over the log; SQLite builds it again.
  rmSync(`${path}-shm`, { force: true });
}

/** Gives the state a second name by a hard link. The state then stays in its place until the new file is renamed over it. */
function keepAside(path: string, kept: string): void {
  try {
    linkSync(path, kept);
  } catch {
    // The file system may not support hard links.
    renameSync(path, kept);
  }
}
