// Runs commands. `stele` runs a command in the process of the test. `steleProcess` and `steleStart` run the compiled program in a
// separate process.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import type { Output } from '../../scripts/command-io.ts';
import { run } from '../../scripts/stele.ts';
import { sqliteStore } from '../../server/state/sqlite/store.ts';
import type { StateStore } from '../../server/state/store.ts';
import { repositoryRoot, temporaryFolder } from '../site.ts';

export const program = join(repositoryRoot, 'dist', 'js', 'scripts', 'stele.js');

/** The words of each command that an npm script runs, including subcommands. */
export async function everyCommand(): Promise<string[][]> {
  const { scripts } = JSON.parse(await readFile(join(repositoryRoot, 'package.json'), 'utf8'));
  const launched = Object.entries<string>(scripts).filter(([, line]) => line.includes('scripts/run.mjs'));
  const below = { keys: ['create', 'list', 'rotate', 'revoke'], agents: ['list', 'show', 'queries'] };
  return [
    ...launched.map(([name]) => [name]),
    ...Object.entries(below).flatMap(([name, words]) => words.map((word) => [name, word])),
  ];
}

/** Opens the state in a folder like a server, and closes it at the end of the test. */
export async function openStore(folder: string): Promise<StateStore> {
  const store = sqliteStore(folder);
  onTestFinished(() => store.close());
  await store.probe();
  return store;
}

export interface Finished {
  code: number;
  stdout: string;
  stderr: string;
}

/** Environment variables for settings and for the language, and those that npm sets when it runs the tests. */
const settings =
  'PORT HOST EDITION_DIR DATA_DIR REDIS_URL QUERY_STATISTICS PUBLIC_URL TRUST_PROXY LOG_LEVEL METRICS_PORT WORKERS ' +
  'LC_ALL LC_MESSAGES LANG npm_lifecycle_event npm_command';

/** The environment of this process without the variables in `settings`, but with the given ones. */
export function cleanEnvironment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const environment = { ...process.env, ...more };
  for (const name of settings.split(' ')) {
    if (!(name in more)) delete environment[name];
  }
  return environment;
}

/** A writable stream that records its input. */
export function capture(terminal: Pick<Output, 'isTTY' | 'columns'> = {}): {
  stream: Output;
  chunks: () => string[];
  text: () => string;
} {
  const written: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  return { stream: Object.assign(stream, terminal), chunks: () => written, text: () => written.join('') };
}

/** Runs a command to its end in this process. `terminal` sets the properties by which output streams report a terminal. */
export async function stele(
  given: readonly string[],
  more: Record<string, string> = {},
  { cwd = repositoryRoot, terminal = {} }: { cwd?: string; terminal?: Pick<Output, 'isTTY' | 'columns'> } = {},
): Promise<Finished> {
  const [stdout, stderr] = [capture(terminal), capture(terminal)];
  const code = await run(given, {
    env: cleanEnvironment(more),
    cwd,
    stdout: stdout.stream,
    stderr: stderr.stream,
  });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

/** Runs the compiled command to its end in a separate process. */
export function steleProcess(given: string[], more: Record<string, string> = {}): Promise<Finished> {
  const options = { cwd: repositoryRoot, env: cleanEnvironment(more), maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...given], options, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr }),
    );
  });
}

// These functions run `stele keys` in separate processes. In this process, a closed database connection might hold its lock until its
// memory is collected.

/** Creates a key in the state of a data folder; resolves to its id. */
export async function addKey(data: string): Promise<string> {
  const given = ['keys', 'create', '--plan', 'free', '--label', 'tea', '--json', '--data', data];
  return JSON.parse((await steleProcess(given)).stdout).id;
}

/** The ids of the keys in the state of a data folder. */
export async function keysIn(data: string): Promise<string[]> {
  const { stdout } = await steleProcess(['keys', 'list', '--json', '--data', data]);
  return JSON.parse(stdout).map(({ id }: { id: string }) => id);
}

export interface Serving {
  origin: string;
  process: ChildProcess;
  /** Resolves to the exit code when the process ends. */
  exited: Promise<number | null>;
  output: () => string;
  /** Resolves when the output contains this text; rejects when the process ends without it. */
  writes(text: string): Promise<void>;
}

/** Starts `stele start` and waits until it prints its address. */
export async function steleStart(
  given: string[],
  more: Record<string, string> = {},
  started: string = program,
): Promise<Serving> {
  // A temporary data folder, so that tests never use the data folder of this checkout.
  const data = given.includes('--data') || 'DATA_DIR' in more ? [] : ['--data', await temporaryFolder()];
  const child = spawn(process.execPath, [started, 'start', '--port', '0', ...data, ...given], {
    cwd: repositoryRoot,
    env: cleanEnvironment(more),
  });
  try {
    onTestFinished(() => void child.kill('SIGKILL'));
  } catch {
    // onTestFinished throws in beforeAll. A test file that starts a server there must end it in afterAll.
  }
  const { output, exited, printed } = printedBy(child);
  const [, origin = ''] = await printed(/"origin":"(https?:[^"]+)"/);
  const writes = async (text: string): Promise<void> => {
    await printed(new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  };
  return { origin, process: child, exited, output, writes };
}

/** Collects the output of a process from both streams, starting now. */
export function printedBy(child: ChildProcess) {
  let output = '';
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      for (const look of waiting) look();
    });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  /** Resolves to the first match of the pattern in the output; rejects if the process ends without a match. */
  const printed = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const match = pattern.exec(output);
        if (match === null) return;
        waiting.delete(look);
        resolve(match);
      };
      waiting.add(look);
      look();
      void exited.then((code) => reject(new Error(`it ended with ${code} without ${pattern}: ${output}`)));
    });
  return { output: () => output, exited, printed };
}
