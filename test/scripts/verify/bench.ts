// Makes a bench for checkers: from an article's text, in a real folder, with limits, without anything that runs programs.
import { readDraft } from '../../../build/source/draft.ts';
import { type Example, examplesIn } from '../../../build/source/examples.ts';
import type { Bench, Checker } from '../../../scripts/verify/checker.ts';
import { type Limits, usualLimits } from '../../../scripts/verify/confinement/limits.ts';
import type { Outcome } from '../../../scripts/verify/outcome.ts';
import { articleText, temporaryFolder } from '../../site.ts';

const notHere = (): never => {
  throw new Error('this bench runs no programs and no service');
};

/** An example as `examplesIn` finds it. */
export const exampleOf = (language: string, code: string, ordinal = 1): Example => ({
  ordinal,
  language,
  code,
  place: { line: 1, column: 1 },
  marks: { words: new Set(), reason: undefined, file: undefined },
  reasons: {},
  outputs: [],
});

/** A bench of one article that shows the given Markdown in both languages. */
export async function benchOf(markdown: string, limits: Partial<Limits> = {}): Promise<Bench> {
  const text = articleText({ zh: `## 示例\n\n${markdown}`, en: `## Examples\n\n${markdown}` });
  const draft = readDraft({ kind: 'file', path: 'mcp/examples.md', bytes: new TextEncoder().encode(text) });
  return {
    examples: examplesIn(draft).examples,
    folder: await temporaryFolder(),
    confinement: { limits: { ...usualLimits, ...limits }, doubt: undefined, refusal: notHere, run: notHere },
    service: notHere,
    compiled: notHere,
  };
}

/** A fence of code: `json verify=fails`, say, and its lines. */
export const fence = (head: string, ...lines: string[]): string => `\`\`\`\`${head}\n${lines.join('\n')}\n\`\`\`\`\n`;

/** What a checker says of those examples of an article that are its own, in order. */
export async function outcomesOf(checker: Checker, bench: Bench): Promise<Outcome[]> {
  const looking = checker.begin(bench);
  const outcomes: Outcome[] = [];
  try {
    for (const example of bench.examples)
      if (checker.languages.includes(example.language)) outcomes.push(await looking.look(example));
  } finally {
    await looking.end?.();
  }
  return outcomes;
}

/** An outcome as tests compare it: its kind; of a failure what was found, in English, and the line. */
export function brief(outcome: Outcome): string {
  if (outcome.kind !== 'failed') return outcome.kind;
  const { found, line } = outcome.fault;
  return `failed${line === undefined ? '' : ` on line ${line}`}: ${typeof found === 'string' ? found : found.en}`;
}
