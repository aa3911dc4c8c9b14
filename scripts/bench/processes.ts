// Runs measured programs, each in its own process: either to its end, or as a server until it is stopped.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { packageRoot } from '../package-root.ts';

/** The path of a file in scripts/bench/ that is not compiled. */
export const benchFile = (name: string): string => join(packageRoot, 'scripts', 'bench', name);
/**
 * The absolute path of a module of Stele. `path` is relative to this folder and has no extension: `.js` is added if this file runs
 * compiled, else `.ts`.
 */
export const ownModule = (...path: string[]): string =>
  `${join(import.meta.dirname, ...path)}${extname(import.meta.filename)}`;

const usage = z.object({
  /** User and system time of all threads. */
  cpuSeconds: z.number(),
  /** Peak memory. */
  rssMib: z.number(),
});
export interface TimedRun extends z.infer<typeof usage> {
  /** From the start of the process to its end. */
  seconds: number;
}

/** Runs a program of Node to its end; rejects with its output when its exit code is not 0. */
export async function timedRun(program: readonly string[], cwd: string): Promise<TimedRun> {
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', pathToFileURL(benchFile('usage.mjs')).href, ...program], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const outputs = Promise.all(
    [...child.stdio].map((pipe) => (pipe !== null && pipe !== undefined && 'read' in pipe ? text(pipe) : '')),
  );
  const [code] = await once(child, 'exit');
  const seconds = (performance.now() - started) / 1_000;
  const [, out, error, used = ''] = await outputs;
  if (code !== 0) throw new Error(`${program.join(' ')} ended with ${code}:\n${out}\n${error}`);
  return { seconds, ...usage.parse(JSON.parse(used)) };
}

export interface RunningServer {
  origin: string;
  /** The API key that the server printed; empty if it printed none. */
  key: string;
  /** CPU time so far. This and `rssMib` are NaN on systems without /proc. */
  cpuMs(): Promise<number>;
  rssMib(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a program of Node that prints `"origin":"http://…"` when it listens. */
export async function startServer(program: readonly string[]): Promise<RunningServer> {
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] });
  const proc = (file: string): Promise<string> => readFile(`/proc/${child.pid}/${file}`, 'utf8').catch(() => '');
  return {
    ...(await told(child)),
    async cpuMs() {
      // Fields 14 and 15 of /proc/<pid>/stat (proc_pid_stat(5)), in ticks of 10 ms. Field 2, the name of the program, may contain spaces.
      const [, fields = ''] = (await proc('stat')).split(') ');
      const [user = Number.NaN, system = Number.NaN] = fields.split(' ').slice(11, 13).map(Number);
      return (user + system) * 10;
    },
    rssMib: async () => Number(/^VmRSS:\s+(\d+) kB$/m.exec(await proc('status'))?.[1] ?? Number.NaN) / 1_024,
    async stop() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

const listening = z.object({ origin: z.string(), key: z.string().default('') });

/** Waits until the server prints a JSON object with `origin`, and returns it. */
async function told({ stdout }: ChildProcess): Promise<z.infer<typeof listening>> {
  if (stdout === null) throw new Error('the server has no standard output');
  for await (const line of createInterface({ input: stdout })) {
    if (!line.includes('"origin":')) continue;
    // Discards further output: the server keeps logging, and a full pipe would block it.
    stdout.resume();
    return listening.parse(JSON.parse(line));
  }
  throw new Error('the server ended before it listened');
}
