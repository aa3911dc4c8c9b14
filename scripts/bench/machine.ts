// The machine that something is measured on.
import { availableParallelism, cpus, loadavg } from 'node:os';
import type { Machine } from './report.ts';

/** `pinned`: whether servers and load have a core each. */
export const describeMachine = (pinned: boolean): Machine => ({
  at: new Date().toISOString(),
  node: process.versions.node,
  processors: `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}`,
  loadBefore: loadavg()[0] ?? 0,
  pinned,
});
