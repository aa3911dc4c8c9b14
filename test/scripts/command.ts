// The commands there are, and the real one in a process of its own.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { repositoryRoot, temporaryFolder } from '../site.ts';

export const program = join(repositoryRoot, 'dist', 'js', 'scripts', 'stele.js');

/** The words of every command that npm runs, those below another one included. */
export async function everyCommand(): Promise<string[][]> {
  const { scripts } = JSON.parse(await readFile(join(repositoryRoot, 'package.json'), 'utf8'));
  const launched = Object.entries<string>(scripts).filter(([, line]) => line.includes('scripts/run.mjs'));
  const below = { keys: ['create', 'list', 'rotate', 'revoke'], agents: ['list', 'show', 'export', 'queries'] };
  return [
    ...launched.map(([name]) => [name]),
    ...Object.entries(below).flatMap(([name, words]) => words.map((word) => [name, word])),
  ];
}

export interface Finished {
  code: number;
  stdout: string;
  stderr: string;
}

const serverSettings = [
  'PORT',
  'HOST',
  'EDITION_DIR',
  'DATA_DIR',
  'REDIS_URL',
  'QUERY_STATISTICS',
  'PUBLIC_URL',
  'TRUST_PROXY',
  'LOG_LEVEL',
  'METRICS_PORT',
  'WORKERS',
];
const languageSettings = ['LC_ALL', 'LC_MESSAGES', 'LANG'];

/** The environment without the settings that the server reads, and without the language of the machine. */
export function cleanEnvironment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const environment = { ...process.env, ...more };
  for (const name of [...serverSettings, ...languageSettings]) {
    if (!(name in more)) delete environment[name];
  }
  return environment;
}

/** Runs a command to its end; one that takes longer than `timeoutMs` is killed and has the code -1. */
export function stele(given: string[], more: Record<string, string> = {}, timeoutMs = 0): Promise<Finished> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, ...given],
      {
        cwd: repositoryRoot,
        env: cleanEnvironment(more),
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
        maxBuffer: 64 * 1024 * 1024,
      },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr }),
    );
  });
}

export interface Serving {
  origin: string;
  process: ChildProcess;
  /** Resolves with the exit code. */
  exited: Promise<number | null>;
  output: () => string;
}

/** Starts `stele start` and waits until it says where it serves. */
export async function steleStart(given: string[], more: Record<string, string> = {}): Promise<Serving> {
  // Never the data folder of this checkout.
  const data = given.includes('--data') || 'DATA_DIR' in more ? [] : ['--data', await temporaryFolder()];
  const child = spawn(process.execPath, [program, 'start', '--port', '0', ...data, ...given], {
    cwd: repositoryRoot,
    env: cleanEnvironment(more),
  });
  try {
    onTestFinished(() => void child.kill('SIGKILL'));
  } catch {
    // Outside a test, in beforeAll: the file ends it in afterAll.
  }
  let output = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const origin = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
      const found = /"origin":"(https?:[^"]+)"/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void exited.then((code) => reject(new Error(`stele start ended with ${code}: ${output}`)));
  });
  return { origin, process: child, exited, output: () => output };
}
