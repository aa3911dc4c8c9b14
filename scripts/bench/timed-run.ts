// A program run by itself: how long it took from its start to its end, and how much of the machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { extname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

export interface TimedRun {
  /** From the start of the process to its end, that of Node among it. */
  seconds: number;
  /** User and system time of all its threads. */
  cpuSeconds: number;
  /** The most memory that it held at any time. */
  rssMib: number;
}

/** Where `children/usage.ts` writes. */
export const usageDescriptor = 3;
const usage = z.object({ cpuMicroseconds: z.number(), rssKib: z.number() });

/** Runs a program of Node; rejects with what it said when it did not end well. */
export async function timedRun(program: readonly string[], workFolder: string): Promise<TimedRun> {
  // Compiled or not, as this file is.
  const preload = join(import.meta.dirname, 'children', `usage${extname(import.meta.filename)}`);
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', pathToFileURL(preload).href, ...program], {
    cwd: workFolder,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const [, out, error, told] = child.stdio;
  if (told === null || told === undefined || !('read' in told)) throw new Error('a process without its pipe');
  const said = Promise.all([out, error].map((stream) => (stream === null ? '' : text(stream))));
  const told3 = text(told);
  const [code] = await once(child, 'exit');
  const seconds = (performance.now() - started) / 1_000;
  if (code !== 0) throw new Error(`${program.join(' ')} ended with ${code}:\n${(await said).join('\n')}`);
  const { cpuMicroseconds, rssKib } = usage.parse(JSON.parse(await told3));
  return { seconds, cpuSeconds: cpuMicroseconds / 1e6, rssMib: rssKib / 1_024 };
}
