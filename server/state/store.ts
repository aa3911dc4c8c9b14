// The interface of the two stores: SQLite for one machine, Redis for any number of instances. The same tests run against both. A
// failed method rejects and, as far as it can tell, has changed nothing. Methods that need the time get it as a parameter.
import { z } from 'zod';
import { timestamp } from '../../build/edition/article-schema.ts';
import type { KeyRecord } from '../access/api-keys.ts';
import type { Period, WindowLimit } from '../access/plans.ts';

/** The state cannot be stored, and only the operator can correct this. The message is a sentence for the operator. */
export class StateFileError extends Error {
  override name = 'StateFileError';
}

export interface StateStore {
  readonly kind: 'sqlite' | 'redis';
  quotas: QuotaStore;
  /**
   * Decides on one request of a caller without a key, and counts it if it is admitted. Undefined for SQLite, where each process counts
   * in memory.
   */
  admit: ((caller: string, window: WindowLimit) => Promise<WindowAdmission>) | undefined;
  keys: KeyStore;
  agents: AgentStore;
  queries: QueryStore;
  /** Opens the store if necessary, and proves that writing works. */
  probe(): Promise<void>;
  close(): Promise<void>;
}

// --- usage of keys ---

/** Requests of one key that are counted in one call. */
export interface QuotaCharge {
  keyId: string;
  /** The period that contains `atMs`. */
  period: Period;
  /** Requests allowed in a period; at least 1. */
  limit: number;
  /** The number of requests; at least 1. */
  requests: number;
  atMs: number;
}

export interface QuotaCount {
  /** How many of the requests are within the limit: from 0 to all of them. Only these are counted. */
  admitted: number;
  /** The count of the period after this call. */
  used: number;
  /** The start of the period in which the requests are counted. */
  periodBeginMs: number;
}

export interface Usage {
  used: number;
  periodBeginMs: number;
  lastUsedMs: number;
}

/**
 * The store keeps the count of one period per key. When a clock is set back over midnight, requests still count in the
 * new day, so that the new day does not start twice. A stored period further ahead than the next one came from a wrong
 * clock. Its count then moves to the requested period, so that no key is locked out until the far future.
 */
export interface QuotaStore {
  /** Decides on requests, and counts the admitted ones. Once the promise resolves, the count survives a crash of the process. */
  charge(charge: QuotaCharge): Promise<QuotaCount>;
  /** Adds requests that were admitted while the store was unavailable. They may exceed the limit. */
  add(charge: QuotaCharge): Promise<void>;
  /** Key id → usage, for keys that have been used. */
  usage(keyIds: readonly string[]): Promise<Map<string, Usage>>;
}

/** The period that a request is counted in, and its usage so far. */
export function countedIn(
  { beginMs, endMs }: Period,
  kept: Pick<Usage, 'used' | 'periodBeginMs'> | undefined,
): { used: number; beginMs: number } {
  if (kept === undefined || kept.periodBeginMs < beginMs) return { used: 0, beginMs };
  return { used: kept.used, beginMs: kept.periodBeginMs > endMs ? beginMs : kept.periodBeginMs };
}

// --- callers without a key ---

export interface WindowAdmission {
  admitted: boolean;
  /** The count in the window that ends now, including this request if it was admitted. */
  used: number;
  /** Milliseconds until the oldest counted request leaves the window; > 0. */
  resetMs: number;
}

// --- keys ---

export interface KeyStore {
  /**
   * Returns the keys that were changed after `version` (0: all keys), and the current version. Every change raises the version. If the
   * current version is lower than the requested one, the store has lost its data.
   */
  changedAfter(version: number): Promise<{ version: number; records: KeyRecord[] }>;
  findByHash(hash: string): Promise<KeyRecord | undefined>;
  /** Writes a record if the stored one still equals `before` (undefined: none stored). Resolves to whether it was written. */
  put(record: KeyRecord, before: KeyRecord | undefined): Promise<boolean>;
}

// --- agents ---

const count = z.int().min(0);
/** The number of days for which an agent's calls are kept. */
export const recentDaysMax = 30;

export const agentRecord = z
  .strictObject({
    agentId: z.string().describe('The name in the header x-agent-id.'),
    firstSeenAt: timestamp.describe('When the agent first called: ISO 8601, UTC.'),
    lastSeenAt: timestamp.describe('When the agent last called: ISO 8601, UTC.'),
    requests: z
      .strictObject({
        total: count.describe('Calls that were admitted.'),
        search: count.describe('Searches that were admitted.'),
        article: count.describe('Calls for articles that were admitted.'),
        other: count.describe('Calls of any other kind that were admitted.'),
        failed: count.describe('Calls that were admitted and ended in an error.'),
        rateLimited: count.describe('Calls over the limit.'),
      })
      .describe(
        'total = search + article + other, whatever the outcome; calls over the limit are counted only in rateLimited.',
      ),
    recentDays: z
      .array(
        z.strictObject({
          date: z.string().meta({ format: 'date', description: 'The day, in UTC.' }),
          total: count.describe('Calls on that day that were admitted.'),
        }),
      )
      .describe(`Days in UTC, newest first, at most ${recentDaysMax}.`),
    incomplete: z
      .literal(true)
      .optional()
      .describe(
        'Present only while the statistics cannot be read. The counts are then those of one process since that moment.',
      ),
  })
  .meta({ id: 'Agent' });
export type AgentRecord = z.infer<typeof agentRecord>;

/** Calls of one agent that are not yet in the store, all with the same key or all without one. */
export interface AgentCalls {
  agentId: string;
  /** The id of the key; undefined for calls without a key. */
  keyId?: string | undefined;
  firstSeenMs: number;
  lastSeenMs: number;
  search: number;
  article: number;
  other: number;
  failed: number;
  rateLimited: number;
  /** Days since 1970-01-01, and the calls on them that were let through. */
  days: Iterable<readonly [day: number, calls: number]>;
}

const dayMs = 86_400_000;

/** The day of a time, as the number of days since 1970-01-01 in UTC. */
export const dayAt = (ms: number): number => Math.floor(ms / dayMs);

/** Makes the record of an agent for answers. `days` must be ordered newest first. */
export function agentRecordOf(agent: AgentCalls): AgentRecord {
  const { agentId, firstSeenMs, lastSeenMs, search, article, other, failed, rateLimited, days } = agent;
  return {
    agentId,
    firstSeenAt: new Date(firstSeenMs).toISOString(),
    lastSeenAt: new Date(lastSeenMs).toISOString(),
    requests: { total: search + article + other, search, article, other, failed, rateLimited },
    recentDays: Array.from(days, ([day, total]) => ({ date: new Date(day * dayMs).toISOString().slice(0, 10), total })),
  };
}

export interface AgentStore {
  /** Returns those of the given agents that are registered. */
  registered(agentIds: readonly string[]): Promise<Set<string>>;
  /**
   * Adds calls, and registers new agents. An agent registered with a key is counted only with that
   * key: ids can be chosen freely, and other callers must not change its statistics.
   */
  add(calls: readonly AgentCalls[]): Promise<void>;
  find(agentId: string): Promise<AgentRecord | undefined>;
  count(): Promise<number>;
  /** Lists agents, the newest `lastSeenAt` first, then by id. */
  list(range: { offset: number; limit: number }): Promise<AgentRecord[]>;
  /** Deletes agents last seen before a time, least recently seen first; resolves to their number. */
  forgetBefore(ms: number, atMost?: number): Promise<number>;
}

// --- queries ---

/** The counts of a query that are not yet in the store. */
export interface AskedQuery {
  /** The query in the form that is compared and shown. */
  text: string;
  asked: number;
  foundNothing: number;
  lastAskedMs: number;
  /** Tags of the callers, from 0 to 65535 (see `queries.ts`). Only as many are collected as are needed to show the text. */
  callerTags: ReadonlySet<number>;
}

export interface QueryCount {
  text: string;
  asked: number;
  foundNothing: number;
  lastAskedAt: string;
}

/**
 * Keeps only the hash of a query until callers with `callersMin` distinct tags have sent it, and then its text. A tag is a hash of the
 * caller's address, too short to identify anyone (see `queries.ts`). The tags are deleted when the text is stored.
 */
export interface QueryStore {
  /** A random salt for tags and hashes, shared by all processes on this store. */
  salt(): Promise<string>;
  /** Adds counts. Beyond `queriesMax` queries the least recent ones are deleted, those without a text first. */
  add(queries: readonly AskedQuery[], limits: { callersMin: number; queriesMax: number }): Promise<void>;
  /** Queries with a text, most frequent first. With `foundNothing`, only queries that had no results, by how often this happened. */
  list(range: { limit: number; foundNothing: boolean }): Promise<QueryCount[]>;
  forgetBefore(ms: number): Promise<number>;
  /** Deletes all queries. */
  clear(): Promise<void>;
}
