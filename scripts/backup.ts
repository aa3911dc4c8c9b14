// `stele backup`: a consistent copy of the state while servers write to it. SQLite takes one snapshot of the file for the whole
// copy (`VACUUM INTO`, https://sqlite.org/lang_vacuum.html#vacuuminto); writers continue.

import { closeSync, existsSync, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Command } from 'commander';
import Database from 'libsql';
import type { Language } from '../build/edition/vocabulary.ts';
import { inLocale } from '../build/messages.ts';
import { addressOf } from '../server/state/redis/address.ts';
import { codeOf, databaseFile } from '../server/state/sqlite/database.ts';
import { type CommandIo, settingsFor } from './command-io.ts';
import { reportingMistakes, UsageError } from './content-option.ts';
import { dataOption, type StateOptions, stateFault } from './kept-state.ts';
import { localeOption } from './locale.ts';
import { contentsOf, contentsText, momentName, partOf, sync, syncFolderOf } from './state/state-file.ts';

interface BackupOptions extends StateOptions {
  out?: string;
  force?: true;
  locale: Language;
}

const prefix = 'stele-state-';
/** How long to wait for a locked file: another process may be recovering it after a crash. */
const lockedMs = 5_000;

export function backupCommand(io: CommandIo): Command {
  return new Command('backup')
    .description('copy the state into one file while servers keep writing')
    .addOption(dataOption())
    .option('--out <file>', `the target file or folder (default: ${prefix}<UTC time>.db in the current folder)`)
    .option('--force', 'replace an existing file')
    .addOption(localeOption(io))
    .addHelpText(
      'after',
      `
The copy contains the state of one moment: the hashes of API keys, quotas, agents and queries. It is verified before it gets its
name, and only the current user can read it. \`npm run restore\` restores it. The exit code is 2 if nothing was copied.`,
    )
    .action(reportingMistakes(io, runBackup));
}

async function runBackup(io: CommandIo, { out, force, locale, ...options }: BackupOptions): Promise<void> {
  const { dataFolder, redisUrl } = settingsFor(io, options).settings;
  refuseRedis(redisUrl);
  const source = join(dataFolder, databaseFile);
  if (!existsSync(source)) {
    throw new UsageError({
      zh: `${dataFolder} 里还没有状态；用 --data（DATA_DIR）指出服务器的数据文件夹`,
      en: `there is no state in ${dataFolder} yet; name the server's folder with --data (DATA_DIR)`,
    });
  }
  const target = targetOf(io.cwd, out);
  refuseTaken(target, source, force === true);
  const part = partOf(target);
  try {
    // Created with mode 600 before SQLite writes to it, so other users can never read it.
    closeSync(openSync(part, 'wx', 0o600));
    copy(source, part, dataFolder);
    const contents = contentsOf(part, target);
    sync(part);
    name(part, target, force === true);
    syncFolderOf(target);
    const text = contentsText(contents);
    const sentence = inLocale({ zh: `已备份到 ${target}：${text.zh}`, en: `copied to ${target}: ${text.en}` }, locale);
    io.stdout.write(`${sentence}\n`);
  } finally {
    for (const path of [part, `${part}-journal`]) rmSync(path, { force: true });
  }
}

/** Throws a usage error if the state is in Redis, which makes its own backup files. */
export function refuseRedis(redisUrl: string | undefined): void {
  if (redisUrl === undefined) return;
  const { place } = addressOf(redisUrl);
  throw new UsageError({
    zh: `状态保存在 Redis（${place}）里，由它自己备份：开启 AOF（appendonly yes），用 BGSAVE 写 RDB 后复制 dump.rdb；恢复时停掉 Redis，移走 appendonlydir，放回 dump.rdb，以 appendonly no 启动（开着 AOF 时 Redis 不读 dump.rdb），再执行 CONFIG SET appendonly yes，等 AOF 写完后才按原来的配置重启。要处理数据文件夹，请不设 REDIS_URL`,
    en: `the state is kept in Redis (${place}), which makes its own backups. To back up, switch the AOF on (appendonly yes), write an RDB file with BGSAVE and copy dump.rdb. To restore, stop Redis, move appendonlydir away, put dump.rdb back and start Redis with appendonly no, because Redis does not read dump.rdb while the AOF is on. Then run CONFIG SET appendonly yes, wait until the AOF is written, and restart Redis with its usual settings. If the state is in a data folder, unset REDIS_URL`,
  });
}

function targetOf(cwd: string, out: string | undefined): string {
  const named = `${prefix}${momentName(Date.now())}.db`;
  if (out === undefined) return resolve(cwd, named);
  const path = resolve(cwd, out);
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? join(path, named) : path;
}

function refuseTaken(target: string, source: string, force: boolean): void {
  const there = statSync(target, { throwIfNoEntry: false });
  const inUse = ['', '-wal', '-shm', '-journal'].map((ending) => `${resolve(source)}${ending}`);
  if (inUse.includes(target) || (there !== undefined && there.ino === statSync(source).ino)) {
    throw new UsageError({
      zh: `${target} 是正在使用的状态；用 --out 指定别的文件`,
      en: `${target} is the state in use; name another file with --out`,
    });
  }
  if (there !== undefined && !force) throw taken(target);
}

const taken = (target: string): UsageError =>
  new UsageError({
    zh: `${target} 已经存在；用 --out 指定别的文件，或用 --force 替换它`,
    en: `${target} already exists; name another file with --out, or replace it with --force`,
  });

function copy(source: string, part: string, dataFolder: string): void {
  let database: Database.Database | undefined;
  try {
    database = new Database(source, { timeout: lockedMs });
    database.exec(`VACUUM INTO '${part.replaceAll("'", "''")}'`);
  } catch (error) {
    if (codeOf(error).startsWith('SQLITE_FULL'))
      throw new UsageError({
        zh: `${dirname(part)} 所在的磁盘已满，没有写出备份`,
        en: `the disk of ${dirname(part)} is full; no copy was written`,
      });
    if (/^SQLITE_(?:NOTADB|CORRUPT)/.test(codeOf(error)))
      throw new UsageError({
        zh: `${source} 已损坏，不能复制；用 npm run restore 放回以前的备份`,
        en: `${source} is damaged and cannot be copied; put an earlier copy back with npm run restore`,
      });
    const sentence = stateFault(error, { dataFolder, redisUrl: undefined });
    throw sentence === undefined ? error : new UsageError(sentence);
  } finally {
    database?.close();
  }
}

/**
 * Renames a complete file into place. Without `force` it replaces no file that another process has just created, except on file systems
 * without hard links.
 */
function name(part: string, target: string, force: boolean): void {
  if (force) {
    renameSync(part, target);
    return;
  }
  try {
    linkSync(part, target);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw taken(target);
    // The file system may not support hard links.
    renameSync(part, target);
  }
}
