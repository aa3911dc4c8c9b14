// Which core a process runs on, so that the load does not take time from what it measures.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';

/** Servers have a core to themselves; whatever asks them, and the store, have the other one. */
export const cores = { server: 0, others: 1 } as const;
export type Core = keyof typeof cores;

/** Where a program is found, as a shell would find it. */
export const isOnPath = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, program)));

/** Whether processes can be held on one core each. */
export const canPin = (): boolean => availableParallelism() > 1 && isOnPath('taskset');

/** A command line that keeps to a core, where that can be done. */
export const onCore = (core: Core, command: readonly string[]): string[] =>
  canPin() ? ['taskset', '--cpu-list', String(cores[core]), ...command] : [...command];
