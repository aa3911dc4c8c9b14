// Agents: registered on their first call, with statistics that add up. What is counted waits here for a moment and is written
// together. Bounded, so that invented ids cannot fill memory or disk: beyond a bound a call is served and not registered.
import type { Clock } from '../clock.ts';
import { dayAt, recordOf } from './agent-days.ts';
import { type Guard, StateAway } from './guard.ts';
import { SlidingWindow } from './sliding-window.ts';
import type { AgentCalls, AgentRecord } from './store.ts';

/** What a call asked for, as statistics tell it apart. */
export const endpoints = ['search', 'article', 'other'] as const;
export type Endpoint = (typeof endpoints)[number];

export const agentIdPattern = /^[A-Za-z0-9._:@/+-]{1,128}$/;
/** The same in words, for those who sent another. */
export const agentIdAllowed = '1–128 of A–Z, a–z, 0–9 and . _ : @ / + -';

export interface AgentLimits {
  /** Agents registered at most. */
  agentsMax: number;
  /** New agents from one address in any minute at most. */
  newPerAddressPerMinute: number;
}

export const defaultAgentLimits: AgentLimits = { agentsMax: 100_000, newPerAddressPerMinute: 20 };

/** Agents that were not seen for so long are forgotten. */
export const agentRetentionDays = 90;

/** Agents whose calls wait to be written at most; calls of others are then served and not counted. */
const waitingMax = 10_000;
/** So many agents are asked for and written at once. */
const agentsPerWrite = 250;
/** Addresses that are remembered for their registrations at most. */
const addressesMax = 20_000;

/** A caller as statistics see it. */
export interface NamedCaller extends Pick<AgentCalls, 'agentId' | 'keyId'> {
  address: string;
}

interface Waiting extends AgentCalls {
  /** Where the first of the calls came from. */
  address: string;
  days: Map<number, number>;
}

export interface AgentStatisticsSettings {
  guard: Guard;
  clock: Clock;
  limits: AgentLimits;
}

export class AgentStatistics {
  readonly #guard: Guard;
  readonly #clock: Clock;
  readonly #limits: AgentLimits;
  /** Those of each address, in this process. */
  readonly #registrations: SlidingWindow;
  #waiting = new Map<string, Waiting>();
  #writing: Promise<void> = Promise.resolve();

  constructor({ guard, clock, limits }: AgentStatisticsSettings) {
    this.#guard = guard;
    this.#clock = clock;
    this.#limits = limits;
    const perMinute = { limit: limits.newPerAddressPerMinute, windowMs: 60_000 };
    this.#registrations = new SlidingWindow(perMinute, clock, addressesMax);
  }

  /** Counts a call that was let through. */
  countCall(caller: NamedCaller, endpoint: Endpoint): void {
    const entry = this.#entryOf(caller);
    if (entry === undefined) return;
    entry[endpoint] += 1;
    const day = dayAt(entry.lastSeenMs);
    entry.days.set(day, (entry.days.get(day) ?? 0) + 1);
  }

  /** Counts that a call which was let through ended in an error. */
  countFailure(caller: NamedCaller): void {
    const entry = this.#entryOf(caller);
    if (entry !== undefined) entry.failed += 1;
  }

  /** Counts a call that was over the limit. */
  countRateLimited(caller: NamedCaller): void {
    const entry = this.#entryOf(caller);
    if (entry !== undefined) entry.rateLimited += 1;
  }

  /**
   * The record of an agent with everything counted until now; undefined when it is not registered. While the store is away,
   * what this process has counted since with the key or, without one, without a key, marked as incomplete.
   */
  async find(agentId: string, keyId?: string): Promise<AgentRecord | undefined> {
    // All of them: who came first is registered first.
    await this.flush();
    try {
      return await this.#guard.use(({ agents }) => agents.find(agentId));
    } catch (error) {
      if (!(error instanceof StateAway)) throw error;
      const waiting = this.#waiting.get(nameOf({ agentId, keyId }));
      return waiting && { ...recordOf({ ...waiting, days: [...waiting.days].reverse() }), incomplete: true };
    }
  }

  /** Writes what is waiting. What cannot be written goes on waiting. */
  flush(): Promise<void> {
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#writeWaiting());
    return this.#writing;
  }

  /** Forgets agents that were not seen for long. */
  async sweep(): Promise<void> {
    const before = this.#clock.now() - agentRetentionDays * 86_400_000;
    await this.#guard.use(({ agents }) => agents.forgetBefore(before));
  }

  async #writeWaiting(): Promise<void> {
    const entries = [...this.#waiting.values()];
    this.#waiting = new Map();
    for (let begin = 0; begin < entries.length; begin += agentsPerWrite) {
      // The thread is left to requests between two parts.
      if (begin > 0) await new Promise((resolve) => setImmediate(resolve));
      try {
        await this.#write(entries.slice(begin, begin + agentsPerWrite));
      } catch (error) {
        for (const entry of entries.slice(begin)) this.#putBack(entry);
        if (!(error instanceof StateAway)) throw error;
        return;
      }
    }
  }

  async #write(entries: readonly Waiting[]): Promise<void> {
    const { agentsMax } = this.#limits;
    const ids = entries.map(({ agentId }) => agentId);
    const registered = await this.#guard.use(({ agents }) => agents.registered(ids));
    const mayRegister = this.#mayRegister(entries.filter(({ agentId }) => !registered.has(agentId)));
    const counted = entries.filter(({ agentId }) => registered.has(agentId) || mayRegister.has(agentId));
    if (counted.length > 0) await this.#guard.use(({ agents }) => agents.add(counted, { agentsMax }));
  }

  /** Those of the new agents that are registered. An error that ended a call registers nobody. */
  #mayRegister(entries: readonly Waiting[]): Set<string> {
    const asked = new Map<string, boolean>();
    for (const { agentId, address, search, article, other, rateLimited } of entries) {
      if (asked.has(agentId) || search + article + other + rateLimited === 0) continue;
      asked.set(agentId, this.#registrations.admit(address).admitted);
    }
    return new Set([...asked].flatMap(([agentId, isAdmitted]) => (isAdmitted ? [agentId] : [])));
  }

  #entryOf({ agentId, keyId, address }: NamedCaller): Waiting | undefined {
    const now = this.#clock.now();
    const known = this.#waiting.get(nameOf({ agentId, keyId }));
    if (known !== undefined) {
      known.lastSeenMs = Math.max(known.lastSeenMs, now);
      return known;
    }
    if (this.#waiting.size >= waitingMax) return undefined;
    const counts = { search: 0, article: 0, other: 0, failed: 0, rateLimited: 0 };
    const entry = { agentId, keyId, address, firstSeenMs: now, lastSeenMs: now, ...counts, days: new Map() };
    this.#waiting.set(nameOf(entry), entry);
    return entry;
  }

  #putBack(entry: Waiting): void {
    const newer = this.#waiting.get(nameOf(entry));
    if (newer === undefined) {
      if (this.#waiting.size < waitingMax) this.#waiting.set(nameOf(entry), entry);
      return;
    }
    newer.firstSeenMs = entry.firstSeenMs;
    for (const name of ['search', 'article', 'other', 'failed', 'rateLimited'] as const) newer[name] += entry[name];
    for (const [day, calls] of entry.days) newer.days.set(day, (newer.days.get(day) ?? 0) + calls);
  }
}

/** No agent id has a space in it. */
const nameOf = ({ agentId, keyId = '' }: Pick<AgentCalls, 'agentId' | 'keyId'>): string => `${agentId} ${keyId}`;
