// A disk that fails when a test wants it to: every call of node:fs that changes something is counted, and from one of them
// on none of them changes anything any more.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { onTestFinished } from 'vitest';

type Call = (...given: unknown[]) => unknown;
type Functions = Record<string, Call>;

const promised = ['link', 'mkdir', 'open', 'rename', 'rm', 'utimes'];
const synchronous = ['mkdirSync', 'openSync', 'renameSync', 'rmSync', 'writeFileSync', 'writeSync'];

/** What the system says when a disk takes nothing more. */
const diskFull = (): Error => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });

export interface Disk {
  /** How many calls change something, or try to, while `use` runs. */
  callsOf(use: () => unknown): Promise<number>;
  /** While `use` runs only so many calls succeed. A file is cut in half by the first failing call that writes one. */
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
  // No test needs to wait until a disk has really written.
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
