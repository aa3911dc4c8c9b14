// What an author writes behind a fence to say how `verify` is to treat an example: `verify=skip "needs a GitHub token"`,
// `verify=run,network`, `file=server.mjs`. Only reads; what the words do is for `verify` to know.
import type { Wording } from '../messages.ts';

/** The words of `verify=`, and what each says. */
export const exampleWords = {
  skip: {
    zh: '不运行；之后的引号里写明原因',
    en: 'is not run; the reason stands behind it in quotation marks',
  },
  run: {
    zh: '不只检查语法，也执行（bash、console）',
    en: 'is executed, not only checked for syntax (bash, console)',
  },
  fails: {
    zh: '应当出错：被拒绝、抛出异常或以非零退出码结束',
    en: 'must fail: be refused, throw, or end with an exit code other than 0',
  },
  network: { zh: '可以访问网络', en: 'may use the network' },
  service: {
    zh: '可以访问 http://127.0.0.1:8080，那里是提供这个内容文件夹的 Stele',
    en: 'may call http://127.0.0.1:8080, where Stele serves this content folder',
  },
} as const satisfies Readonly<Record<string, Wording>>;
export type ExampleWord = keyof typeof exampleWords;

export interface ExampleMarks {
  words: ReadonlySet<ExampleWord>;
  /** Why the example is skipped, in the language of its text. */
  reason: string | undefined;
  /** The name under which the other examples of the article find this one in their folder. */
  file: string | undefined;
}

/** What is wrong with marks: a word that is none, and so on; `no-example` for marks on what is never run. */
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
  /** The part that is wrong, as it was written. */
  given: string;
}

const fileName = /^[a-zA-Z0-9][a-zA-Z0-9_-]*(?:\.[a-zA-Z0-9_-]+)+$/;
const piece = /([^\s="]+)=("[^"]*"|\S*)|"([^"]*)"|\S+/g;

/** Reads what stands behind a fence's language. What is meant for others, such as `{1,3}`, is passed over. */
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
