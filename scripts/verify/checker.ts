// The interface of a checker, which checks the examples in some languages. Each checker is a file in `checkers/`; `verification.ts`
// lists them.

import type { Bilingual } from '../../build/edition/vocabulary.ts';
import type { Place } from '../../build/messages.ts';
import type { Example } from '../../build/source/examples.ts';
import type { Confinement } from './confinement/bubblewrap.ts';
import type { Service } from './service.ts';

/** The folder, confinement and services that the examples of one article share. */
export interface Bench {
  /** All examples of the article, in order. */
  examples: readonly Example[];
  /** The only folder that executed code can write to; it contains the files named with `file=`. */
  folder: string;
  /** Runs programs in that folder, with limits. */
  confinement: Confinement;
  /** A Stele server with the content under verification; started on first use. Each article calls it from an address of its own. */
  service(): Promise<Service>;
  /** Type-checks an example and writes the compiled program to the folder. Returns the fault; undefined if there is none. */
  compiled(example: Example): Promise<Fault | undefined>;
}

export interface Checker {
  /** The languages whose examples this checker checks, as `languageOf` names them. */
  languages: readonly string[];
  /**
   * Called once for each article, before its first example for this checker. `look` is then called with this checker's examples in the
   * order of the text, one at a time. Other checkers may check their examples in between. Examples marked `skip` are left out.
   */
  begin(bench: Bench): Looking;
}

export interface Looking {
  /** Checks one example. A faulty example gives an outcome and never a rejection. */
  look(example: Example): Promise<Outcome>;
  /** Stops everything that `look` has started. */
  end?(): Promise<void>;
}

/** The fault of an example, in the three parts of a message; `line` counts from 0 within its code. */
export interface Fault {
  found: string | Bilingual;
  expected: string | Bilingual;
  advice: string | Bilingual;
  line?: number;
  /** The place of the fault if it is outside the code, for instance in a claimed output. */
  place?: Place;
  /** The output of the example, for the author to compare. */
  printed?: string;
}

export type Outcome =
  /** The example was executed. `printed` is its standard output and standard error; undefined if its language has no output. */
  | { kind: 'ran'; printed?: string }
  /** The example was parsed and is valid; nothing was executed. */
  | { kind: 'checked' }
  | { kind: 'failed'; fault: Fault }
  /** The example was not checked, for a reason that does not depend on the machine. */
  | { kind: 'skipped'; reason: Bilingual }
  /** The example could not be checked on this machine. No record of its article is written. */
  | { kind: 'unable'; reason: Bilingual };

export const failed = (fault: Fault): Outcome => ({ kind: 'failed', fault });

export interface Looked {
  example: Example;
  outcome: Outcome;
}
