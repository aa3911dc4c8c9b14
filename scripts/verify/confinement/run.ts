// Runs one command with limits and collects what it prints: both streams into one file, so that their order is kept and a program
// that floods them is seen before it has filled the memory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Bilingual } from '../../../build/messages.ts';
import type { Ended } from './confinement.ts';
import { type Limits, watchLimits } from './limits.ts';

export interface Command {
  /** The program and its arguments. */
  words: readonly string[];
  folder: string;
  /** What it can write to; the limit of files counts what is there. */
  writable?: readonly string[];
  environment: Readonly<Record<string, string>>;
  /** Where what is printed is collected; it must not lie in a folder that the program can write to. */
  printTo: string;
  /** Whether the program writes to descriptor 3 that what it started has ended, as bubblewrap does: what it did itself is no result. */
  tellsEnd?: boolean;
}

export async function runWatched(command: Command, limits: Limits): Promise<Ended> {
  const [program = '', ...given] = command.words;
  const file = openSync(command.printTo, 'ax+', 0o600);
  const told = openSync(`${command.printTo}-told`, 'ax+', 0o600);
  try {
    const child = spawn(program, given, {
      cwd: command.folder,
      env: { ...command.environment },
      stdio: ['ignore', file, file, ...(command.tellsEnd === true ? [told] : [])],
      detached: true,
    });
    const watch = watchLimits(child, limits, () => fstatSync(file).size, command.writable);
    try {
      const [exitCode] = await once(child, 'exit');
      const printed = textOf(command.printTo, limits);
      const passed = watch.passed();
      const isUntold =
        command.tellsEnd === true &&
        passed === undefined &&
        !readFileSync(`${command.printTo}-told`, 'utf8').includes('exit-code');
      return {
        exitCode: typeof exitCode === 'number' ? exitCode : null,
        printed,
        passed,
        ...(isUntold && { refused: notStarted(printed) }),
      };
    } finally {
      watch.end();
    }
  } finally {
    for (const one of [file, told]) closeSync(one);
    await rm(command.printTo, { force: true });
    await rm(`${command.printTo}-told`, { force: true });
  }
}

function notStarted(printed: string): Bilingual {
  const said = printed.trim().split('\n')[0] ?? '';
  return {
    zh: `bubblewrap 没能运行示例${said === '' ? '' : `：${said}`}`,
    en: `bubblewrap could not run the example${said === '' ? '' : `: ${said}`}`,
  };
}

function textOf(path: string, { outputMiB }: Limits): string {
  return readFileSync(path)
    .subarray(0, outputMiB * 2 ** 20)
    .toString('utf8');
}
