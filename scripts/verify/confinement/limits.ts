// Limits on time and resources of an example, and stopping one that exceeds them. Counts a whole process group, as Linux shows it
// in /proc.
import type { ChildProcess } from 'node:child_process';
import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bilingual } from '../../../build/edition/vocabulary.ts';

export interface Limits {
  timeMs: number;
  /** Resident memory of all processes of an example together. */
  memoryMiB: number;
  /** Its standard output and standard error. */
  outputMiB: number;
  /** Its folders, with open files that have no name; an empty file counts as well. */
  filesMiB: number;
}

export const usualLimits: Limits = { timeMs: 20_000, memoryMiB: 512, outputMiB: 1, filesMiB: 256 };

/** Many more would block the machine and this program's counting. */
const processesMax = 500;

export type Limit = 'time' | 'memory' | 'output' | 'files' | 'processes';

/** The exceeded limit, as a phrase that follows «found». */
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
      zh: `写入的文件超过 ${limits.filesMiB} MiB 的示例`,
      en: `an example that wrote files of more than ${limits.filesMiB} MiB`,
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
  /** Kills it and everything it has started. */
  stop(): void;
}

export interface Watched {
  /** The size of the output so far. */
  printedBytes(): number;
  /** The folders that it can write to. */
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
  // `setImmediate` lets a pending exit event come first when this program itself was busy past the limit.
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

/** Repeats a measurement, never overlapping: it takes longer with more files and processes. */
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

/** An empty file uses space in its folder. */
const entryBytes = 512;
/** The kernel accepts paths up to 4,096 bytes: deeper files could not be counted. */
const pathBytesMax = 3072;

/**
 * The space used by a folder's files; files deleted meanwhile count as nothing. An unreadable folder counts as over the limit,
 * because it could contain anything. Names need not be valid text.
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

/** Open files of processes that have no name (any more); memfd_create(2) makes such files in memory. */
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

/** A process group and all its descendants; empty without /proc. */
async function processesOf(leader: number): Promise<Process[]> {
  const pids = await readdir('/proc').catch(() => []);
  const read = await Promise.all(pids.filter((name) => /^\d+$/.test(name)).map(processOf));
  const processes = read.flatMap((found) => found ?? []);
  const members = membersOf(leader, processes);
  return processes.filter(({ pid }) => members.has(pid));
}

/** A process group and all its descendants. Process ids wrap around, so a child may have the lower one. */
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

/** From `/proc/<pid>/stat`: proc_pid_stat(5); the name in parentheses may contain anything. */
async function processOf(name: string): Promise<Process | undefined> {
  const line = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => undefined);
  if (line === undefined) return undefined;
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  // Fields 4 and 5 are the parent and the group; field 24 is the resident set in pages.
  return {
    pid: Number(name),
    parent: Number(fields[1]),
    group: Number(fields[2]),
    resident: Number(fields[21]) * pageBytes,
  };
}
