// The SQLite file of the state and a process's connection to it: creates, checks and opens the file, and runs transactions.
// SQLite runs on this thread, so it waits in short steps for the lock of another process.
import { closeSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Libsql from 'libsql';
import { makeFolder } from '../../../build/edition/files.ts';
import { StateFileError } from '../store.ts';
import { applicationId, schema, schemaVersion, upgrade } from './schema.ts';

export const databaseFile = 'state.db';

export type Row = Record<string, unknown>;

/** The values of parameters. Buffers are not among them: some shapes of arguments crash the native part of libsql (libsql-js issue 114). */
type Value = string | number | null;

export interface Statement {
  run(...values: readonly Value[]): { changes: number };
  get(...values: readonly Value[]): Row | undefined;
  all(...values: readonly Value[]): Row[];
}

/** How long the thread blocks on another process's lock before it does other work and retries. */
const blockedMs = 5;
/**
 * Attempts to get the lock, a few milliseconds apart: about 150 ms in total, more when this process is busy. Other processes
 * hold it for less than a millisecond, but longer while they create the file.
 */
const attemptsMax = 20;
/** Attempts when the file is opened. They may take longer, because no request waits; several processes may create the file at once. */
const openingAttemptsMax = 100;
const lookEveryMs = 500;

/** Work for the next transaction. */
interface Waiting {
  /** Returns the callback to run after the transaction is committed. */
  run(): () => void;
  refuse(error: unknown): void;
}

export class Database {
  /** Undefined: the database is in memory and is lost when the process ends. */
  readonly #path: string | undefined;
  #database: Libsql.Database | undefined;
  readonly #statements = new Map<string, Statement>();
  #inode = 0;
  #waiting: Waiting[] = [];
  #closings = 0;
  #lookedMs = 0;

  /** Creates the folder if necessary, for this user only. Throws a StateFileError when the folder cannot be created. */
  constructor(folder: string | undefined) {
    this.#path = folder === undefined ? undefined : join(folder, databaseFile);
    if (folder === undefined) return;
    try {
      makeFolder(folder, 0o700);
    } catch (error) {
      throw new StateFileError(
        `the data folder ${folder} cannot be made (${codeOf(error)}); choose another with --data (DATA_DIR)`,
      );
    }
  }

  /** Opens the file if it is not open, and creates missing tables. */
  async open(): Promise<void> {
    if (this.#database !== undefined && this.#isSameFile()) return;
    this.close();
    await this.#patiently(() => {
      this.#database ??= openFile(this.#path);
      if (this.#path !== undefined) this.#inode = statSync(this.#path).ino;
    }, openingAttemptsMax);
  }

  close(): void {
    const database = this.#database;
    this.#closings += 1;
    this.#statements.clear();
    this.#database = undefined;
    if (database === undefined) return;
    try {
      // libsql releases the file only when its statements are garbage-collected, so SQLite's own last checkpoint does not happen.
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // A failed checkpoint loses nothing: the next process that opens the file replays the log.
    }
    database.close();
  }

  /** Returns a prepared statement; each text is prepared once. */
  statement(text: string): Statement {
    let statement = this.#statements.get(text);
    if (statement === undefined) {
      const prepared = this.#opened().prepare(text);
      statement = {
        run: (...values) => ({ changes: prepared.run(values).changes }),
        get: (...values) => {
          const row = prepared.get(values);
          return row === undefined ? undefined : rowOf(row);
        },
        all: (...values) => prepared.all(values).map(rowOf),
      };
      this.#statements.set(text, statement);
    }
    return statement;
  }

  /**
   * Runs synchronous work in a write transaction, all or nothing. When the promise resolves, the data outlives this process.
   * All work of one turn of the event loop shares a transaction, because a transaction costs more than counting a request.
   */
  write<Result>(work: () => Result): Promise<Result> {
    return new Promise((resolve, refuse) => {
      const run = (): (() => void) => {
        const result = work();
        return () => resolve(result);
      };
      this.#waiting.push({ run, refuse });
      if (this.#waiting.length === 1) setImmediate(() => void this.#commit());
    });
  }

  async #commit(): Promise<void> {
    const group = this.#waiting;
    this.#waiting = [];
    try {
      const database = this.#current();
      const answers = await this.#patiently(() => this.#transaction(database, () => group.map(({ run }) => run())));
      for (const answer of answers) answer();
    } catch (error) {
      for (const { refuse } of group) refuse(error);
    }
  }

  #transaction<Result>(database: Libsql.Database, work: () => Result): Result {
    try {
      database.exec('BEGIN IMMEDIATE');
      const result = work();
      database.exec('COMMIT');
      return result;
    } catch (error) {
      rollBack(database);
      this.#closeAfter(error);
      throw error;
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

  /** Runs synchronous work, with retries while another process holds the lock. */
  async #patiently<Result>(work: () => Result, attempts = attemptsMax): Promise<Result> {
    const closings = this.#closings;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return work();
      } catch (error) {
        if (!isBusy(error) || attempt === attempts) throw error;
      }
      await delay(1 + Math.random() * 4);
      // libsql crashes the process on a call to a closed database.
      if (this.#closings !== closings) throw new Error('the database was closed');
    }
  }

  /** Returns the open database. Checks twice a second that its file was not deleted, because the data would be lost with the process. */
  #current(): Libsql.Database {
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

  #opened(): Libsql.Database {
    if (this.#database === undefined) throw new Error('the database was closed, or never opened');
    return this.#database;
  }

  /** Closes the database after a fault of SQLite, so that the next probe checks the file. A full disk and a held lock need no check. */
  #closeAfter(error: unknown): void {
    if (codeOf(error).startsWith('SQLITE_') && !codeOf(error).startsWith('SQLITE_FULL') && !isBusy(error)) this.close();
  }

  #isSameFile(): boolean {
    return this.#path === undefined || statSync(this.#path, { throwIfNoEntry: false })?.ino === this.#inode;
  }
}

/**
 * Opens the file, and creates it and its tables if they do not exist. Without a path, the database is in memory. Throws a
 * StateFileError, or SQLite's error while another process holds the lock.
 */
function openFile(path: string | undefined): Libsql.Database {
  const name = path ?? ':memory:';
  let database: Libsql.Database | undefined;
  try {
    // The file is created with private permissions. SQLite gives its two helper files the same permissions.
    if (path !== undefined) closeSync(openSync(path, 'a', 0o600));
    database = new Libsql(name, { timeout: blockedMs });
    prepare(database, name);
    return database;
  } catch (error) {
    database?.close();
    const code = codeOf(error);
    if (/^SQLITE_(?:NOTADB|CORRUPT)/.test(code)) throw damaged(name);
    if (/^SQLITE_(?:READONLY|CANTOPEN|PERM|AUTH)|^E(?:ACCES|PERM|ROFS|ISDIR|NOTDIR)$/.test(code)) {
      throw new StateFileError(
        `${name} cannot be written (${code}); give this user the right to write, or choose another folder with --data (DATA_DIR)`,
      );
    }
    throw error;
  }
}

function prepare(database: Libsql.Database, path: string): void {
  const first = (query: string): unknown => Object.values(rowOf(database.prepare(query).get()))[0];
  const hasTables = (): boolean => Number(first('SELECT count(*) FROM sqlite_schema')) > 0;
  const version = (): number => Number(first('PRAGMA user_version'));
  // The tables are looked for before the application id is read. Another process that is creating the file commits both together, so
  // tables of this program are never seen without its id.
  const isMade = hasTables();
  const isOurs = Number(first('PRAGMA application_id')) === applicationId;
  if (isOurs && version() > schemaVersion) {
    throw new StateFileError(
      `${path} was written by a newer version of this program (its tables have version ${version()}; this program knows version ${schemaVersion}); start that version`,
    );
  }
  if (!isOurs && isMade)
    throw new StateFileError(`${path} is a database of another program; choose another folder with --data (DATA_DIR)`);
  // These pragmas write to the file, so they run only after it was identified as ours. With WAL, readers do not wait for writers. With
  // NORMAL, committed data outlives the process; after a power failure the last moments may be missing, but the file is intact
  // (https://sqlite.org/pragma.html#pragma_synchronous).
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = NORMAL');
  database.exec('PRAGMA journal_size_limit = 4194304');
  if (first('PRAGMA quick_check(1)') !== 'ok') throw damaged(path);
  if (isMade && version() === schemaVersion) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have created or changed the tables meanwhile.
    if (!hasTables()) database.exec(`${schema}; PRAGMA application_id = ${applicationId}`);
    else if (version() < schemaVersion) database.exec(upgrade);
    database.exec(`PRAGMA user_version = ${schemaVersion}; COMMIT`);
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

const damaged = (path: string): StateFileError =>
  new StateFileError(
    `${path} is damaged. It holds the keys, their usage, and the agents. Restore a backup of it, or move it away and start without this data. Keep the damaged file: sqlite3 may recover data from it with .recover`,
  );

/** The requested columns of a row, without the property that libsql adds. */
const rowOf = (value: unknown): Row => (typeof value === 'object' && value !== null ? { ...value } : {});

/** Does nothing outside of a transaction. */
function rollBack(database: Libsql.Database): void {
  try {
    if (database.inTransaction) database.exec('ROLLBACK');
  } catch {
    // After some faults SQLite has already rolled back; the first error is reported.
  }
}

export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Whether an operation failed because another process holds the lock. */
export const isBusy = (error: unknown): boolean => /^SQLITE_(?:BUSY|LOCKED)/.test(codeOf(error));
