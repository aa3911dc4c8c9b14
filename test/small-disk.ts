// Simulates full and read-only disks.
import { execFileSync } from 'node:child_process';
import { chmod, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';

export interface SmallDisk {
  fill(): Promise<void>;
  free(): Promise<void>;
}

/** Mounts a file system of 512 KiB on the folder. If this user cannot mount, limits the size of files instead. */
export function smallDiskAt(folder: string): SmallDisk {
  const filler = join(folder, 'filler');
  try {
    run('mount', '-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', folder);
  } catch {
    const limitTo = (bytes: string): void => run('prlimit', '--pid', String(process.pid), `--fsize=${bytes}:unlimited`);
    onTestFinished(() => limitTo('unlimited'));
    return { fill: async () => limitTo('4096'), free: async () => limitTo('unlimited') };
  }
  onTestFinished(() => run('umount', '-l', folder));
  return { fill: () => fill(filler), free: () => rm(filler) };
}

/** Mounts a read-only file system on the folder. If this user cannot mount, removes the write permission instead. */
export async function readOnlyAt(folder: string): Promise<void> {
  try {
    run('mount', '-t', 'tmpfs', '-o', 'ro,size=4k', 'tmpfs', folder);
    onTestFinished(() => run('umount', '-l', folder));
  } catch {
    await chmod(folder, 0o500);
    onTestFinished(() => chmod(folder, 0o700));
  }
}

const run = (command: string, ...values: string[]): void => void execFileSync(command, values, { stdio: 'ignore' });

async function fill(path: string): Promise<void> {
  const filler = await open(path, 'w');
  try {
    for (;;) await filler.write(Buffer.alloc(4_096, 1));
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  } finally {
    await filler.close();
  }
}
