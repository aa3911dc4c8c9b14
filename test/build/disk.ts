// Simulates a full disk. Counts every modifying call of node:fs; after a given number of calls, each further call fails.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { onTestFinished } from 'vitest';

type Call = (...given: unknown[]) => unknown;
type Functions = Record<string, Call>;

const promised = ['link', 'mkdir', 'open', 'rename', 'rm', 'utimes'];
const synchronous = ['mkdirSync', 'openSync', 'renameSync', 'rmSync', 'writeFileSync', 'writeSync'];

/** The error that node:fs throws for a full disk. */
const diskFull = (): Error => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });

export interface Disk {
  /** The number of modifying calls while `use` runs, including calls that fail. */
  callsOf(use: () => unknown): Promise<number>;
  /** Runs `use`, but lets only the first `calls` modifying calls succeed. A failing `writeFile` writes half of its content. */
  failingAfter<Result>(calls: number, use: () => Result | Promise<Result>): Promise<Result>;
}

/** Replaces functions of node:fs in this process until the end of the test. */
export function watchedDisk(): Disk {
  let calls = 0;
  let allowed = Number.POSITIVE_INFINITY;
  const isFailing = (): boolean => {
    calls += 1;
    return calls > allowed;
  };
  const promises = fs.promises as unknown as Functions;
  const functions = fs as unknown as Functions;
  replaceAll(promises, promised, (name, call) => async (...given) => {
    if (name === 'open' && given[1] === 'r') return call(...given);
    if (isFailing()) throw diskFull();
    const result = await call(...given);
    return name === 'open' ? watchedFile(result as fs.promises.FileHandle, isFailing) : result;
  });
  replaceAll(functions, synchronous, (_, call) => (...given) => {
    if (isFailing()) throw diskFull();
    return call(...given);
  });
  return {
    async callsOf(use) {
      calls = 0;
      await use();
      return calls;
    },
    async failingAfter(most, use) {
      calls = 0;
      allowed = most;
      try {
        return await use();
      } finally {
        allowed = Number.POSITIVE_INFINITY;
      }
    },
  };
}

function watchedFile(file: fs.promises.FileHandle, isFailing: () => boolean): fs.promises.FileHandle {
  const write = file.writeFile.bind(file);
  file.writeFile = async (content) => {
    if (!isFailing()) return write(content);
    await write(Buffer.from(content as string).subarray(0, Buffer.byteLength(content as string) / 2));
    throw diskFull();
  };
  // Skips fsync, because the tests do not need durability.
  file.sync = async () => {
    if (isFailing()) throw diskFull();
  };
  return file;
}

function replaceAll(of: Functions, names: readonly string[], replaced: (name: string, call: Call) => Call): void {
  const originals = names.map((name) => [name, of[name] as Call] as const);
  for (const [name, call] of originals) of[name] = replaced(name, call);
  syncBuiltinESMExports();
  onTestFinished(() => {
    for (const [name, call] of originals) of[name] = call;
    syncBuiltinESMExports();
  });
}
