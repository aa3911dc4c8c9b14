// The way from a worker to the primary process: Node's channel between a process and its parent.
import { plans } from '../access/plans.ts';
import type { Clock } from '../clock.ts';
import { defaultAgentLimits, registrationLimit } from '../state/agents.ts';
import type { MetricsAnswer, MetricsAsk, MetricValues, WindowAnswer } from './messages.ts';
import type { Peers } from './peers.ts';
import { SharedWindow } from './shared-window.ts';

/** The part of `process` that leads to the primary. */
export interface ParentChannel {
  readonly connected: boolean;
  send?(message: object): boolean;
  on(event: 'message', listener: (message: object) => void): unknown;
}

export function peersOver(parent: ParentChannel, { workers, clock }: { workers: number; clock: Clock }): Peers {
  const send = (message: object): boolean => {
    if (!parent.connected || parent.send === undefined) return false;
    // What it returns only says whether it is waiting to be written.
    parent.send(message);
    return true;
  };
  const windows = {
    callers: new SharedWindow({ name: 'callers', window: plans.keyless, workers, clock, send }),
    registrations: new SharedWindow({
      name: 'registrations',
      window: registrationLimit(defaultAgentLimits),
      workers,
      clock,
      send,
    }),
  };
  let readMetrics: (() => Promise<MetricValues>) | undefined;
  const answerMetrics = async ({ number }: MetricsAsk): Promise<void> => {
    const values = (await readMetrics?.()) ?? [];
    send({ kind: 'metrics-answer', number, values } satisfies MetricsAnswer);
  };
  parent.on('message', (given) => {
    const message = given as WindowAnswer | MetricsAsk | { kind: '' };
    if (message.kind === 'window-answer') windows[message.window].answered(message);
    if (message.kind === 'metrics-ask') void answerMetrics(message);
  });
  return {
    workers,
    ...windows,
    onMetricsAsked(read) {
      readMetrics = read;
    },
  };
}
