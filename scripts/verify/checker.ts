// What a checker is: it knows how to look at examples in some languages. One file each in `checkers/`, listed in `verification.ts`.

import type { Bilingual } from '../../build/edition/vocabulary.ts';
import type { Place } from '../../build/messages.ts';
import type { Example } from '../../build/source/examples.ts';
import type { Confinement } from './confinement/bubblewrap.ts';
import type { Service } from './service.ts';

/** What the examples of one article share while they are looked at. */
export interface Bench {
  /** All examples of the article, in order. */
  examples: readonly Example[];
  /** The only folder that what is executed can write to; files named with `file=` lie in it. */
  folder: string;
  /** Runs programs in that folder, with limits. */
  confinement: Confinement;
  /** Stele, serving the content that is verified; started when first asked for. Calls come from an address of the article's own. */
  service(): Promise<Service>;
  /** Type-checks an example, and puts what the compiler makes of it into the folder; what is wrong with it, or undefined. */
  compiled(example: Example): Promise<Fault | undefined>;
}

export interface Checker {
  /** As `languageOf` names them. */
  languages: readonly string[];
  /**
   * Begins with an article. The examples that are the checker's own are then handed to `look` one after the other, in the order of
   * the text, with those of other checkers between them. What is skipped by its author is not handed over.
   */
  begin(bench: Bench): Looking;
}

export interface Looking {
  /** Never rejects for what an example does. */
  look(example: Example): Promise<Outcome>;
  /** Ends what `look` has started. */
  end?(): Promise<void>;
}

/** What is wrong with an example, in the three parts of a message; `line` counts from 0 within its code. */
export interface Fault {
  found: string | Bilingual;
  expected: string | Bilingual;
  advice: string | Bilingual;
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

export interface Looked {
  example: Example;
  outcome: Outcome;
}
