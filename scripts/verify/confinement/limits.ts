// Limits the time and the resources of an example, and stops an example that exceeds them. Resources are counted for its whole process
// group, from /proc of Linux.
import type { ChildProcess } from 'node:child_process';
import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bilingual } from '../../../build/edition/vocabulary.ts';

export interface Limits {
  timeMs: number;
  /** Resident memory of all processes of an example together. */
  memoryMiB: number;
  /** The size of standard output and standard error together. */
  outputMiB: number;
  /** The size of all files in the folders of an example and of its open files without a name, plus `entryBytes` for each file. */
  filesMiB: number;
}

export const usualLimits: Limits = { timeMs: 20_000, memoryMiB: 512, outputMiB: 1, filesMiB: 256 };

/** The maximum number of processes. Many more would slow down the machine and the counting itself. */
const processesMax = 500;

export type Limit = 'time' | 'memory' | 'output' | 'files' | 'processes';

/** The exceeded limit as a phrase for the part «found» of a message. */
export function limitWording(limit: Limit, limits: Limits): Bilingual {
  const seconds = limits.timeMs / 1000;
  return {
    time: { zh: `${seconds} 秒后仍未结束的示例`, en: `an example that had not ended after ${seconds} s` },
    memory: {
      zh: `占用内存超过 ${limits.memoryMiB} MiB 的示例`,
      en: `an example that took more than ${limits.memoryMiB} MiB of memory`,
    },
    output: {
      zh: `输出超过 ${limits.outputMiB} MiB 的示例`,
      en: `an example that printed more than ${limits.outputMiB} MiB`,
    },
    files: {
      zh: `写入的文件共超过 ${limits.filesMiB} MiB 的示例`,
      en: `an example that wrote more than ${limits.filesMiB} MiB of files`,
    },
    processes: {
      zh: `启动了超过 ${processesMax} 个进程的示例`,
      en: `an example that started more than ${processesMax} processes`,
    },
  }[limit];
}

const lookEveryMs = 50;
const lookAtFilesEveryMs = 200;
const pageBytes = 4096;
const blockBytes = 512;

export interface Watch {
  /** The exceeded limit, if any. */
  passed(): Limit | undefined;
  /** Stops the watch; the process may be watched again. */
  end(): void;
}

/** A child process that leads its own group. */
export interface Stoppable {
  child: Pick<ChildProcess, 'pid' | 'exitCode' | 'signalCode'>;
  /** Kills the process and all processes that it has started. */
  stop(): void;
}

export interface Watched {
  /** The size of the output so far. */
  printedBytes(): number;
  /** The folders to which the process can write. */
  folders?: readonly string[];
}

/** Stops a process when it exceeds a limit. */
export function watchLimits(process: Stoppable, limits: Limits, { printedBytes, folders = [] }: Watched): Watch {
  const { child } = process;
  let passed: Limit | undefined;
  const stop = (limit: Limit): void => {
    passed ??= limit;
    process.stop();
  };
  const stopUnlessEnded = (): void => {
    if (child.exitCode === null && child.signalCode === null) stop('time');
  };
  // `setImmediate` lets a pending exit event come first: if this program was busy, the example may have ended in time.
  const timer = setTimeout(() => setImmediate(stopUnlessEnded), limits.timeMs);
  const looking = repeatedly(lookEveryMs, async () => {
    if (printedBytes() > limits.outputMiB * 2 ** 20) return stop('output');
    const processes = await processesOf(child.pid ?? -1);
    if (processes.length > processesMax) stop('processes');
    if (sumOf(processes.map(({ resident }) => resident)) > limits.memoryMiB * 2 ** 20) stop('memory');
  });
  const lookingAtFiles = repeatedly(lookAtFilesEveryMs, async () => {
    const sizes = await Promise.all([
      ...folders.map((folder) => bytesIn(Buffer.from(folder))),
      namelessBytes(child.pid ?? -1),
    ]);
    if (sumOf(sizes) > limits.filesMiB * 2 ** 20) stop('files');
  });
  return {
    passed: () => passed,
    end() {
      clearTimeout(timer);
      clearInterval(lookingAtFiles);
      clearInterval(looking);
    },
  };
}

/** Repeats a measurement at an interval. Measurements never overlap, although one may take longer than the interval. */
function repeatedly(everyMs: number, look: () => Promise<void>): NodeJS.Timeout {
  let isLooking = false;
  return setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void look().finally(() => {
      isLooking = false;
    });
  }, everyMs);
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** The size that is counted for every file in addition to its content, because even an empty file takes space in its folder. */
const entryBytes = 512;
/** Files with longer paths count as over the limit. The kernel accepts paths up to 4,096 bytes, so deeper files cannot be counted. */
const pathBytesMax = 3072;

/**
 * The number of bytes that the files of a folder use. Files that are deleted during the count are ignored. An unreadable folder counts as
 * over the limit, because it could contain anything. Paths are buffers, because file names need not be valid text.
 */
async function bytesIn(folder: Buffer): Promise<number> {
  if (folder.length > pathBytesMax) return Number.POSITIVE_INFINITY;
  const entries = await readdir(folder, { withFileTypes: true, encoding: 'buffer' }).catch(
    (error: NodeJS.ErrnoException) => (error.code === 'EACCES' ? undefined : []),
  );
  if (entries === undefined) return Number.POSITIVE_INFINITY;
  let sum = 0;
  for (const entry of entries) {
    const path = Buffer.concat([folder, Buffer.from('/'), entry.name]);
    const { blocks } = await lstat(path).catch(() => ({ blocks: 0 }));
    sum += entryBytes + blocks * blockBytes + (entry.isDirectory() ? await bytesIn(path) : 0);
    if (sum === Number.POSITIVE_INFINITY) break;
  }
  return sum;
}

/** The size of open files that have no name: they were deleted, or memfd_create(2) created them in memory. */
async function namelessBytes(leader: number): Promise<number> {
  const found = new Map<string, number>();
  for (const { pid } of await processesOf(leader)) {
    const folder = `/proc/${pid}/fd`;
    for (const name of await readdir(folder).catch(() => [])) {
      const file = await stat(join(folder, name)).catch(() => undefined);
      if (file?.isFile() === true && file.nlink === 0) found.set(`${file.dev}:${file.ino}`, file.blocks * blockBytes);
    }
  }
  return sumOf([...found.values()]);
}

/** The processes of a group and all their descendants; empty on systems without /proc. */
async function processesOf(leader: number): Promise<Process[]> {
  const pids = await readdir('/proc').catch(() => []);
  const read = await Promise.all(pids.filter((name) => /^\d+$/.test(name)).map(processOf));
  const processes = read.flatMap((found) => found ?? []);
  const members = membersOf(leader, processes);
  return processes.filter(({ pid }) => members.has(pid));
}

/** The ids of a process group and all its descendants. Process ids wrap around, so a child can have a lower id than its parent. */
export function membersOf(leader: number, processes: readonly Omit<Process, 'resident'>[]): ReadonlySet<number> {
  const members = new Set([leader]);
  for (let before = 0; before < members.size; ) {
    before = members.size;
    for (const { pid, parent, group } of processes) {
      if (group === leader || members.has(parent)) members.add(pid);
    }
  }
  return members;
}

interface Process {
  pid: number;
  parent: number;
  group: number;
  resident: number;
}

/** Reads `/proc/<pid>/stat` (proc_pid_stat(5)). The name of the program, in parentheses, may contain any character. */
async function processOf(name: string): Promise<Process | undefined> {
  const line = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => undefined);
  if (line === undefined) return undefined;
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  // Field 4 is the parent, field 5 the group, and field 24 the resident set in pages.
  return {
    pid: Number(name),
    parent: Number(fields[1]),
    group: Number(fields[2]),
    resident: Number(fields[21]) * pageBytes,
  };
}
