// The interface of the two stores: SQLite for one machine, Redis for any number of instances. The same tests run against both. A
// method that cannot do its work rejects, and has then done nothing as far as it can tell. Callers pass moments in.
import { z } from 'zod';
import { timestamp } from '../../build/edition/article-schema.ts';
import type { KeyRecord } from '../access/api-keys.ts';
import type { Period, WindowLimit } from '../access/plans.ts';

/** Why the state cannot be kept there, and that waiting will not help. The message is a sentence for the operator. */
export class StateFileError extends Error {
  override name = 'StateFileError';
}

export interface StateStore {
  readonly kind: 'sqlite' | 'redis';
  quotas: QuotaStore;
  /**
   * Decides on one request of a caller without a key, and counts it if there is room; undefined where each process counts by
   * itself.
   */
  admit: ((caller: string, window: WindowLimit) => Promise<WindowAdmission>) | undefined;
  keys: KeyStore;
  agents: AgentStore;
  queries: QueryStore;
  /** Opens what is not open, and proves that writing works. */
  probe(): Promise<void>;
  close(): Promise<void>;
}

// --- what keys have used ---

/** Some requests of one key at once. */
export interface QuotaCharge {
  keyId: string;
  /** The period that the moment lies in, by the clock of the caller. */
  period: Period;
  /** Requests allowed in a period; at least 1. */
  limit: number;
  /** At least 1. */
  requests: number;
  atMs: number;
}

export interface QuotaCount {
  /** How many of the requests are within the limit: from 0 to all of them. Only these were counted. */
  admitted: number;
  /** How many are counted now. */
  used: number;
  /** Begin of the period that they are counted in. */
  periodBeginMs: number;
}

export interface Usage {
  used: number;
  periodBeginMs: number;
  lastUsedMs: number;
}

/**
 * One period is kept per key, and which one it is never goes back by one: when a clock is set back over midnight, the requests
 * of the day that had begun stay counted, and the day does not begin a second time. A kept period that lies further ahead
 * than the next one came from a clock that was wrong: its count is taken over into the period asked for, so that no key is
 * locked out until a far future.
 */
export interface QuotaStore {
  /** Decides and counts, durable when it resolves: a process that is killed afterwards has lost nothing. */
  charge(charge: QuotaCharge): Promise<QuotaCount>;
  /** Counts requests that were let through while the store could not be asked. They may exceed the limit. */
  add(charge: QuotaCharge): Promise<void>;
  /** Key id → usage, for the keys that were used at all. */
  usage(keyIds: readonly string[]): Promise<Map<string, Usage>>;
}

/** In which period a request is counted, and what was used of it already. */
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
  /** Counted in the window that ends now, with this request if it was admitted. */
  used: number;
  /** Milliseconds until the oldest counted request leaves the window; > 0. */
  resetMs: number;
}

// --- keys ---

export interface KeyStore {
  /**
   * The keys that were changed after a version, and the version now. 0 asks for all. The version rises with every change; one
   * below that which was asked for means that the store lost what it had.
   */
  changedAfter(version: number): Promise<{ version: number; records: KeyRecord[] }>;
  findByHash(hash: string): Promise<KeyRecord | undefined>;
  /** Writes a record if what is kept is still `before` (undefined: nothing). Resolves to whether it was. */
  put(record: KeyRecord, before: KeyRecord | undefined): Promise<boolean>;
}

// --- agents ---

const count = z.int().min(0);
/** Days of which an agent's calls are kept. */
export const recentDaysMax = 30;

export const agentRecord = z
  .strictObject({
    agentId: z.string().describe('As the header x-agent-id names it.'),
    firstSeenAt: timestamp.describe('When it first called: ISO 8601, UTC.'),
    lastSeenAt: timestamp.describe('When it last called: ISO 8601, UTC.'),
    requests: z
      .strictObject({
        total: count.describe('Calls that were let through.'),
        search: count.describe('Of these, searches.'),
        article: count.describe('Of these, calls for articles.'),
        other: count.describe('Of these, all others.'),
        failed: count.describe('Calls that were let through and ended in an error.'),
        rateLimited: count.describe('Calls over the limit.'),
      })
      .describe(
        'total = search + article + other, whatever the outcome; calls over the limit are in rateLimited alone.',
      ),
    recentDays: z
      .array(
        z.strictObject({
          date: z.string().meta({ format: 'date', description: 'The day, in UTC.' }),
          total: count.describe('Calls on it that were let through.'),
        }),
      )
      .describe(`Days in UTC, newest first, at most ${recentDaysMax}.`),
    incomplete: z
      .literal(true)
      .optional()
      .describe('Only while the statistics cannot be read: then these are the calls that one process counted since.'),
  })
  .meta({ id: 'Agent' });
export type AgentRecord = z.infer<typeof agentRecord>;

/** Calls of one agent that are not yet in the store, all of them made with the same key or without one. */
export interface AgentCalls {
  agentId: string;
  /** The id of the key; undefined without one. */
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

/** Days since 1970-01-01. */
export const dayAt = (ms: number): number => Math.floor(ms / dayMs);

/** The answer about an agent. `days` begins with the newest. */
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
  /** Which of these are registered. */
  registered(agentIds: readonly string[]): Promise<Set<string>>;
  /**
   * Adds calls, and registers agents that were not. An agent that was registered by calls with a key is counted only with that
   * key: names are free to choose, and other callers must not change its statistics.
   */
  add(calls: readonly AgentCalls[]): Promise<void>;
  find(agentId: string): Promise<AgentRecord | undefined>;
  count(): Promise<number>;
  /** Newest `lastSeenAt` first, then id. */
  list(range: { offset: number; limit: number }): Promise<AgentRecord[]>;
  /** Forgets agents that were last seen before a moment, those not seen for the longest time first; resolves to how many. */
  forgetBefore(ms: number, atMost?: number): Promise<number>;
}

// --- what is asked ---

/** A query that was asked, not yet in the store. */
export interface AskedQuery {
  /** The query as it is compared and shown. */
  text: string;
  asked: number;
  foundNothing: number;
  lastAskedMs: number;
  /** From 0 to 65535: see `queries.ts`. Few per query. */
  callerTags: ReadonlySet<number>;
}

export interface QueryCount {
  text: string;
  asked: number;
  foundNothing: number;
  lastAskedAt: string;
}

/** Until `callersMin` distinct tags have asked a query, only its hash is kept, then its text. No caller is named. */
export interface QueryStore {
  /** A random number, the same for all processes on this store, that tags and hashes are made with. */
  salt(): Promise<string>;
  /** Beyond `queriesMax` those not asked for the longest time are forgotten, those without a text first. */
  add(queries: readonly AskedQuery[], limits: { callersMin: number; queriesMax: number }): Promise<void>;
  /** With a text, most often first. With `foundNothing`, only those that found nothing, by how often they did. */
  list(range: { limit: number; foundNothing: boolean }): Promise<QueryCount[]>;
  forgetBefore(ms: number): Promise<number>;
  /** Forgets all of them. */
  clear(): Promise<void>;
}
