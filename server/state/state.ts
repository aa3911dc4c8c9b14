// What the server remembers between requests, put together: limits, keys, agents, queries, all over one store. The only place
// with timers.

import { type Plans, plans as usualPlans } from '../access/plans.ts';
import type { Clock } from '../clock.ts';
import { type AgentLimits, AgentStatistics, agentRetentionDays, defaultAgentLimits } from './agents.ts';
import { type Degradation, Guard, type GuardLog } from './guard.ts';
import { KeyRing } from './key-ring.ts';
import { Limiter } from './limiter.ts';
import { QueryStatistics, queryRetentionDays } from './queries.ts';
import type { StateStore } from './store.ts';

export interface State {
  plans: Plans;
  limiter: Limiter;
  keys: KeyRing;
  agents: AgentStatistics;
  /** Undefined when nothing is kept of what is asked. */
  queries: QueryStatistics | undefined;
  store: StateStore;
  /** Undefined when all is well. */
  readonly degradation: Degradation | undefined;
  /**
   * Opens the store, follows its keys and writes what waits from now on. Throws a StateFileError when only the operator can mend
   * what is wrong; a store that is away only for now is taken up later.
   */
  open(): Promise<void>;
  /** Forgets what is older than it is to be kept; by itself every hour. */
  sweep(): Promise<void>;
  /** Writes what waits and closes the store. */
  close(): Promise<void>;
}

export interface StateSettings {
  store: StateStore;
  clock: Clock;
  log: GuardLog;
  plans?: Plans;
  agentLimits?: AgentLimits;
  /** Whether it is kept what is asked. */
  keepsQueries?: boolean;
}

/** Statistics of so much traffic are lost when the process is killed, and a revoked key may go on for so long. */
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
    // A store that is away is no error here; what is left is a bug, which must not end the process.
    const run = (): void => void work().catch((err: unknown) => log.error({ err }, 'a bug in the background'));
    timers.push(setInterval(run, milliseconds).unref());
  };
  const write = (): Promise<unknown> => Promise.all([agents.flush(), queries?.flush()]);
  const sweep = async (): Promise<void> => {
    const before = (days: number): number => clock.now() - days * 86_400_000;
    await guard.use(
      async (kept) => {
        await kept.agents.forgetBefore(before(agentRetentionDays));
        // Also what was kept before it was switched off.
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
