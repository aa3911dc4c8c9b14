// A disk that fails on demand: every modifying call of node:fs is counted, and from a given one
// on all of them fail.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { onTestFinished } from 'vitest';

type Call = (...given: unknown[]) => unknown;
type Functions = Record<string, Call>;

const promised = ['link', 'mkdir', 'open', 'rename', 'rm', 'utimes'];
const synchronous = ['mkdirSync', 'openSync', 'renameSync', 'rmSync', 'writeFileSync', 'writeSync'];

/** The error of a full disk. */
const diskFull = (): Error => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });

export interface Disk {
  /** The number of calls that modify something, or try to, while `use` runs. */
  callsOf(use: () => unknown): Promise<number>;
  /** While `use` runs only this many calls succeed. The first failing write cuts its file in half. */
  failingAfter<Result>(calls: number, use: () => Result | Promise<Result>): Promise<Result>;
}

/** Every use of the disk by this process until the end of the test. */
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
  // Tests need not wait for a disk to be synchronised.
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
