// The tables of the state, and which version of them a file holds.

/** `user_version` of the file. Raised with every change of the tables, together with a step below. */
export const schemaVersion = 1;
/** `application_id` of the file, «Stel» in ASCII: a database of another program is never written to. */
export const applicationId = 0x5374656c;

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

CREATE TABLE agents (
  number INTEGER PRIMARY KEY,
  id_hash INTEGER NOT NULL,
  agent_id TEXT NOT NULL,
  first_seen_ms INTEGER NOT NULL,
  last_seen_ms INTEGER NOT NULL,
  search INTEGER NOT NULL,
  article INTEGER NOT NULL,
  other INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  rate_limited INTEGER NOT NULL,
  days TEXT NOT NULL,
  key_id TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX agents_by_hash ON agents (id_hash);
CREATE INDEX agents_by_last_call ON agents (last_seen_ms DESC);
CREATE INDEX agents_with_one_call ON agents (last_seen_ms) WHERE search + article + other + rate_limited <= 1;

CREATE TABLE queries (
  hash TEXT PRIMARY KEY,
  text TEXT,
  asked INTEGER NOT NULL,
  found_nothing INTEGER NOT NULL,
  last_asked_ms INTEGER NOT NULL,
  caller_tags TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX queries_by_last_asked ON queries (text IS NOT NULL, last_asked_ms);

CREATE TABLE facts (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;

/**
 * Adds what files of earlier versions lack. The version stays, because earlier programs go on working with the file. Their tags of
 * those who asked a query stand for addresses and for names of agents, without a difference, so they are dropped.
 */
export const addKeysOfAgents = `
ALTER TABLE agents ADD COLUMN key_id TEXT NOT NULL DEFAULT '';
UPDATE queries SET caller_tags = '' WHERE text IS NULL;
`;
