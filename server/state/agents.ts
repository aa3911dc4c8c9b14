// Agents: registered on their first call, with cumulative statistics. Bounded, so that invented ids cannot fill memory or disk:
// beyond a bound a call is still served, but its agent is not registered.
import type { Clock } from '../clock.ts';
import type { Guard } from './guard.ts';
import { SlidingWindow } from './sliding-window.ts';
import { addCalls, type KeptAgent } from './statistics.ts';
import { type AgentCalls, type AgentRecord, agentRecordOf, dayAt } from './store.ts';
import { WriteBehind } from './write-behind.ts';

/** The kinds of calls that have a count of their own. */
export const endpoints = ['search', 'article', 'other'] as const;
export type Endpoint = (typeof endpoints)[number];

export const agentIdPattern = /^[A-Za-z0-9._:@/+-]{1,128}$/;
/** The allowed ids in words, for error messages. */
export const agentIdAllowed = '1–128 of A–Z, a–z, 0–9 and . _ : @ / + -';

export interface AgentLimits {
  /** The maximum number of registered agents. */
  agentsMax: number;
  /** The maximum number of new agents from one address in any minute. */
  newPerAddressPerMinute: number;
}

export const defaultAgentLimits: AgentLimits = { agentsMax: 100_000, newPerAddressPerMinute: 20 };

const dayMs = 86_400_000;

/** An agent without calls for this time is deleted. When too many agents are registered, one day without calls is enough. */
export const agentRetentionDays = 90;

/** The maximum number of agents with unwritten calls; further calls are served but not counted. */
const waitingMax = 10_000;
/** The maximum number of addresses whose registrations are remembered. */
const addressesMax = 20_000;

/** A caller, with the fields that statistics use. */
export interface NamedCaller extends Pick<AgentCalls, 'agentId' | 'keyId'> {
  address: string;
}

/** Unwritten calls, with the address of the first of them. */
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

  /** Counts a call that was admitted. */
  countCall(caller: NamedCaller, endpoint: Endpoint): void {
    this.#count(caller, { [endpoint]: 1, days: [[dayAt(this.#clock.now()), 1]] });
  }

  /** Counts an admitted call that ended in an error. */
  countFailure(caller: NamedCaller): void {
    this.#count(caller, { failed: 1 });
  }

  /** Counts a call over the limit. */
  countRateLimited(caller: NamedCaller): void {
    this.#count(caller, { rateLimited: 1 });
  }

  /**
   * The record of an agent, including calls that are not yet written; undefined when the agent is not registered. While the store is
   * unavailable, the record is marked as incomplete: it has only the unwritten calls that this process has counted with the given key.
   */
  async find(agentId: string, keyId?: string): Promise<AgentRecord | undefined> {
    // Writes the pending calls of all agents, so that agents are registered in the order of their first calls.
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

  /** The agents that may be registered within the bounds of their addresses. Entries that only count failures register no agent. */
  #mayRegister(entries: readonly Waiting[]): string[] {
    const asked = new Map<string, boolean>();
    for (const { agentId, address, search, article, other, rateLimited } of entries) {
      if (asked.has(agentId) || search + article + other + rateLimited === 0) continue;
      asked.set(agentId, this.#registrations.admit(address).admitted);
    }
    return [...asked].flatMap(([agentId, isAdmitted]) => (isAdmitted ? [agentId] : []));
  }
}

/** The ids are joined by a space, which no agent id contains. */
const nameOf = ({ agentId, keyId = '' }: Pick<AgentCalls, 'agentId' | 'keyId'>): string => `${agentId} ${keyId}`;
