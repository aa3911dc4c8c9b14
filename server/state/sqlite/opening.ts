// Opens the database file of the state: makes its tables, looks whether it is whole and ours, and says which faults are for the
// operator.
import { closeSync, openSync } from 'node:fs';
import Database from 'libsql';
import { makeFolder } from '../../../build/edition/make-folder.ts';
import { codeOf, rollBack, rowOf } from './driver.ts';
import { addKeysOfAgents, applicationId, schema, schemaVersion } from './schema.ts';

/** Why the file cannot be used, and that waiting will not help. The message is a sentence for the operator. */
export class StateFileError extends Error {
  override name = 'StateFileError';
}

export const databaseFile = 'state.db';

/** How long a thread is blocked for another process's lock; after that it lets other work go on, and comes back. */
const blockedMs = 5;

/**
 * Makes the file, and tables in it, where there are none; without a path in memory. Throws a StateFileError, or what SQLite says
 * while another process holds the lock.
 */
export function openDatabase(path: string | undefined): Database.Database {
  const name = path ?? ':memory:';
  let database: Database.Database | undefined;
  try {
    // Not readable by others from its first moment on. SQLite gives its two helper files the same permissions.
    if (path !== undefined) closeSync(openSync(path, 'a', 0o600));
    database = new Database(name, { timeout: blockedMs });
    prepare(database, name);
    return database;
  } catch (error) {
    database?.close();
    throw explained(error, name);
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
  if (tables === 0 || !hasKeysOfAgents(database)) makeOrUpgradeTables(database);
}

const hasKeysOfAgents = (database: Database.Database): boolean =>
  database.prepare("SELECT 1 FROM pragma_table_info('agents') WHERE name = 'key_id'").get() !== undefined;

function makeOrUpgradeTables(database: Database.Database): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have made them meanwhile.
    const tables = Number(rowOf(database.prepare('SELECT count(*) AS tables FROM sqlite_schema').get()).tables);
    if (tables === 0)
      database.exec(`${schema}; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}`);
    else if (!hasKeysOfAgents(database)) database.exec(addKeysOfAgents);
    database.exec('COMMIT');
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

/** Only for this user. Throws a StateFileError. */
export function makeDataFolder(folder: string): void {
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
