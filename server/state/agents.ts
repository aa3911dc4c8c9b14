// Agents: registered on their first call, with statistics that add up. Bounded, so that invented ids cannot fill the memory:
// beyond a bound a call is served and not registered.
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { RecencyMap } from './recency-map.ts';

/** What a call asked for, as statistics tell it apart. */
export const endpoints = ['search', 'article', 'other'] as const;
export type Endpoint = (typeof endpoints)[number];

export const agentIdPattern = /^[A-Za-z0-9._:@/+-]{1,128}$/;
/** The same in words, for those who sent another. */
export const agentIdAllowed = '1–128 of A–Z, a–z, 0–9 and . _ : @ / + -';

const recentDaysMax = 30;
const count = z.int().min(0);

export const agentRecord = z
  .strictObject({
    agentId: z.string(),
    firstSeenAt: z.string(),
    lastSeenAt: z.string(),
    requests: z
      .strictObject({ total: count, search: count, article: count, other: count, failed: count, rateLimited: count })
      .describe(
        'total = search + article + other, whatever the outcome; calls over the limit are in rateLimited alone.',
      ),
    recentDays: z
      .array(z.strictObject({ date: z.string(), total: count }))
      .describe(`Days in UTC, newest first, at most ${recentDaysMax}.`),
  })
  .meta({ id: 'Agent' });
export type AgentRecord = z.infer<typeof agentRecord>;

export interface AgentLimits {
  /** Agents registered at most. */
  agentsMax: number;
  /** New agents from one address in any minute at most. */
  newPerAddressPerMinute: number;
}

export const defaultAgentLimits: AgentLimits = { agentsMax: 100_000, newPerAddressPerMinute: 20 };

const minuteMs = 60_000;

interface Entry {
  firstSeenMs: number;
  lastSeenMs: number;
  requests: AgentRecord['requests'];
  /** Date → calls, in order of first use. */
  days: Map<string, number>;
}

export class AgentRegistry {
  readonly #clock: Clock;
  readonly #limits: AgentLimits;
  readonly #entries = new Map<string, Entry>();
  /** Address → the moments of its registrations in the last minute. */
  readonly #registrations = new RecencyMap<number[]>();

  constructor(clock: Clock, limits: AgentLimits = defaultAgentLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Counts a call that was let through. */
  countCall(agentId: string, address: string, endpoint: Endpoint): void {
    const entry = this.#entryOf(agentId, address);
    if (entry === undefined) return;
    entry.requests.total += 1;
    entry.requests[endpoint] += 1;
    const date = new Date(entry.lastSeenMs).toISOString().slice(0, 10);
    entry.days.set(date, (entry.days.get(date) ?? 0) + 1);
    for (const day of entry.days.keys()) {
      if (entry.days.size <= recentDaysMax) break;
      entry.days.delete(day);
    }
  }

  /** Counts that a call which was let through ended in an error. */
  countFailure(agentId: string): void {
    const entry = this.#entries.get(agentId);
    if (entry !== undefined) entry.requests.failed += 1;
  }

  /** Counts a call that was over the limit. */
  countRateLimited(agentId: string, address: string): void {
    const entry = this.#entryOf(agentId, address);
    if (entry !== undefined) entry.requests.rateLimited += 1;
  }

  /** The record of an agent; undefined when it is not registered. */
  find(agentId: string): AgentRecord | undefined {
    const entry = this.#entries.get(agentId);
    if (entry === undefined) return undefined;
    return {
      agentId,
      firstSeenAt: new Date(entry.firstSeenMs).toISOString(),
      lastSeenAt: new Date(entry.lastSeenMs).toISOString(),
      requests: { ...entry.requests },
      recentDays: [...entry.days].map(([date, total]) => ({ date, total })).reverse(),
    };
  }

  get size(): number {
    return this.#entries.size;
  }

  #entryOf(agentId: string, address: string): Entry | undefined {
    const now = this.#clock.now();
    const known = this.#entries.get(agentId);
    if (known !== undefined) {
      known.lastSeenMs = Math.max(known.lastSeenMs, now);
      return known;
    }
    if (this.#entries.size >= this.#limits.agentsMax || !this.#mayRegister(address)) return undefined;
    const entry: Entry = {
      firstSeenMs: now,
      lastSeenMs: now,
      requests: { total: 0, search: 0, article: 0, other: 0, failed: 0, rateLimited: 0 },
      days: new Map(),
    };
    this.#entries.set(agentId, entry);
    return entry;
  }

  #mayRegister(address: string): boolean {
    const now = this.#clock.monotonic();
    const isOver = (moments: readonly number[]): boolean => (moments.at(-1) ?? 0) <= now - minuteMs;
    const registrations = this.#registrations;
    for (let { oldest } = registrations; oldest !== undefined && isOver(oldest.value); oldest = registrations.oldest)
      registrations.delete(oldest.key);
    const recent = (this.#registrations.get(address) ?? []).filter((moment) => moment > now - minuteMs);
    if (recent.length >= this.#limits.newPerAddressPerMinute) return false;
    this.#registrations.set(address, [...recent, now]);
    return true;
  }
}
