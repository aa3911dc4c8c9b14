// Under which names the examples of an article lie in its folder, putting them there, and removing what they leave behind.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { show } from '../../build/messages.ts';
import type { Example } from '../../build/source/examples.ts';
import type { Fault } from './checker.ts';

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

/**
 * What is wrong with the name of a program; undefined when nothing is. A compiler cannot take one language for the other, and of
 * two programs of one name it knows only one: where nothing is compiled, a later version may take the place of an earlier one.
 */
export function nameFault(example: Example, examples: readonly Example[]): Fault | undefined {
  const name = fileNameOf(example);
  const endings = example.language === 'ts' ? ['.ts', '.mts', '.cts', '.tsx'] : ['.js', '.mjs', '.cjs'];
  if (!endings.some((ending) => name.endsWith(ending)) || /\.d\.[mc]?ts$/.test(name)) {
    return {
      found: {
        zh: `${example.language} 示例的文件名 ${show(name)}`,
        en: `the file ${show(name)} for ${example.language}`,
      },
      expected: { zh: `扩展名是 ${endings.join('、')} 之一`, en: `a name that ends with one of ${endings.join(', ')}` },
      advice: {
        zh: '改正 file=，或标明代码的语言。只有类型声明的文件标上 verify=skip "原因"。',
        en: 'Correct file= or the language of the fence. Skip a file of declarations alone with verify=skip "reason".',
      },
    };
  }
  const isCompiled = (other: Example): boolean => example.language === 'ts' || other.language === 'ts';
  const other = examples.find(
    (one) =>
      one.ordinal !== example.ordinal &&
      ['js', 'ts'].includes(one.language) &&
      !one.marks.words.has('skip') &&
      isCompiled(one) &&
      runnableNameOf(fileNameOf(one)).toLowerCase() === runnableNameOf(name).toLowerCase(),
  );
  return (
    other && {
      found: {
        zh: `文件 ${show(name)}，第 ${other.ordinal} 个代码块编译后也是这个文件`,
        en: `the file ${show(name)}, which code block ${other.ordinal} is compiled to as well`,
      },
      expected: { zh: '每个 TypeScript 示例有自己的文件名', en: 'a file name of its own for every TypeScript example' },
      advice: { zh: '改用另一个 file=。', en: 'Name another file with file=.' },
    }
  );
}

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

/**
 * Removes a file or a folder with all that is in it; links are not followed. Nothing need be there, and nothing may use it.
 * Synchronous, for it is also what a program does last when it is stopped.
 */
export function removeWhole(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // An example may have closed its folders, nested them deeper than paths may be long, or given them names that are no text:
    // GNU's programs go down one folder at a time.
    execFileSync('chmod', ['-R', 'u+rwX', '--', path], { stdio: 'ignore' });
    execFileSync('rm', ['-rf', '--', path]);
  }
}
