// Agents: registered on their first call, with statistics that add up. Bounded, so that invented ids cannot fill memory or disk:
// beyond a bound a call is served, and its agent is not registered.
import type { Clock } from '../clock.ts';
import { type Guard, StateAway } from './guard.ts';
import { SlidingWindow } from './sliding-window.ts';
import { type AgentCalls, type AgentRecord, agentRecordOf, dayAt } from './store.ts';
import { WriteBehind } from './write-behind.ts';

/** What a call asked for, as statistics tell it apart. */
export const endpoints = ['search', 'article', 'other'] as const;
export type Endpoint = (typeof endpoints)[number];

export const agentIdPattern = /^[A-Za-z0-9._:@/+-]{1,128}$/;
/** The same in words, for callers that sent another. */
export const agentIdAllowed = '1–128 of A–Z, a–z, 0–9 and . _ : @ / + -';

export interface AgentLimits {
  /** Agents registered at most. */
  agentsMax: number;
  /** New agents from one address in any minute at most. */
  newPerAddressPerMinute: number;
}

export const defaultAgentLimits: AgentLimits = { agentsMax: 100_000, newPerAddressPerMinute: 20 };

const dayMs = 86_400_000;

/** Agents that were not seen for so long are forgotten; when there are too many, one day is enough. */
export const agentRetentionDays = 90;

/** Agents whose calls wait to be written at most; calls of others are then served and not counted. */
const waitingMax = 10_000;
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

const counters = ['search', 'article', 'other', 'failed', 'rateLimited'] as const;

export interface AgentStatisticsSettings {
  guard: Guard;
  clock: Clock;
  limits: AgentLimits;
}

export class AgentStatistics {
  readonly #guard: Guard;
  readonly #clock: Clock;
  readonly #agentsMax: number;
  /** Those of each address, in this process. */
  readonly #registrations: SlidingWindow;
  readonly #waiting = new WriteBehind<Waiting>({
    max: waitingMax,
    perWrite: 250,
    write: (entries) => this.#write(entries),
    merge(newer, older) {
      newer.firstSeenMs = older.firstSeenMs;
      for (const name of counters) newer[name] += older[name];
      for (const [day, calls] of older.days) newer.days.set(day, (newer.days.get(day) ?? 0) + calls);
    },
  });

  constructor({ guard, clock, limits: { agentsMax, newPerAddressPerMinute } }: AgentStatisticsSettings) {
    this.#guard = guard;
    this.#clock = clock;
    this.#agentsMax = agentsMax;
    this.#registrations = new SlidingWindow({ limit: newPerAddressPerMinute, windowMs: 60_000 }, clock, addressesMax);
  }

  /** Counts a call that was let through. */
  countCall(caller: NamedCaller, endpoint: Endpoint): void {
    const entry = this.#count(caller, endpoint);
    if (entry === undefined) return;
    const day = dayAt(entry.lastSeenMs);
    entry.days.set(day, (entry.days.get(day) ?? 0) + 1);
  }

  /** Counts that a call which was let through ended in an error. */
  countFailure(caller: NamedCaller): void {
    this.#count(caller, 'failed');
  }

  /** Counts a call that was over the limit. */
  countRateLimited(caller: NamedCaller): void {
    this.#count(caller, 'rateLimited');
  }

  /**
   * The record of an agent with everything counted until now; undefined when it is not registered. While the state is away,
   * what this process has counted since with the key or, without one, without a key, marked as incomplete.
   */
  async find(agentId: string, keyId?: string): Promise<AgentRecord | undefined> {
    // All of them: the first to come is registered first.
    await this.flush();
    try {
      return await this.#guard.use(({ agents }) => agents.find(agentId));
    } catch (error) {
      if (!(error instanceof StateAway)) throw error;
      const waiting = this.#waiting.get(nameOf({ agentId, keyId }));
      return waiting && { ...agentRecordOf({ ...waiting, days: [...waiting.days].reverse() }), incomplete: true };
    }
  }

  flush(): Promise<void> {
    return this.#waiting.flush();
  }

  /** Forgets agents that were not seen for long. */
  async sweep(): Promise<void> {
    const before = this.#clock.now() - agentRetentionDays * dayMs;
    await this.#guard.use(({ agents }) => agents.forgetBefore(before));
  }

  #count({ agentId, keyId, address }: NamedCaller, counter: (typeof counters)[number]): Waiting | undefined {
    const now = this.#clock.now();
    const entry = this.#waiting.entryOf(nameOf({ agentId, keyId }), () => {
      const counts = { search: 0, article: 0, other: 0, failed: 0, rateLimited: 0 };
      return { agentId, keyId, address, firstSeenMs: now, lastSeenMs: now, ...counts, days: new Map() };
    });
    if (entry === undefined) return undefined;
    entry[counter] += 1;
    entry.lastSeenMs = Math.max(entry.lastSeenMs, now);
    return entry;
  }

  #write(entries: readonly Waiting[]): Promise<void> {
    return this.#guard.use(async ({ agents }) => {
      const counted = await agents.registered(entries.map(({ agentId }) => agentId));
      const fresh = this.#mayRegister(entries.filter(({ agentId }) => !counted.has(agentId)));
      const missing = fresh.length === 0 ? 0 : (await agents.count()) + fresh.length - this.#agentsMax;
      const room = missing > 0 ? await agents.forgetBefore(this.#clock.now() - dayMs, missing) : 0;
      for (const agentId of fresh.slice(0, fresh.length - Math.max(0, missing - room))) counted.add(agentId);
      await agents.add(entries.filter(({ agentId }) => counted.has(agentId)));
    });
  }

  /** Those of the new agents that their address may register. An error that ended a call registers none. */
  #mayRegister(entries: readonly Waiting[]): string[] {
    const asked = new Map<string, boolean>();
    for (const { agentId, address, search, article, other, rateLimited } of entries) {
      if (asked.has(agentId) || search + article + other + rateLimited === 0) continue;
      asked.set(agentId, this.#registrations.admit(address).admitted);
    }
    return [...asked].flatMap(([agentId, isAdmitted]) => (isAdmitted ? [agentId] : []));
  }
}

/** No agent id has a space in it. */
const nameOf = ({ agentId, keyId = '' }: Pick<AgentCalls, 'agentId' | 'keyId'>): string => `${agentId} ${keyId}`;
