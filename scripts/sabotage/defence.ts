// What a defence is: something that protects the service or its readers, the tests that guard it, and ways to take it away.
import type { Bilingual } from '../../build/messages.ts';

export interface Defence {
  /** Lower-case words joined by hyphens; unique. */
  name: string;
  /** What is done. */
  does: Bilingual;
  /** What somebody gets to see of it: a caller, a reader, or the operator and the authors. */
  seen: Bilingual;
  /** Test files, from the root of the repository. Each removal turns at least one of their tests red. */
  tests: readonly string[];
  removals: readonly Removal[];
}

/** An edit of one source file after which the defence is gone and the program still compiles. */
export interface Removal {
  /** From the root of the repository. */
  file: string;
  /** Occurs exactly once in the file. */
  text: string;
  /** What stands in its place then. */
  without: string;
}
