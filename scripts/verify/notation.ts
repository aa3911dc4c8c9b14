// What checkers of notations share: nothing is executed, code is right or has a fault, and what is marked `fails` must have one.
import type { Wording } from '../../build/messages.ts';
import type { Example } from '../../build/source/examples.ts';
import type { Bench, Checker } from './checker.ts';
import { type Fault, failed, type Outcome } from './outcome.ts';

/** What is wrong with an example; undefined when nothing is. */
export type Judge = (example: Example) => Fault | undefined;

/** A checker that reads; `name` is how its notation is called, and `begin` judges the examples of one article. */
export const notationChecker = (
  languages: readonly string[],
  name: string,
  begin: (bench: Bench) => Judge,
): Checker => ({
  languages,
  begin(bench) {
    const judge = begin(bench);
    return { look: async (example) => outcomeOf(example, name, judge(example)) };
  },
});

/** What becomes of an example that is only read. */
export function outcomeOf(example: Example, name: string, fault: Fault | undefined): Outcome {
  if (!example.marks.words.has('fails')) return fault === undefined ? { kind: 'checked' } : failed(fault);
  return fault === undefined ? failed(rightAllTheSame(name)) : { kind: 'checked' };
}

const rightAllTheSame = (name: string): Fault => ({
  found: { zh: `标有 fails、其实正确的 ${name}`, en: `${name} that is marked fails, but is right` },
  expected: { zh: `有错误的 ${name}`, en: `${name} with a fault` },
  advice: { zh: '去掉 fails，或写出真正有错的例子。', en: 'Remove fails, or show what is really wrong.' },
});

/** The fault of a text that its notation does not allow; `reason` is a phrase. */
export function notationFault(name: string, reason: Wording, line: number): Fault {
  const { zh, en } = typeof reason === 'string' ? { zh: reason, en: reason } : reason;
  return {
    found: { zh: `有错误的 ${name}：${zh}`, en: `${name} with a fault: ${en}` },
    expected: { zh: `可以解析的 ${name}`, en: `${name} that can be parsed` },
    advice: {
      zh: '改正这一行。若示例正是要展示错误，就在围栏上写 verify=fails。',
      en: 'Correct this line. If the example is there to show the fault, mark its fence verify=fails.',
    },
    line,
  };
}

/** The line of an offset, from 0. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split(/\r\n|[\r\n]/).length - 1;
