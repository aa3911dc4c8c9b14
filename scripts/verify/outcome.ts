// What became of one example. Every checker answers with one of these; nothing of it depends on the time or the machine.
import { type Bilingual, inLocale, type Place, type Wording } from '../../build/messages.ts';

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
  /**
   * It was executed. `printed` is what it wrote to standard output and standard error; undefined when it has no such thing.
   * `doubt` says why it need not be wrong when that is not what was expected.
   */
  | { kind: 'ran'; printed?: string; doubt?: Bilingual }
  /** It was read and found right; nothing was executed. */
  | { kind: 'checked' }
  | { kind: 'failed'; fault: Fault }
  /** Nothing was looked at, for a reason that is the same everywhere. */
  | { kind: 'skipped'; reason: Bilingual }
  /** It could not be looked at on this machine: nothing can be said, and no record is written. */
  | { kind: 'unable'; reason: Bilingual };

export const failed = (fault: Fault): Outcome => ({ kind: 'failed', fault });

/** What is said of an example that did not do what it should where that proves nothing. */
export const doubted = (doubt: Bilingual, { found }: Fault): Outcome => ({
  kind: 'unable',
  reason: {
    zh: `${inLocale(found, 'zh')}；这也可能只是因为${doubt.zh}`,
    en: `${inLocale(found, 'en')}; perhaps for this alone: ${doubt.en}`,
  },
});
