// Creates a bench, the environment in which checkers work, for the text of an article. Running programs needs bubblewrap.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readDraft } from '../../../build/source/draft.ts';
import { type Example, examplesIn } from '../../../build/source/examples.ts';
import type { Bench, Checker, Outcome } from '../../../scripts/verify/checker.ts';
import { bubblewrap, bubblewrapFault } from '../../../scripts/verify/confinement/bubblewrap.ts';
import { type Limits, usualLimits } from '../../../scripts/verify/confinement/limits.ts';
import { isAllHere } from '../../needed.ts';
import { articleText, temporaryFolder } from '../../site.ts';

const notHere = (): never => {
  throw new Error('this bench has no service and no compiler');
};

/** Whether this machine can run programs in bubblewrap. */
export async function canConfine(): Promise<boolean> {
  const fault = await bubblewrapFault();
  return isAllHere(fault === undefined ? undefined : `what runs examples: ${fault.en}`);
}

/** An example as `examplesIn` would return it, without marks and outputs. */
export const exampleOf = (language: string, code: string, ordinal = 1): Example => ({
  ordinal,
  language,
  code,
  place: { line: 1, column: 1 },
  marks: { words: new Set(), reason: undefined, file: undefined },
  reasons: {},
  outputs: [],
});

/** A bench for an article with this Markdown in both languages. */
export async function benchOf(markdown: string, limits: Partial<Limits> = {}): Promise<Bench> {
  const text = articleText({ zh: `## 示例\n\n${markdown}`, en: `## Examples\n\n${markdown}` });
  const draft = readDraft({ kind: 'file', path: 'mcp/examples.md', bytes: new TextEncoder().encode(text) });
  const outside = await temporaryFolder();
  const folder = join(outside, 'article', 'work');
  await mkdir(folder, { recursive: true });
  let printed = 0;
  const places = { folder, printTo: () => join(outside, `printed-${printed++}`), serviceSocket: notHere };
  return {
    examples: examplesIn(draft).examples,
    folder,
    confinement: bubblewrap(places, { limits: { ...usualLimits, ...limits } }),
    service: notHere,
    compiled: notHere,
  };
}

/** A fenced code block with an info string such as `json verify=fails`. */
export const fence = (head: string, ...lines: string[]): string => `\`\`\`\`${head}\n${lines.join('\n')}\n\`\`\`\`\n`;

/** The outcomes of a checker for the examples in its languages, in order. */
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

/** An outcome as a short text: its kind and, for a failure, its line and its English finding. */
export function brief(outcome: Outcome): string {
  if (outcome.kind !== 'failed') return outcome.kind;
  const { found, line } = outcome.fault;
  return `failed${line === undefined ? '' : ` on line ${line}`}: ${typeof found === 'string' ? found : found.en}`;
}
