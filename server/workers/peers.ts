// What a process needs that serves on one port together with others: what they count together, and who reads their metrics.
import type { WindowStore } from '../state/store.ts';
import type { MetricValues } from './messages.ts';

export interface Peers {
  /** How many processes serve, this one among them. */
  workers: number;
  /** Requests of callers without a key, over all processes. */
  callers: WindowStore;
  /** Agents that register, over all processes. */
  registrations: WindowStore;
  /** Has the metrics of this process read with those of the others. */
  onMetricsAsked(read: () => Promise<MetricValues>): void;
}
