// Looks at all examples of one article, in the order of its text, each with the checker for its language; then at what it claims
// they print.
import { mkdir } from 'node:fs/promises';
import type { Bilingual } from '../../build/edition/vocabulary.ts';
import type { Place } from '../../build/messages.ts';
import type { Example, StrayOutput } from '../../build/source/examples.ts';
import { type Bench, type Checker, type Fault, failed, type Looking, type Outcome } from './checker.ts';
import { checkers } from './checkers/table.ts';
import { claimFault } from './claims.ts';
import { writeNamedExamples } from './example-files.ts';

export interface Looked {
  example: Example;
  outcome: Outcome;
}

/** Never rejects for what an example does. The outcomes are in the order of the examples. */
export async function lookAtArticle(bench: Bench): Promise<Looked[]> {
  await mkdir(bench.folder, { recursive: true });
  await writeNamedExamples(bench.folder, bench.examples);
  const begun = new Map<Checker, Looking>();
  const looked: Looked[] = [];
  try {
    for (const example of bench.examples) {
      const checker = checkers.find(({ languages }) => languages.includes(example.language));
      const outcome = skippedByAuthor(example) ?? (await lookWith(checker, example, { begun, bench }));
      looked.push({ example, outcome: withClaims(example, outcome) });
    }
  } finally {
    for (const looking of begun.values()) await looking.end?.();
  }
  return looked;
}

async function lookWith(
  checker: Checker | undefined,
  example: Example,
  { begun, bench }: { begun: Map<Checker, Looking>; bench: Bench },
): Promise<Outcome> {
  if (checker === undefined) return { kind: 'skipped', reason: withoutChecker(example.language) };
  const looking = begun.get(checker) ?? checker.begin(bench);
  begun.set(checker, looking);
  return looking.look(example);
}

function skippedByAuthor({ marks, reasons }: Example): Outcome | undefined {
  if (!marks.words.has('skip')) return undefined;
  const reason = marks.reason ?? '';
  return { kind: 'skipped', reason: { zh: reasons.zh ?? reason, en: reasons.en ?? reason } };
}

const withoutChecker = (language: string): Bilingual => ({
  zh: `没有运行 ${language} 的检查器`,
  en: `there is no checker for ${language}`,
});

/** The outcome once the claimed outputs are compared with what was printed. */
function withClaims({ outputs }: Example, outcome: Outcome): Outcome {
  const [first] = outputs;
  if (first === undefined) return outcome;
  if (outcome.kind === 'checked') return failed({ ...claimOfUnrun, place: first.place });
  if (outcome.kind !== 'ran') return outcome;
  if (outcome.printed === undefined) return failed({ ...claimOfSession, place: first.place });
  for (const { text, place } of outputs) {
    const fault = claimFault(text, outcome.printed);
    if (fault === undefined) continue;
    return failed({ ...fault, place: lineOf(place, (fault.line ?? 0) + 1) });
  }
  return outcome;
}

/** The fence itself is line 0. */
const lineOf = ({ line, column }: Place, lines: number): Place => ({ line: line + lines, column });

const claimOfUnrun: Fault = {
  found: { zh: '没有运行的示例的输出', en: 'the output of an example that was not run' },
  expected: { zh: '运行得到的输出', en: 'an output that comes of a run' },
  advice: {
    zh: '给前面的示例标上 verify=run，或标上 verify=skip "原因"；不是程序输出的内容用 text。',
    en: 'Mark the example before it verify=run, or verify=skip "reason"; what no program printed goes into a text fence.',
  },
};

const claimOfSession: Fault = {
  found: { zh: 'console 示例之后的 output 块', en: 'an output behind a console example' },
  expected: { zh: '写在 console 块之内的输出', en: 'the output within the console fence' },
  advice: { zh: '把输出移到它的命令下面。', en: 'Move the output below its command.' },
};

/** What is wrong with an output that no example stands before. */
export const strayOutputFault = ({ place }: StrayOutput): Fault => ({
  found: { zh: '前面没有示例的 output 块', en: 'an output without an example before it' },
  expected: { zh: '跟在示例之后的输出', en: 'an output that follows its example' },
  advice: {
    zh: '把它移到打印它的示例之后；不是程序输出的内容用 text。',
    en: 'Move it behind the example that prints it; what no program printed goes into a text fence.',
  },
  place,
});
