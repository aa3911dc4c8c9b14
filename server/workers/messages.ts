// What a worker and the primary process ask each other while requests are served. Both are this program on this machine, so
// what arrives is not judged again.
import type { MetricObjectWithValues, MetricValue } from 'prom-client';

/** What is counted over all workers together: requests of callers without a key, and agents that register. */
export type WindowName = 'callers' | 'registrations';

/** From a worker. */
export interface WindowAsk {
  kind: 'window-ask';
  number: number;
  window: WindowName;
  asked: readonly (readonly [caller: string, requests: number])[];
}

/** From the primary; one admission for each that was asked for. */
export interface WindowAnswer {
  kind: 'window-answer';
  number: number;
  window: WindowName;
  admissions: readonly (readonly [admitted: number, used: number, resetMs: number])[];
}

/** From the primary. */
export interface MetricsAsk {
  kind: 'metrics-ask';
  number: number;
}

export type MetricValues = MetricObjectWithValues<MetricValue<string>>[];

/** From a worker. */
export interface MetricsAnswer {
  kind: 'metrics-answer';
  number: number;
  values: MetricValues;
}
