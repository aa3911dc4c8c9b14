// The interface of a checker, which judges examples in some languages. One file each in `checkers/`, listed in `verification.ts`.

import type { Bilingual } from '../../build/edition/vocabulary.ts';
import type { Place } from '../../build/messages.ts';
import type { Example } from '../../build/source/examples.ts';
import type { Confinement } from './confinement/bubblewrap.ts';
import type { Service } from './service.ts';

/** The environment that the examples of one article share. */
export interface Bench {
  /** All examples of the article, in order. */
  examples: readonly Example[];
  /** The only folder that executed code can write to; it contains the files named with `file=`. */
  folder: string;
  /** Runs programs in that folder, with limits. */
  confinement: Confinement;
  /** Stele, serving the content under verification; started on first use. Calls come from an address of the article's own. */
  service(): Promise<Service>;
  /** Type-checks an example and writes the compiled program to the folder; the fault, or undefined. */
  compiled(example: Example): Promise<Fault | undefined>;
}

export interface Checker {
  /** As `languageOf` names them. */
  languages: readonly string[];
  /**
   * Called once for each article, before its first example for this checker. Afterwards `look` gets this checker's examples,
   * one at a time, in the order of the text. Other checkers get theirs in between. Examples that the author skips are left out.
   */
  begin(bench: Bench): Looking;
}

export interface Looking {
  /** Never rejects because of an example. */
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
  /** Its place when outside the code, for instance in a claimed output. */
  place?: Place;
  /** The output of the example, for the author to compare. */
  printed?: string;
}

export type Outcome =
  /** It was executed. `printed` is its standard output and standard error; undefined without any. */
  | { kind: 'ran'; printed?: string }
  /** It was parsed and is valid; nothing was executed. */
  | { kind: 'checked' }
  | { kind: 'failed'; fault: Fault }
  /** It was not checked, for a reason independent of the machine. */
  | { kind: 'skipped'; reason: Bilingual }
  /** It could not be checked on this machine: no record is written. */
  | { kind: 'unable'; reason: Bilingual };

export const failed = (fault: Fault): Outcome => ({ kind: 'failed', fault });

export interface Looked {
  example: Example;
  outcome: Outcome;
}
