// Names, writes and removes the files of an article's examples.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { show } from '../../build/messages.ts';
import type { Example } from '../../build/source/examples.ts';
import type { Fault } from './checker.ts';

/** The file name of an example: the name that its author gives with `file=`, or `example-<n>` with the extension of its language. */
export function fileNameOf({ marks, ordinal, language, code }: Example): string {
  return marks.file ?? `example-${ordinal}.${endingOf(language, code)}`;
}

function endingOf(language: string, code: string): string {
  if (language === 'ts') return 'mts';
  // JavaScript is an ES module, unless it calls `require` and has no import or export.
  if (language === 'js') return /\brequire\(/.test(code) && !/^\s*(?:import|export)\s/m.test(code) ? 'cjs' : 'mjs';
  return { bash: 'sh', console: 'sh' }[language] ?? language;
}

/** The name of the file that is executed. For a TypeScript file, this is the compiled JavaScript file, else the file itself. */
export const runnableNameOf = (name: string): string => name.replace(/\.([mc]?)tsx?$/, '.$1js');

/**
 * The fault of a program's file name; undefined if it is valid. The extension must fit the language. Two TypeScript programs need different
 * names, because all are compiled together. A JavaScript file may have the name of an earlier one and then replaces it.
 */
export function nameFault(example: Example, examples: readonly Example[]): Fault | undefined {
  const name = fileNameOf(example);
  const endings = example.language === 'ts' ? ['.ts', '.mts', '.cts', '.tsx'] : ['.js', '.mjs', '.cjs'];
  if (!endings.some((ending) => name.endsWith(ending)) || /\.d\.[mc]?ts$/.test(name)) {
    return {
      found: {
        zh: `${example.language} 示例的文件名 ${show(name)}`,
        en: `the file name ${show(name)} of an example in ${example.language}`,
      },
      expected: { zh: `扩展名是 ${endings.join('、')} 之一`, en: `a name that ends with one of ${endings.join(', ')}` },
      advice: {
        zh: '改正 file=，或标明代码的语言。如果文件里只有类型声明，标上 verify=skip "原因"。',
        en: 'Correct file= or the language of the fence. If a file has only type declarations, add verify=skip "reason".',
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

/** Writes all examples with `file=` before any example runs, so that examples can use each other's files in any order. */
export async function writeNamedExamples(folder: string, examples: readonly Example[]): Promise<void> {
  for (const { marks, code } of examples) {
    if (marks.file !== undefined) await putFile(folder, marks.file, `${code}\n`);
  }
}

/**
 * Writes a file of an example. First removes whatever an earlier example has left under the name: a symbolic link, which must not be
 * followed, a pipe, which would block, or a folder.
 */
export async function putFile(folder: string, name: string, text: string | Uint8Array): Promise<void> {
  await chmod(folder, 0o700);
  removeWhole(join(folder, name));
  await writeFile(join(folder, name), text, { flag: 'wx' });
}

/**
 * Removes a file or a folder recursively, without following symbolic links. It is no error if `path` does not exist. No process may use
 * it any more. The function is synchronous, because it also runs in `exit` handlers.
 */
export function removeWhole(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Node fails if a folder inside has no read or write permission, if a path exceeds the maximum length, or if a name is not valid
    // text. `chmod` and `rm` of GNU succeed, because they descend one folder at a time.
    execFileSync('chmod', ['-R', 'u+rwX', '--', path], { stdio: 'ignore' });
    execFileSync('rm', ['-rf', '--', path]);
  }
}
