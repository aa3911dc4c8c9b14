// Under which names the examples of an article lie in its folder, and putting them there.
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Example } from '../../build/source/examples.ts';
import { removeWhole } from './removal.ts';

/** The file of an example: what its author calls it, or `example-<n>` with the ending that says what it is. */
export function fileNameOf({ marks, ordinal, language, code }: Example): string {
  return marks.file ?? `example-${ordinal}.${endingOf(language, code)}`;
}

function endingOf(language: string, code: string): string {
  if (language === 'ts') return 'mts';
  // Only what is written as CommonJS is read as such.
  if (language === 'js') return /\brequire\(/.test(code) && !/^\s*(?:import|export)\s/m.test(code) ? 'cjs' : 'mjs';
  return { bash: 'sh', console: 'sh' }[language] ?? language;
}

/** The file that runs: what the compiler makes of a TypeScript file, else the file itself. */
export const runnableNameOf = (name: string): string => name.replace(/\.([mc]?)tsx?$/, '.$1js');

/** Writes the examples that have a name of their own, so that others can use them in any order. */
export async function writeNamedExamples(folder: string, examples: readonly Example[]): Promise<void> {
  for (const { marks, code } of examples) {
    if (marks.file !== undefined) await putFile(folder, marks.file, `${code}\n`);
  }
}

/**
 * Writes a file of an example anew. What ran before may have left anything under its name: a link to somebody's files, which must
 * not be followed, a pipe, on which one would wait for ever, or a folder.
 */
export async function putFile(folder: string, name: string, text: string | Uint8Array): Promise<void> {
  await chmod(folder, 0o700);
  removeWhole(join(folder, name));
  await writeFile(join(folder, name), text, { flag: 'wx' });
}
