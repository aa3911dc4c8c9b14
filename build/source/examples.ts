// The examples of an article: the code that it shows, once for both languages, with the marks of its author and the output
// that it claims. Knows nothing of how code is run.
import type { Code } from 'mdast';
import type { Language } from '../edition/vocabulary.ts';
import type { Place } from '../messages.ts';
import type { Draft } from './draft.ts';
import { type ExampleMarks, type MarkFault, marksOf } from './example-marks.ts';
import { placeOf } from './outline.ts';
import { languageOf, proseLanguages } from './parity/code-lines.ts';
import { fencePairs } from './parity/fences.ts';
import { parityOf } from './parity/sections.ts';

/** What an article says an example prints. */
export interface ClaimedOutput {
  language: Language;
  text: string;
  place: Place;
}

export interface Example {
  /** Its number within the article, from 1. */
  ordinal: number;
  /** What its fence says it is, under one name: `js` for `javascript`; never empty. */
  language: string;
  /** As the English text has it; the Chinese one differs in comments at most. */
  code: string;
  /** The fence in the English text. */
  place: Place;
  marks: ExampleMarks;
  /** Why the author skips it, in the languages that say so. */
  reasons: { [Name in Language]?: string };
  /** The fences marked `output` that follow it, in either language. */
  outputs: ClaimedOutput[];
}

/** A fence marked `output` without an example before it. */
export interface StrayOutput {
  place: Place;
}

export interface Examples {
  examples: Example[];
  strayOutputs: StrayOutput[];
}

/** Words, pictures and records of what was seen; there is nothing in them to run. */
const isExample = (language: string): boolean => !proseLanguages.has(language) || language === 'console';

/** The examples of an article, in the order of the text. Marks that cannot be read count as none; a rule says so. */
export function examplesIn(draft: Pick<Draft, 'outline' | 'text'>): Examples {
  const parity = parityOf(draft);
  const found: Examples = { examples: [], strayOutputs: [] };
  if (parity === undefined) return found;
  for (const { zh, en } of fencePairs(parity)) {
    const code = en?.code ?? zh?.code;
    if (code === undefined) continue;
    const language = languageOf(code);
    if (language === 'output') addOutputs(found, { zh: zh?.code, en: en?.code });
    else if (isExample(language)) {
      found.examples.push({
        ordinal: found.examples.length + 1,
        language,
        code: code.value,
        place: placeOf(code),
        marks: readableMarks(code),
        reasons: { ...reasonOf('zh', zh?.code), ...reasonOf('en', en?.code) },
        outputs: [],
      });
    }
  }
  return found;
}

function addOutputs(found: Examples, codes: { [Name in Language]: Code | undefined }): void {
  const example = found.examples.at(-1);
  for (const [language, code] of [['en', codes.en] as const, ['zh', codes.zh] as const]) {
    if (code === undefined) continue;
    if (example === undefined) found.strayOutputs.push({ place: placeOf(code) });
    else example.outputs.push({ language, text: code.value, place: placeOf(code) });
  }
}

export const isFault = (marks: ExampleMarks | MarkFault): marks is MarkFault => 'fault' in marks;

/** The marks of a fence; `verify=` on words, pictures or records of what was seen is a fault. */
export function fenceMarks(code: Code): ExampleMarks | MarkFault {
  const marks = marksOf(code.meta);
  if (isFault(marks) || marks.words.size === 0 || isExample(languageOf(code))) return marks;
  return { fault: 'no-example', given: `verify=${[...marks.words].join(',')}` };
}

function readableMarks(code: Code): ExampleMarks {
  const marks = fenceMarks(code);
  return isFault(marks) ? { words: new Set(), reason: undefined, file: undefined } : marks;
}

function reasonOf(language: Language, code: Code | undefined): Example['reasons'] {
  const reason = code && readableMarks(code).reason;
  return reason === undefined ? {} : { [language]: reason };
}
