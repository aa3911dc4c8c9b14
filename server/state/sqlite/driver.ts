// libsql, with what is peculiar to it in one place: its rows, its arguments, its errors.
import type Database from 'libsql';

export type Row = Record<string, unknown>;

export interface Statement {
  run(...values: readonly Value[]): { changes: number };
  get(...values: readonly Value[]): Row | undefined;
  all(...values: readonly Value[]): Row[];
}
/** No buffers: some shapes of arguments end the whole process in the native part of libsql (libsql-js issue 114). */
export type Value = string | number | null;

export function statementOf(prepared: Database.Statement<unknown[]>): Statement {
  return {
    run: (...values) => ({ changes: prepared.run(values).changes }),
    get: (...values) => {
      const row = prepared.get(values);
      return row === undefined ? undefined : rowOf(row);
    },
    all: (...values) => prepared.all(values).map(rowOf),
  };
}

/** Only what the query asked for: libsql adds a property of its own. */
export function rowOf(value: unknown): Row {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Does nothing outside of a transaction. */
export function rollBack(database: Database.Database): void {
  try {
    if (database.inTransaction) database.exec('ROLLBACK');
  } catch {
    // SQLite rolls back by itself after some faults; the first one is the one to tell.
  }
}

export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Another process holds the lock. */
export const isBusy = (error: unknown): boolean => /^SQLITE_(?:BUSY|LOCKED)/.test(codeOf(error));
