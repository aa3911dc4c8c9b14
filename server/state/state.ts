// All data that outlives a request, in one store: limits, keys, statistics of agents and of queries. One timer reads changed
// keys and writes the statistics.

import { type Plans, plans as usualPlans } from '../access/plans.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../logger.ts';
import { type AgentLimits, AgentStatistics, agentRetentionDays, defaultAgentLimits } from './agents.ts';
import { type Degradation, Guard } from './guard.ts';
import { KeyRing } from './key-ring.ts';
import { Limiter } from './limiter.ts';
import { QueryStatistics, queryRetentionDays } from './queries.ts';
import type { StateStore } from './store.ts';

export interface State {
  plans: Plans;
  limiter: Limiter;
  keys: KeyRing;
  agents: AgentStatistics;
  /** Undefined when queries are not counted. */
  queries: QueryStatistics | undefined;
  store: StateStore;
  /** Undefined when the store is available. */
  readonly degradation: Degradation | undefined;
  /**
   * Opens the store, and starts the timers that read changed keys and write statistics. Throws a StateFileError for a fault that only
   * the operator can correct. A store that is only unavailable raises no error; it is used once it is available.
   */
  open(): Promise<void>;
  /** Deletes statistics that are too old; also runs every hour. */
  sweep(): Promise<void>;
  /** Writes pending statistics and closes the store. */
  close(): Promise<void>;
}

export interface StateSettings {
  store: StateStore;
  clock: Clock;
  log: Log;
  plans?: Plans;
  agentLimits?: AgentLimits;
  /** Whether search queries are counted. */
  keepsQueries?: boolean;
}

/**
 * The interval at which changed keys are read and statistics are written. A killed process loses the statistics of one interval, and a
 * revoked key may still work for one interval.
 */
const exchangeEveryMs = 200;
const sweepEveryMs = 3_600_000;

export function stateOver({
  store,
  clock,
  log,
  plans = usualPlans,
  agentLimits = defaultAgentLimits,
  keepsQueries = true,
}: StateSettings): State {
  const guard = new Guard({ store, clock, log });
  const limiter = new Limiter({ guard, clock, plans });
  const keys = new KeyRing({ guard, clock, log });
  const agents = new AgentStatistics({ guard, clock, limits: agentLimits });
  const queries = keepsQueries ? new QueryStatistics({ guard, clock }) : undefined;
  const timers: NodeJS.Timeout[] = [];
  const every = (milliseconds: number, work: () => Promise<unknown>): void => {
    // An unavailable store raises no error here. Any error is a bug, and it must not end the process.
    const run = (): void => void work().catch((err: unknown) => log.error({ err }, 'a bug in a background task'));
    timers.push(setInterval(run, milliseconds).unref());
  };
  const write = (): Promise<unknown> => Promise.all([agents.flush(), queries?.flush()]);
  const sweep = async (): Promise<void> => {
    const before = (days: number): number => clock.now() - days * 86_400_000;
    await guard.use(
      async (kept) => {
        await kept.agents.forgetBefore(before(agentRetentionDays));
        // Runs even if queries are not counted, because the store may still hold counts from before counting was switched off.
        await kept.queries.forgetBefore(before(queryRetentionDays));
      },
      () => undefined,
    );
  };
  return {
    plans,
    limiter,
    keys,
    agents,
    queries,
    store,
    get degradation() {
      return guard.degradation;
    },
    async open() {
      await guard.open();
      await Promise.all([keys.follow(), queries?.flush()]);
      every(exchangeEveryMs, () => Promise.all([keys.follow(), write()]));
      every(sweepEveryMs, sweep);
    },
    sweep,
    async close() {
      timers.forEach(clearInterval);
      await write();
      await guard.close();
    },
  };
}
