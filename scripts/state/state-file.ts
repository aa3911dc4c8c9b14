// Validates a copy of the state, which no other process has open, and counts its contents.

import { closeSync, fsyncSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';
import { z } from 'zod';
import type { Bilingual } from '../../build/edition/vocabulary.ts';
import { show } from '../../build/messages.ts';
import { counted } from '../../build/report.ts';
import { codeOf } from '../../server/state/sqlite/database.ts';
import { applicationId, schema, schemaVersion } from '../../server/state/sqlite/schema.ts';
import { UsageError } from '../content-option.ts';
import { momentText } from '../duration.ts';

export interface StateContents {
  bytes: number;
  keys: number;
  /** The number of keys with at least one counted request. */
  keysUsed: number;
  agents: number;
  queries: number;
  /** The time of the last count or of the last server start; undefined if there was neither. */
  newestMs: number | undefined;
}

/** Checks every page of a copy and counts its contents. Throws a UsageError that names the file `shownAs`. May write to the file. */
export function contentsOf(path: string, shownAs: string): StateContents {
  let database: Database.Database | undefined;
  try {
    database = new Database(path);
    return read(database, path, shownAs);
  } catch (error) {
    if (!codeOf(error).startsWith('SQLITE_') || codeOf(error).startsWith('SQLITE_FULL')) throw error;
    throw damaged(shownAs, error instanceof Error ? error.message : codeOf(error));
  } finally {
    database?.close();
  }
}

function read(database: Database.Database, path: string, shownAs: string): StateContents {
  const single = (query: string): unknown => {
    const row: unknown = database.prepare(query).get();
    return typeof row === 'object' && row !== null ? Object.values(row)[0] : undefined;
  };
  const numberOf = (query: string): number => Number(single(query));
  if (numberOf('PRAGMA application_id') !== applicationId) {
    throw new UsageError({
      zh: `${shownAs} 不是状态的备份；请给出 npm run backup 写的文件`,
      en: `${shownAs} is not a backup of the state; name a file that npm run backup wrote`,
    });
  }
  const version = numberOf('PRAGMA user_version');
  if (version !== schemaVersion) {
    throw new UsageError({
      zh: `${shownAs} 由另一个版本的程序写成（表的版本 ${version}，这里用的是 ${schemaVersion}）；请运行那个版本`,
      en: `${shownAs} was written by another version of this program (its tables have version ${version}; this program knows version ${schemaVersion}); use that version of the program`,
    });
  }
  // A manipulated file could contain a trigger that forges counts or, in place of a table, a view whose query never ends. SQLite would
  // run both when the state is used.
  const foreign = foreignName(database);
  if (foreign !== undefined) {
    throw new UsageError({
      zh: `${shownAs} 中的 ${show(foreign)} 不是状态的一部分；请给出 npm run backup 写的文件`,
      en: `${shownAs} contains ${show(foreign)}, which is not part of a state; name a file that npm run backup wrote`,
    });
  }
  const verdict = single('PRAGMA integrity_check(1)');
  if (verdict !== 'ok') throw damaged(shownAs, String(verdict));
  const newestMs = numberOf(`SELECT max(ms) FROM (
    SELECT max(last_used_ms) AS ms FROM quotas UNION ALL SELECT max(rank) FROM documents
    UNION ALL SELECT CAST(value AS INTEGER) FROM facts WHERE name = 'probed')`);
  return {
    bytes: statSync(path).size,
    keys: numberOf('SELECT count(*) FROM keys'),
    keysUsed: numberOf('SELECT count(*) FROM quotas'),
    agents: numberOf("SELECT count(*) FROM documents WHERE kind = 'agents'"),
    queries: numberOf("SELECT count(*) FROM documents WHERE kind = 'queries'"),
    newestMs: newestMs > 0 ? newestMs : undefined,
  };
}

/** The name of the first table, index, view or trigger that is missing or does not belong to a state; undefined if there is none. */
function foreignName(database: Database.Database): string | undefined {
  const own = new Database(':memory:');
  try {
    own.exec(schema);
    const [expected, found] = [partsOf(own), partsOf(database)];
    return (
      [...found.keys()].find((name) => found.get(name) !== expected.get(name)) ??
      [...expected.keys()].find((name) => !found.has(name))
    );
  } finally {
    own.close();
  }
}

const schemaRow = z.object({ type: z.string(), name: z.string(), tbl_name: z.string(), sql: z.string().nullable() });

/** The schema of a database: the name and definition of each part. */
function partsOf(database: Database.Database): Map<string, string> {
  const rows: unknown[] = database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema').all();
  return new Map(
    rows.map((row) => {
      const { type, name, tbl_name: table, sql } = schemaRow.parse(row);
      return [name, JSON.stringify([type, table, sql])];
    }),
  );
}

const damaged = (shownAs: string, why: string): UsageError =>
  new UsageError({
    zh: `${shownAs} 已损坏（${why}）；请用另一个备份`,
    en: `${shownAs} is damaged (${why}); use another copy`,
  });

export function contentsText({ bytes, keys, keysUsed, agents, queries, newestMs }: StateContents): Bilingual {
  const newest = newestMs === undefined ? undefined : momentText(newestMs);
  return {
    zh: `${sizeText(bytes)}；密钥 ${keys} 个（其中 ${keysUsed} 个用过）、智能体 ${agents} 个、查询 ${queries} 条${newest === undefined ? '' : `；最新的记录是 ${newest} 的`}`,
    en: `${sizeText(bytes)}; ${counted(keys, 'key')} (${keysUsed} used), ${counted(agents, 'agent')}, ${queries === 1 ? '1 query' : `${queries} queries`}${newest === undefined ? '' : `; newest entry from ${newest}`}`,
  };
}

const sizeText = (bytes: number): string =>
  bytes < 1_048_576 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1_048_576).toFixed(1)} MiB`;

/** A moment such as `2026-11-22T04-40-12Z`, for file names: every file system allows these characters. */
export const momentName = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** The temporary path of a file while it is written. It contains the process id, and its ending shows that it is no backup. */
export const partOf = (path: string): string => `${path}.${process.pid}.part`;

/** Waits until a file or folder is on the disk. */
export function sync(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

export const syncFolderOf = (path: string): void => sync(dirname(path));
