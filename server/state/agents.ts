// Agents: registered on their first call, with statistics that add up. Bounded, so that invented ids cannot fill memory or disk:
// beyond a bound a call is served, and its agent is not registered.
import type { Clock } from '../clock.ts';
import type { Guard } from './guard.ts';
import { SlidingWindow } from './sliding-window.ts';
import { addCalls, type KeptAgent } from './statistics.ts';
import { type AgentCalls, type AgentRecord, agentRecordOf, dayAt } from './store.ts';
import { WriteBehind } from './write-behind.ts';

/** The kinds of calls that are counted apart. */
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

/** Calls that wait to be written, with the address of the first of them. */
type Waiting = KeptAgent & Pick<NamedCaller, 'address'>;

const noCalls = { search: 0, article: 0, other: 0, failed: 0, rateLimited: 0, days: [] };

export interface AgentStatisticsSettings {
  guard: Guard;
  clock: Clock;
  limits: AgentLimits;
}

export class AgentStatistics {
  readonly #guard: Guard;
  readonly #clock: Clock;
  readonly #agentsMax: number;
  /** Registrations by address, in this process. */
  readonly #registrations: SlidingWindow;
  readonly #waiting = new WriteBehind<Waiting>({
    max: waitingMax,
    perWrite: 100,
    write: (entries) => this.#write(entries),
    merge: (older, newer) => ({ ...addCalls(older, newer), address: (older ?? newer).address }),
  });

  constructor({ guard, clock, limits: { agentsMax, newPerAddressPerMinute } }: AgentStatisticsSettings) {
    this.#guard = guard;
    this.#clock = clock;
    this.#agentsMax = agentsMax;
    this.#registrations = new SlidingWindow({ limit: newPerAddressPerMinute, windowMs: 60_000 }, clock, addressesMax);
  }

  /** Counts a call that was let through. */
  countCall(caller: NamedCaller, endpoint: Endpoint): void {
    this.#count(caller, { [endpoint]: 1, days: [[dayAt(this.#clock.now()), 1]] });
  }

  /** Counts that a call which was let through ended in an error. */
  countFailure(caller: NamedCaller): void {
    this.#count(caller, { failed: 1 });
  }

  /** Counts a call that was over the limit. */
  countRateLimited(caller: NamedCaller): void {
    this.#count(caller, { rateLimited: 1 });
  }

  /**
   * The record of an agent with everything counted until now; undefined when it is not registered. While the state is away,
   * what this process has counted since with the key or, without one, without a key, marked as incomplete.
   */
  async find(agentId: string, keyId?: string): Promise<AgentRecord | undefined> {
    // Writes the calls of all agents, in the order of their first calls.
    await this.flush();
    return await this.#guard.use(
      ({ agents }) => agents.find(agentId),
      () => {
        const waiting = this.#waiting.get(nameOf({ agentId, keyId }));
        return waiting && { ...agentRecordOf(waiting), incomplete: true };
      },
    );
  }

  flush(): Promise<void> {
    return this.#waiting.flush();
  }

  #count({ agentId, keyId = '', address }: NamedCaller, counted: Partial<KeptAgent>): void {
    const now = this.#clock.now();
    const calls = { agentId, keyId, address, firstSeenMs: now, lastSeenMs: now, ...noCalls, ...counted };
    this.#waiting.add(nameOf(calls), calls);
  }

  #write(entries: readonly Waiting[]): Promise<boolean> {
    return this.#guard.use(
      async ({ agents }) => {
        const counted = await agents.registered(entries.map(({ agentId }) => agentId));
        const fresh = this.#mayRegister(entries.filter(({ agentId }) => !counted.has(agentId)));
        const missing = fresh.length === 0 ? 0 : (await agents.count()) + fresh.length - this.#agentsMax;
        const room = missing > 0 ? await agents.forgetBefore(this.#clock.now() - dayMs, missing) : 0;
        for (const agentId of fresh.slice(0, fresh.length - Math.max(0, missing - room))) counted.add(agentId);
        await agents.add(entries.filter(({ agentId }) => counted.has(agentId)));
        return true;
      },
      () => false,
    );
  }

  /** The new agents that their addresses may register. A call that only ended in an error registers none. */
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
