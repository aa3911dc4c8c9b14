// The one connection of a process to its database file: opens it when it is not open, and runs transactions.
// SQLite works on this thread, so whatever waits for another process waits a moment at a time.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type Database from 'libsql';
import { codeOf, isBusy, rollBack, type Statement, statementOf } from './driver.ts';
import { databaseFile, makeDataFolder, openDatabase } from './opening.ts';

/**
 * How often the lock of another process is tried for, a few milliseconds apart: for about 150 ms, and longer only when this
 * process is busy itself, which says nothing of the lock. Others hold it for less than a millisecond, and for some while they make
 * the file.
 */
const attemptsMax = 20;
const lookEveryMs = 500;

export class Connection {
  /** Undefined: in memory, gone with the process. */
  readonly #path: string | undefined;
  #database: Database.Database | undefined;
  #statements = new Map<string, Statement>();
  #inode = 0;
  #closings = 0;
  #lookedMs = 0;

  constructor(dataFolder: string | undefined) {
    this.#path = dataFolder === undefined ? undefined : join(dataFolder, databaseFile);
    if (dataFolder !== undefined) makeDataFolder(dataFolder);
  }

  /** Opens the file if it is not open, and makes the tables if there are none. */
  async open(): Promise<void> {
    if (this.#database !== undefined && this.#isSameFile()) return;
    this.close();
    await this.#patiently(() => {
      this.#database ??= openDatabase(this.#path);
      if (this.#path !== undefined) this.#inode = statSync(this.#path).ino;
    });
  }

  close(): void {
    const database = this.#database;
    this.#closings += 1;
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
    return this.#patiently(() => {
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
    });
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

  /** Does synchronous work, again and again while another process holds the lock. */
  async #patiently<Result>(work: () => Result): Promise<Result> {
    const closings = this.#closings;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return work();
      } catch (error) {
        if (!isBusy(error) || attempt === attemptsMax) throw error;
      }
      await delay(1 + Math.random() * 4);
      // libsql ends the whole process over a call to a closed database.
      if (this.#closings !== closings) throw new Error('the database was closed');
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
