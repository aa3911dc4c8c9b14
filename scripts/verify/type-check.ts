// Type-checks all TypeScript and JavaScript examples at once with the project's own compiler, which also turns TypeScript into
// what is run. Confined as examples are: an example can name any file as one to be compiled with it. TypeScript is held to `strict`; JavaScript, which declares no types, only to what is wrong whatever was meant.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Bilingual } from '../../build/messages.ts';
import type { Example } from '../../build/source/examples.ts';
import { bubblewrap } from './confinement/bubblewrap.ts';
import { type Limits, limitWording } from './confinement/limits.ts';
import { fileNameOf, nameFault, putFile } from './example-files.ts';
import type { Fault } from './outcome.ts';

export interface TypeChecked {
  /** By the folder of an article and the name of a file in it. */
  fault(article: string, file: string): Fault | undefined;
  /** Puts what the compiler made of an article's TypeScript into its folder. */
  emit(article: string, folder: string): Promise<void>;
}

const common = {
  target: 'es2023',
  lib: ['es2023'],
  types: ['node'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  // Every example is a module of its own, whether it imports or not.
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
 * What JavaScript is held to: names that nobody declared (2304, 2552, 18004), modules and exports that are not there (2305, 2307,
 * 2614, 2724), members that are misspelt (2551), constants that are assigned (2588), names declared twice (2300, 2451), and syntax (1…).
 * Everything else the compiler says of it rests on types that it had to guess.
 */
const certain = new Set([2300, 2304, 2305, 2307, 2451, 2551, 2552, 2588, 2614, 2724, 18004]);
const isCertain = (code: number): boolean => certain.has(code) || (code >= 1000 && code < 2000);

/** Checks the examples of some articles, by a name for each. `root` is empty, and this function's alone. */
export async function typeCheck(
  root: string,
  articles: ReadonlyMap<string, readonly Example[]>,
  limits: Limits = compilerLimits,
): Promise<TypeChecked> {
  const faults = new Map<string, Fault>();
  const folder = join(root, 'work');
  await mkdir(folder, { recursive: true });
  for (const language of ['ts', 'js'] as const) {
    const files = new Map<string, string[]>();
    for (const [article, examples] of articles) {
      for (const example of examples) {
        if (example.language !== language || example.marks.words.has('skip')) continue;
        if (nameFault(example, examples) !== undefined) continue;
        const file = join(placeOf(article), fileNameOf(example));
        files.set(article, [...(files.get(article) ?? []), file]);
        await mkdir(join(folder, placeOf(article)), { recursive: true });
        await writeFile(join(folder, file), `${example.code}\n`);
      }
    }
    const add = (said: string): void => {
      for (const { file, code, fault } of faultsIn(said)) {
        if (!faults.has(file) && (language === 'ts' || isCertain(code))) faults.set(file, fault);
      }
    };
    const all = await compilerSays({ folder, language, limits }, [...files.values()].flat());
    if (typeof all === 'string') {
      add(all);
      continue;
    }
    // Some type never ends, or takes all the memory there is: alone, the article is found that has it.
    for (const own of files.values()) {
      const said = await compilerSays({ folder, language, limits }, own);
      if (typeof said === 'string') add(said);
      else for (const file of own) faults.set(file, said);
    }
  }
  return {
    fault: (article, file) => faults.get(join(placeOf(article), file)),
    async emit(article, into) {
      const emitted = join(folder, 'emitted', placeOf(article));
      const names = await readdir(emitted).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      for (const name of names) await putFile(into, name, await readFile(join(emitted, name)));
    },
  };
}

/** Apart from everything else in the folder, whatever an article is called. */
const placeOf = (article: string): string => join('articles', article);

const compilerLimits: Limits = { timeMs: 60_000, memoryMiB: 2048, outputMiB: 64, filesMiB: 1024 };

/** What the compiler prints of some files; a fault when it goes beyond its limits with them. */
async function compilerSays(
  { folder, language, limits }: { folder: string; language: 'ts' | 'js'; limits: Limits },
  files: readonly string[],
): Promise<string | Fault> {
  if (files.length === 0) return '';
  await writeFile(join(folder, `${language}.json`), JSON.stringify({ compilerOptions: projects[language], files }));
  const places = { folder, printTo: () => join(dirname(folder), 'said'), serviceSocket: noService };
  const { exitCode, printed, passed } = await bubblewrap(places, { limits }).run({
    command: ['node', '/node_modules/typescript/bin/tsc', '--project', `${language}.json`, '--pretty', 'false'],
    network: 'none',
  });
  if (passed !== undefined) return beyond(limitWording(passed, limits));
  // Codes 1 and 2 say that there are errors, which are printed.
  if (exitCode === null || exitCode > 2) throw new Error(`the type checker ended with ${exitCode}: ${printed.trim()}`);
  return printed;
}

const noService = (): never => {
  throw new Error('the type checker asks no service');
};

const beyond = ({ zh, en }: Bilingual): Fault => ({
  found: { zh: `类型检查时，${zh}`, en: `in type-checking, ${en}` },
  expected: { zh: '很快就能检查完的类型', en: 'types that are soon checked' },
  advice: {
    zh: '简化这篇文章的类型，或标上 verify=skip "原因"。',
    en: 'Make the types of this article simpler, or mark the example verify=skip "reason".',
  },
});

/** Lines such as `article/example-1.mts(3,7): error TS2322: Type …`; what follows a message is indented. */
function* faultsIn(said: string): Generator<{ file: string; code: number; fault: Fault }> {
  for (const line of said.split('\n')) {
    const [, path = '', at, code, message = ''] = /^(.+?)\((\d+),\d+\): error TS(\d+): (.*)$/.exec(line) ?? [];
    if (at === undefined) {
      // Nothing that is wrong with an example: the compiler could not do its work.
      if (/^error TS/.test(line)) throw new Error(`the type checker says: ${line}`);
      continue;
    }
    yield {
      file: relative('.', path).split('/').join(sep),
      code: Number(code),
      fault: {
        found: { zh: `类型错误 TS${code}：${message}`, en: `a type error, TS${code}: ${message}` },
        expected: { zh: '通过类型检查的代码', en: 'code that passes the type checker' },
        advice: {
          zh: '改正代码；用到的包必须是本项目已安装的。',
          en: 'Correct the code; packages that it uses must be installed in this project.',
        },
        line: Number(at) - 1,
      },
    };
  }
}
