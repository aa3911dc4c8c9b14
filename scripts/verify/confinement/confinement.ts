// Where examples are executed: a process of its own that can write to one folder, has limits, and no network unless the author
// says so. Which means the machine offers is found out once; what is asked for is the same with all of them.
import type { Bilingual } from '../../../build/messages.ts';
import type { Limit, Limits } from './limits.ts';

export interface Program {
  name: 'node' | 'bash';
  arguments: readonly string[];
  /** `service` is Stele at its usual address, and nothing else. */
  network: 'none' | 'service' | 'any';
  limits?: Partial<Limits>;
}

export interface Ended {
  /** Null when a signal ended it. */
  exitCode: number | null;
  /** Standard output and standard error in the order in which they were written. */
  printed: string;
  passed: Limit | undefined;
  /** Why it was not let do what it needs, when that is for this machine alone. */
  refused?: Bilingual;
}

export interface Confinement {
  /** Why a program cannot be run here; undefined when it can. */
  refusal(program: Program): Bilingual | undefined;
  run(program: Program): Promise<Ended>;
  /** Why what fails in it need not be wrong, for it refuses what another one grants; undefined when a failure is one. */
  doubt: Bilingual | undefined;
  limits: Limits;
}
