// Runs one command with limits and collects what it prints: both streams into one file, so that their order is kept and a program
// that floods them is seen before it has filled the memory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Ended } from './confinement.ts';
import { type Limits, watchLimits } from './limits.ts';

export interface Command {
  /** The program and its arguments. */
  words: readonly string[];
  folder: string;
  environment: Readonly<Record<string, string>>;
  /** Where what is printed is collected; it must not lie in a folder that the program can write to. */
  printTo: string;
}

export async function runWatched(command: Command, limits: Limits): Promise<Ended> {
  const [program = '', ...given] = command.words;
  const file = openSync(command.printTo, 'ax+', 0o600);
  try {
    const child = spawn(program, given, {
      cwd: command.folder,
      env: { ...command.environment },
      stdio: ['ignore', file, file],
      detached: true,
    });
    const watch = watchLimits(child, limits, () => fstatSync(file).size);
    try {
      const [exitCode] = await once(child, 'exit');
      return {
        exitCode: typeof exitCode === 'number' ? exitCode : null,
        printed: textOf(command.printTo, limits),
        passed: watch.passed(),
      };
    } finally {
      watch.end();
    }
  } finally {
    closeSync(file);
    await rm(command.printTo, { force: true });
  }
}

function textOf(path: string, { outputMiB }: Limits): string {
  return readFileSync(path)
    .subarray(0, outputMiB * 2 ** 20)
    .toString('utf8');
}
