// The tables of the state, and which version of them a file holds.

/** `user_version` of the file: the version of its tables. */
export const schemaVersion = 2;
/** `application_id` of the file, «Stel» in ASCII. The program refuses databases with tables and another id, so it never changes them. */
export const applicationId = 0x5374656c;

/** Statistics of agents and queries: see `statistics.ts`. */
const documents = `
CREATE TABLE documents (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  rank INTEGER NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX documents_by_rank ON documents (kind, rank DESC, id);
`;

export const schema = `
CREATE TABLE quotas (
  key_id TEXT PRIMARY KEY,
  period_begin_ms INTEGER NOT NULL,
  used INTEGER NOT NULL,
  last_used_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE keys (
  id TEXT PRIMARY KEY,
  version INTEGER NOT NULL UNIQUE,
  record TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE secrets (
  hash TEXT PRIMARY KEY,
  key_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE facts (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
${documents}`;

/** Upgrades a file of version 1, which no release wrote. Its tables of statistics are deleted; keys and their usage stay. */
export const upgrade = `DROP TABLE agents; DROP TABLE queries; ${documents}`;
