// Type-checks the TypeScript and JavaScript examples of one article with the TypeScript version of this project, which also compiles them.
// The compiler is confined like an example, because an example can make it read any file. Articles are compiled separately, because a
// global type of one article would apply to all. TypeScript is checked with `strict`. JavaScript declares no types, so only errors count
// that do not depend on inferred types.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Bilingual } from '../../build/edition/vocabulary.ts';
import type { Example } from '../../build/source/examples.ts';
import type { Fault } from './checker.ts';
import { bubblewrap } from './confinement/bubblewrap.ts';
import { type Limits, limitWording } from './confinement/limits.ts';
import { fileNameOf, nameFault, putFile } from './example-files.ts';

export interface TypeChecked {
  /** The fault of the file with the name `file`; undefined if the file has no fault. */
  fault(file: string): Fault | undefined;
  /** Writes the compiled TypeScript to a folder. */
  emit(folder: string): Promise<void>;
}

const common = {
  target: 'es2023',
  lib: ['es2023'],
  types: ['node'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  // Makes every example a module of its own, even without imports and exports.
  moduleDetection: 'force',
  esModuleInterop: true,
  skipLibCheck: true,
  noErrorTruncation: true,
};

const projects = {
  ts: { ...common, strict: true, outDir: './emitted', rootDir: '.', noEmitOnError: false },
  js: {
    ...common,
    allowJs: true,
    checkJs: true,
    strict: false,
    noEmit: true,
  },
};

/**
 * The errors reported for JavaScript: undeclared names (2304, 2552, 18004), missing modules and exports (2305, 2307, 2614, 2724),
 * misspelt members (2551), assigned constants (2588), duplicate declarations (2300, 2451), and syntax errors (1…). The compiler's
 * other errors rest on inferred types.
 */
const certain = new Set([2300, 2304, 2305, 2307, 2451, 2551, 2552, 2588, 2614, 2724, 18004]);
const isCertain = (code: number): boolean => certain.has(code) || (code >= 1000 && code < 2000);

/** Checks the examples of one article. `root` must be an empty folder that only this function uses. */
export async function typeCheck(
  root: string,
  examples: readonly Example[],
  limits: Limits = compilerLimits,
): Promise<TypeChecked> {
  const faults = new Map<string, Fault>();
  const folder = join(root, 'work');
  await mkdir(folder, { recursive: true });
  for (const language of ['ts', 'js'] as const) {
    const files: string[] = [];
    for (const example of examples) {
      if (example.language !== language || example.marks.words.has('skip')) continue;
      if (nameFault(example, examples) !== undefined) continue;
      files.push(fileNameOf(example));
      await writeFile(join(folder, fileNameOf(example)), `${example.code}\n`);
    }
    for (const { file, code, fault } of await compilerFaults({ folder, language, limits }, files)) {
      if (code !== undefined && language === 'js' && !isCertain(code)) continue;
      for (const own of file === undefined ? files : [file]) if (!faults.has(own)) faults.set(own, fault);
    }
  }
  return {
    fault: (file) => faults.get(file),
    async emit(into) {
      const emitted = join(folder, 'emitted');
      const names = await readdir(emitted).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      for (const name of names) await putFile(into, name, await readFile(join(emitted, name)));
    },
  };
}

const compilerLimits: Limits = { timeMs: 60_000, memoryMiB: 1024, outputMiB: 64, filesMiB: 1024 };

interface CompilerFault {
  /** The file with the error; undefined for an error that applies to all files. */
  file: string | undefined;
  /** The number of the error; undefined if the compiler did not finish. */
  code: number | undefined;
  fault: Fault;
}

/** Runs the compiler on the files of one language and returns its errors. */
async function compilerFaults(
  { folder, language, limits }: { folder: string; language: 'ts' | 'js'; limits: Limits },
  files: readonly string[],
): Promise<CompilerFault[]> {
  if (files.length === 0) return [];
  await writeFile(join(folder, `${language}.json`), JSON.stringify({ compilerOptions: projects[language], files }));
  const places = { folder, printTo: () => join(dirname(folder), 'said'), serviceSocket: noService };
  const { exitCode, printed, passed, refused } = await bubblewrap(places, { limits }).run({
    command: ['node', '/node_modules/typescript/bin/tsc', '--project', `${language}.json`, '--pretty', 'false'],
    network: 'none',
  });
  if (refused !== undefined) throw new Error(refused.en);
  const ofAll = (fault: Fault): CompilerFault[] => [{ file: undefined, code: undefined, fault }];
  if (passed !== undefined) return ofAll(beyond(limitWording(passed, limits)));
  // With the exit codes 1 and 2, the compiler has printed errors. Any other code except 0 means that it crashed.
  if (exitCode === null || exitCode > 2) return ofAll({ ...crashed, printed });
  const found = [...faultsIn(printed)];
  return found.length === 0 && exitCode !== 0 ? ofAll({ ...crashed, printed }) : found;
}

const noService = (): never => {
  throw new Error('the type checker asks no service');
};

const beyond = ({ zh, en }: Bilingual): Fault => ({
  found: { zh: `类型检查时，${zh}`, en: `during the type check, ${en}` },
  expected: { zh: '很快就能检查完的类型', en: 'types that can be checked quickly' },
  advice: {
    zh: '简化这篇文章的类型，或标上 verify=skip "原因"。',
    en: 'Make the types of this article simpler, or mark the example verify=skip "reason".',
  },
});

const crashed: Fault = {
  found: { zh: '使类型检查器中途终止的代码', en: 'code that crashes the type checker' },
  expected: { zh: '可以完成类型检查的代码', en: 'code that can be type-checked' },
  advice: {
    zh: '改正代码，或标上 verify=skip "原因"。',
    en: 'Correct the code, or mark the example verify=skip "reason".',
  },
};

/**
 * Parses lines of the compiler such as `example-1.mts(3,7): error TS2322: Type …`, or `error TS5033: …` without a file. Indented lines
 * continue a message. A name in a message can contain a line end, so an example can forge lines, but only about its own article.
 */
function* faultsIn(said: string): Generator<CompilerFault> {
  for (const line of said.split('\n')) {
    const found = /^(?:(.+?)\((\d+),\d+\): )?error TS(\d+): (.*)$/.exec(line);
    if (found === null) continue;
    const [, path, at, code, message = ''] = found;
    yield {
      file: path === undefined ? undefined : relative('.', path).split('/').join(sep),
      code: Number(code),
      fault: {
        found: { zh: `类型错误 TS${code}：${message}`, en: `a type error, TS${code}: ${message}` },
        expected: { zh: '通过类型检查的代码', en: 'code that passes the type checker' },
        advice: {
          zh: '改正代码；用到的包必须是本项目已安装的。',
          en: 'Correct the code; packages that it uses must be installed in this project.',
        },
        ...(at !== undefined && { line: Number(at) - 1 }),
      },
    };
  }
}
