// What became of one example. Every checker answers with one of these; nothing of it depends on the time or the machine.
import type { Bilingual, Place, Wording } from '../../build/messages.ts';

/** What is wrong with an example, in the three parts of a message; `line` counts from 0 within its code. */
export interface Fault {
  found: Wording;
  expected: Wording;
  advice: Wording;
  line?: number;
  /** Where it is when it is not in the code: in a claimed output, say. */
  place?: Place;
  /** What the example printed, for the author to compare. */
  printed?: string;
}

export type Outcome =
  /** It was executed. `printed` is what it wrote to standard output and standard error; undefined when it has no such thing. */
  | { kind: 'ran'; printed?: string }
  /** It was read and found right; nothing was executed. */
  | { kind: 'checked' }
  | { kind: 'failed'; fault: Fault }
  /** Nothing was looked at, for a reason that is the same everywhere. */
  | { kind: 'skipped'; reason: Bilingual }
  /** It could not be looked at on this machine: nothing can be said, and no record is written. */
  | { kind: 'unable'; reason: Bilingual };

export const failed = (fault: Fault): Outcome => ({ kind: 'failed', fault });
