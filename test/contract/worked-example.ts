// Extracts the programs from the guide «Answer a question» and runs them.
import { execFile, spawnSync } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot, temporaryFolder } from '../site.ts';
import { fenceWith, readGuide } from './guide.ts';

export interface WorkedExample {
  /** The file name in the first line of the program. */
  file: string;
  /** The language of the code block with the program. */
  language: string;
  /** The commands that the program needs besides Node. */
  needs: string[];
}

export const examples: WorkedExample[] = [
  { file: 'answer.mts', language: 'ts', needs: [] },
  { file: 'answer.py', language: 'python', needs: ['python3'] },
  { file: 'answer.sh', language: 'bash', needs: ['bash', 'curl', 'jq'] },
];

/** The reason why an example cannot run on this machine; undefined if it can. */
export function missingFor({ file, needs }: WorkedExample): string | undefined {
  const missing = needs.filter((command) => spawnSync(command, ['--version']).status !== 0);
  return missing.length === 0 ? undefined : `${file} needs ${missing.join(' and ')}`;
}

export const codeOf = async ({ file, language }: WorkedExample, of: 'zh' | 'en'): Promise<string> =>
  fenceWith((await readGuide('answer-a-question'))[of], language, `${file}:`);

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs an example to its end. Its environment contains only PATH, HOME and, if given, a key. */
export type Runner = (question: string, server: string, key?: string) => Promise<Ended>;

/** Node 24 and later run TypeScript directly. For older versions the compiled program is run. */
const takesTypeScript = Number(process.versions.node.split('.')[0]) >= 24;

/** Writes an example into a temporary folder; resolves to a function that runs it. */
export async function runnerOf(example: WorkedExample): Promise<Runner> {
  const folder = await temporaryFolder();
  const file = join(folder, example.file);
  await writeFile(file, await codeOf(example, 'en'));
  const [program, path] =
    example.language === 'ts'
      ? [process.execPath, await typeChecked(folder, example.file)]
      : [example.needs[0] ?? '', file];
  return (question, server, key) =>
    new Promise((resolve) => {
      const { PATH, HOME } = process.env;
      const env = { PATH, HOME, ...(key !== undefined && { STELE_API_KEY: key }) };
      execFile(program, [path, question, server], { cwd: folder, env, timeout: 60_000 }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr }),
      );
    });
}

/** Compiles a TypeScript program with strict options and throws its errors. Returns the path of the file that Node can run. */
async function typeChecked(folder: string, file: string): Promise<string> {
  await symlink(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'), 'dir');
  const strict = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noUnusedLocals: true,
  };
  const compilerOptions = {
    ...strict,
    target: 'es2023',
    module: 'nodenext',
    types: ['node'],
    erasableSyntaxOnly: true,
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
  const tsc = join(repositoryRoot, 'node_modules', '.bin', 'tsc');
  const { status, stdout } = spawnSync(tsc, ['-p', folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout);
  return join(folder, takesTypeScript ? file : file.replace(/\.mts$/, '.mjs'));
}
