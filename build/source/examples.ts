// The examples of an article: its code blocks, once for both languages, with the author's marks and the claimed outputs. This
// module does not run code.

import type { Code } from 'mdast';
import type { Bilingual, Language } from '../edition/vocabulary.ts';
import type { Place } from '../messages.ts';
import { languageOf, proseLanguages } from './code.ts';
import type { Draft } from './draft.ts';
import { placeOf } from './markdown.ts';
import { type CodePair, codePairs } from './parity.ts';

/** An output that the article claims for an example. */
export interface ClaimedOutput {
  language: Language;
  text: string;
  place: Place;
}

export interface Example {
  /** The number of the example within the article, from 1. */
  ordinal: number;
  /** The normalised language of the fence, such as `js` for `javascript`. Never empty. */
  language: string;
  /** The code of the English text. The Chinese code differs in its comments at most. */
  code: string;
  /** The place of the fence in the English text. */
  place: Place;
  marks: ExampleMarks;
  /** The author's reason to skip the example, in each language that states one. */
  reasons: { [Name in Language]?: string };
  /** The `output` fences that follow the example, in either language. */
  outputs: ClaimedOutput[];
}

/** An `output` fence without an example before it. */
export interface StrayOutput {
  place: Place;
}

export interface Examples {
  examples: Example[];
  strayOutputs: StrayOutput[];
}

/**
 * How `stele verify` treats an example. `run` executes it. `check` only parses it; some HTTP messages are also sent. Undefined
 * means that the example is skipped.
 */
export function treatmentOf({
  language,
  marks: { words },
}: Pick<Example, 'language' | 'marks'>): 'run' | 'check' | undefined {
  if (words.has('skip')) return undefined;
  if (['js', 'ts', 'sql'].includes(language)) return 'run';
  if (['bash', 'console'].includes(language)) return words.has('run') ? 'run' : 'check';
  return ['http', 'json', 'jsonc', 'yaml'].includes(language) ? 'check' : undefined;
}

export const treatmentOfCode = (code: Code): 'run' | 'check' | undefined =>
  treatmentOf({ language: languageOf(code), marks: readableMarks(code) });

/** False for blocks of prose, diagrams and logs, which contain nothing to run. */
const isExample = (language: string): boolean => !proseLanguages.has(language) || language === 'console';

/** The examples of an article, in the order of the text. Faulty marks are ignored here; a rule reports them. */
export function examplesIn(draft: Pick<Draft, 'outline'>): Examples {
  const found: Examples = { examples: [], strayOutputs: [] };
  for (const { zh, en } of codePairs(draft)) {
    const code = en ?? zh;
    if (code === undefined) continue;
    const language = languageOf(code);
    if (language === 'output') addOutputs(found, { zh, en });
    else if (isExample(language)) {
      found.examples.push({
        ordinal: found.examples.length + 1,
        language,
        code: code.value,
        place: placeOf(code),
        marks: readableMarks(code),
        reasons: { ...reasonOf('zh', zh), ...reasonOf('en', en) },
        outputs: [],
      });
    }
  }
  return found;
}

function addOutputs(found: Examples, codes: CodePair): void {
  const example = found.examples.at(-1);
  for (const [language, code] of [['en', codes.en] as const, ['zh', codes.zh] as const]) {
    if (code === undefined) continue;
    if (example === undefined) found.strayOutputs.push({ place: placeOf(code) });
    else example.outputs.push({ language, text: code.value, place: placeOf(code) });
  }
}

export const isFault = (marks: ExampleMarks | MarkFault): marks is MarkFault => 'fault' in marks;

/** The marks of a fence. `verify=` on a block of prose, a diagram or a log is a fault. */
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

// Authors control `stele verify` by marks after the language of a fence: `verify=skip "needs a GitHub token"`,
// `verify=run,network`, `file=server.mjs`. The code below only parses the marks.

/** The words that `verify=` accepts, with their meaning. */
export const exampleWords = {
  skip: {
    zh: '示例不运行；之后的引号里写明原因',
    en: 'the example is not run; the reason follows in quotation marks',
  },
  run: {
    zh: '示例不只检查语法，也执行（bash、console）',
    en: 'the example is executed, not only checked for syntax (bash, console)',
  },
  fails: {
    zh: '示例应当出错：被拒绝、抛出异常或以非零退出码结束',
    en: 'the example must fail: be refused, throw, or end with an exit code other than 0',
  },
  network: { zh: '示例可以访问网络', en: 'the example may use the network' },
  service: {
    zh: '示例可以访问 http://127.0.0.1:8080，那里是提供这个内容文件夹的 Stele',
    en: 'the example may call http://127.0.0.1:8080, where Stele serves this content folder',
  },
} as const satisfies Readonly<Record<string, string | Bilingual>>;
export type ExampleWord = keyof typeof exampleWords;

export interface ExampleMarks {
  words: ReadonlySet<ExampleWord>;
  /** The reason for skipping, in the language of the surrounding text. */
  reason: string | undefined;
  /** The value of `file=`. The code is stored under this file name in the folder where the other examples of the article run. */
  file: string | undefined;
}

/** A fault of the marks, such as an unknown word. `no-example` means that the fence is of a kind that is never run. */
export interface MarkFault {
  fault:
    | 'unknown-word'
    | 'no-word'
    | 'no-reason'
    | 'reason-without-skip'
    | 'skip-and-more'
    | 'file-name'
    | 'twice'
    | 'no-example';
  /** The faulty part as the author wrote it. */
  given: string;
}

const fileName = /^[a-zA-Z0-9][a-zA-Z0-9_-]*(?:\.[a-zA-Z0-9_-]+)+$/;
const piece = /([^\s="]+)=("[^"]*"|\S*)|"([^"]*)"|\S+/g;

/** Parses the text after the language of a fence. Marks for other tools, such as `{1,3}`, are ignored. */
export function marksOf(meta: string | null | undefined): ExampleMarks | MarkFault {
  let given: string[] | undefined;
  let reason: string | undefined;
  let file: string | undefined;
  let previous = '';
  for (const [whole, name, value = '', quoted] of (meta ?? '').matchAll(piece)) {
    if (name === 'verify') {
      if (given !== undefined) return { fault: 'twice', given: whole };
      given = value.replaceAll('"', '').split(',');
    } else if (name === 'file') {
      if (file !== undefined) return { fault: 'twice', given: whole };
      file = value.replaceAll('"', '');
      if (!fileName.test(file)) return { fault: 'file-name', given: whole };
    } else if (quoted !== undefined && previous === 'verify') {
      reason = quoted.trim();
    }
    previous = name ?? '';
  }
  return wordsOf(given, reason) ?? { words: new Set(given?.filter(isWord)), reason, file };
}

function wordsOf(given: readonly string[] | undefined, reason: string | undefined): MarkFault | undefined {
  if (given === undefined) return undefined;
  const whole = `verify=${given.join(',')}`;
  if (given.includes('')) return { fault: 'no-word', given: whole };
  if (new Set(given).size < given.length) return { fault: 'twice', given: whole };
  const unknown = given.find((word) => !isWord(word));
  if (unknown !== undefined) return { fault: 'unknown-word', given: unknown };
  if (!given.includes('skip'))
    return reason === undefined ? undefined : { fault: 'reason-without-skip', given: reason };
  if (given.length > 1) return { fault: 'skip-and-more', given: whole };
  return reason === undefined || reason === '' ? { fault: 'no-reason', given: whole } : undefined;
}

const isWord = (word: string): word is ExampleWord => Object.hasOwn(exampleWords, word);
