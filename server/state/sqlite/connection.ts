// The one connection of a process to its database file: opens it, runs transactions, and says which faults are for the operator.
// SQLite works on this thread, so whatever waits for another process waits a moment at a time.
import { closeSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'libsql';
import { makeFolder } from '../../../build/edition/make-folder.ts';
import { applicationId, schema, schemaVersion } from './schema.ts';

/** Why the file cannot be used, and that waiting will not help. The message is a sentence for the operator. */
export class StateFileError extends Error {
  override name = 'StateFileError';
}

export type Row = Record<string, unknown>;

export interface Statement {
  run(...values: readonly Value[]): { changes: number };
  get(...values: readonly Value[]): Row | undefined;
  all(...values: readonly Value[]): Row[];
}
/** No buffers: some shapes of arguments end the whole process in the native part of libsql (libsql-js issue 114). */
export type Value = string | number | null;

export const databaseFile = 'state.db';

/** How long this thread is blocked for another process's lock; after that it lets other work go on, and comes back. */
const blockedMs = 5;
/**
 * How often a transaction tries for that lock, a few milliseconds apart: for about 150 ms, and longer only when this process is
 * busy itself, which says nothing of the lock. Others hold it for less than a millisecond.
 */
const attemptsMax = 20;
const lookEveryMs = 500;

export class Connection {
  /** Undefined: in memory, gone with the process. */
  readonly #path: string | undefined;
  #database: Database.Database | undefined;
  #statements = new Map<string, Statement>();
  #inode = 0;
  #lookedMs = 0;

  constructor(dataFolder: string | undefined) {
    this.#path = dataFolder === undefined ? undefined : join(dataFolder, databaseFile);
    if (dataFolder !== undefined) mkdirPrivate(dataFolder);
  }

  /** Opens the file if it is not open, and makes the tables if there are none. */
  open(): void {
    if (this.#database !== undefined && this.#isSameFile()) return;
    this.close();
    const name = this.#path ?? ':memory:';
    let database: Database.Database | undefined;
    try {
      // Not readable by others from its first moment on. SQLite gives its two helper files the same permissions.
      if (this.#path !== undefined) closeSync(openSync(this.#path, 'a', 0o600));
      database = new Database(name, { timeout: blockedMs });
      prepare(database, name);
      if (this.#path !== undefined) this.#inode = statSync(this.#path).ino;
    } catch (error) {
      database?.close();
      throw explained(error, name);
    }
    this.#database = database;
  }

  close(): void {
    const database = this.#database;
    this.#statements.clear();
    this.#database = undefined;
    if (database === undefined) return;
    try {
      // libsql lets go of the file only when its statements are collected, so SQLite's own last checkpoint does not come.
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // What stays in the log is read by whoever opens the file next.
    }
    database.close();
  }

  /** A statement, prepared once. */
  statement(text: string): Statement {
    const known = this.#statements.get(text);
    if (known !== undefined) return known;
    const made = statementOf(this.#opened().prepare(text));
    this.#statements.set(text, made);
    return made;
  }

  /**
   * Runs synchronous work as one transaction that writes: all of it is kept, or nothing. Resolved means that it outlives this
   * process.
   */
  async write<Result>(work: () => Result): Promise<Result> {
    const database = this.#current();
    for (let attempt = 1; ; attempt += 1) {
      // It may have been closed while this waited, and libsql ends the whole process over a call to a closed database.
      if (this.#database !== database) throw new Error('the database was closed');
      try {
        database.exec('BEGIN IMMEDIATE');
        const result = work();
        database.exec('COMMIT');
        return result;
      } catch (error) {
        rollBack(database);
        if (!isBusy(error)) this.#closeAfter(error);
        if (!isBusy(error) || attempt === attemptsMax) throw error;
      }
      await delay(1 + Math.random() * 4);
    }
  }

  /** Runs work that only reads. */
  async read<Result>(work: () => Result): Promise<Result> {
    try {
      this.#current();
      return work();
    } catch (error) {
      this.#closeAfter(error);
      throw error;
    }
  }

  /** Looks now and then whether the file is still there: without it, everything would be written where nobody finds it. */
  #current(): Database.Database {
    const now = performance.now();
    if (now - this.#lookedMs > lookEveryMs) {
      this.#lookedMs = now;
      if (!this.#isSameFile()) {
        this.close();
        throw Object.assign(new Error('the file of the state was removed or replaced'), { code: 'STATE_FILE_GONE' });
      }
    }
    return this.#opened();
  }

  #opened(): Database.Database {
    if (this.#database === undefined) throw new Error('the database is not open');
    return this.#database;
  }

  /** After most faults the file has to be looked at again from its beginning; a full disk is none of them. */
  #closeAfter(error: unknown): void {
    if (codeOf(error).startsWith('SQLITE_') && !codeOf(error).startsWith('SQLITE_FULL') && !isBusy(error)) this.close();
  }

  #isSameFile(): boolean {
    return this.#path === undefined || statSync(this.#path, { throwIfNoEntry: false })?.ino === this.#inode;
  }
}

function prepare(database: Database.Database, path: string): void {
  const numberOf = (pragma: string): number => Number(Object.values(rowOf(database.prepare(pragma).get()))[0]);
  // Tables first: another process may make them at this moment, and they come together with the marks of whose they are.
  const tables = numberOf('SELECT count(*) FROM sqlite_schema');
  const owner = numberOf('PRAGMA application_id');
  const version = numberOf('PRAGMA user_version');
  if (owner === applicationId && version > schemaVersion) {
    throw new StateFileError(
      `${path} was written by a newer version of this program (tables ${version}, known ${schemaVersion}); start that one`,
    );
  }
  if (owner !== applicationId && tables > 0)
    throw new StateFileError(`${path} is a database of another program; choose another folder with --data (DATA_DIR)`);
  // Now that it is ours, for this writes to it. WAL: readers do not wait for writers. NORMAL: what is committed outlives the process;
  // when the power fails, the last moments may be missing, and the file is whole (https://sqlite.org/pragma.html#pragma_synchronous).
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = NORMAL');
  database.exec('PRAGMA journal_size_limit = 4194304');
  const check = Object.values(rowOf(database.prepare('PRAGMA quick_check(1)').get()))[0];
  if (check !== 'ok') throw new StateFileError(damaged(path));
  if (tables === 0) makeTables(database);
}

function makeTables(database: Database.Database): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have made them meanwhile.
    const tables = Number(rowOf(database.prepare('SELECT count(*) AS tables FROM sqlite_schema').get()).tables);
    if (tables === 0)
      database.exec(`${schema}; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}`);
    database.exec('COMMIT');
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

function rollBack(database: Database.Database): void {
  try {
    if (database.inTransaction) database.exec('ROLLBACK');
  } catch {
    // SQLite rolls back by itself after some faults; the first one is the one to tell.
  }
}

function mkdirPrivate(folder: string): void {
  try {
    makeFolder(folder, 0o700);
  } catch (error) {
    throw new StateFileError(
      `the data folder ${folder} cannot be made (${codeOf(error)}); choose another with --data (DATA_DIR)`,
    );
  }
}

/** A fault that only the operator can mend, as a sentence; any other as it is. */
function explained(error: unknown, path: string): unknown {
  const code = codeOf(error);
  if (/^SQLITE_(?:NOTADB|CORRUPT)/.test(code)) return new StateFileError(damaged(path));
  if (/^SQLITE_(?:READONLY|CANTOPEN|PERM|AUTH)|^E(?:ACCES|PERM|ROFS|ISDIR|NOTDIR)$/.test(code)) {
    return new StateFileError(
      `${path} cannot be written (${code}); give this user the right to, or choose another folder with --data (DATA_DIR)`,
    );
  }
  return error;
}

const damaged = (path: string): string =>
  `${path} is damaged. It holds the keys, what they have used, and the agents. Put a copy of it back; or move it away, start anew without them, and keep it for a rescue with sqlite3 and .recover`;

export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

const isBusy = (error: unknown): boolean => /^SQLITE_(?:BUSY|LOCKED)/.test(codeOf(error));

function statementOf(prepared: Database.Statement<unknown[]>): Statement {
  return {
    run: (...values) => ({ changes: prepared.run(values).changes }),
    get: (...values) => {
      const row = prepared.get(values);
      return row === undefined ? undefined : rowOf(row);
    },
    all: (...values) => prepared.all(values).map(rowOf),
  };
}

function rowOf(value: unknown): Row {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
