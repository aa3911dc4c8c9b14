// How long an example may take and how much it may use, and what ends one that goes beyond. Counts a whole process group, as
// Linux shows it in /proc.
import type { ChildProcess } from 'node:child_process';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bilingual } from '../../../build/messages.ts';

export interface Limits {
  timeMs: number;
  /** Resident memory of all processes of an example together. */
  memoryMiB: number;
  /** What it may write to standard output and standard error. */
  outputMiB: number;
  /** What its folders may hold; an empty file counts as well. */
  filesMiB: number;
}

export const usualLimits: Limits = { timeMs: 20_000, memoryMiB: 512, outputMiB: 1, filesMiB: 256 };

export type Limit = 'time' | 'memory' | 'output' | 'files';

/** What went beyond a limit, as a phrase that follows «found». */
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
  }[limit];
}

const lookEveryMs = 50;
const lookAtFilesEveryMs = 200;
const pageBytes = 4096;

export interface Watch {
  /** The limit that was passed, when one was. */
  passed(): Limit | undefined;
  /** Ends the watching; the process may be watched again. */
  end(): void;
}

/** A child process that leads a group of its own. */
export interface Stoppable {
  child: Pick<ChildProcess, 'pid' | 'exitCode' | 'signalCode'>;
  /** Kills it with all that it has started. */
  stop(): void;
}

export interface Watched {
  /** How much was printed so far. */
  printedBytes(): number;
  /** Those that it can write to. */
  folders?: readonly string[];
}

/** Stops a process when it passes a limit. */
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
  // When this program itself was busy for so long, it is told only after this that the child has ended meanwhile.
  const timer = setTimeout(() => setImmediate(stopUnlessEnded), limits.timeMs);
  const looking = setInterval(() => {
    if (printedBytes() > limits.outputMiB * 2 ** 20) stop('output');
    else
      void residentBytes(child.pid ?? -1).then((bytes) => {
        if (bytes > limits.memoryMiB * 2 ** 20) stop('memory');
      });
  }, lookEveryMs);
  // Looking takes the longer the more files there are.
  let isLooking = false;
  const lookingAtFiles = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void Promise.all(folders.map(bytesIn)).then((sizes) => {
      isLooking = false;
      if (sizes.reduce((sum, size) => sum + size, 0) > limits.filesMiB * 2 ** 20) stop('files');
    });
  }, lookAtFilesEveryMs);
  return {
    passed: () => passed,
    end() {
      clearTimeout(timer);
      clearInterval(lookingAtFiles);
      clearInterval(looking);
    },
  };
}

/** What takes no room itself takes some in its folder. */
const entryBytes = 512;

/** The room that a folder's files take; what goes while it is looked at counts as nothing. */
async function bytesIn(folder: string): Promise<number> {
  let sum = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    const { blocks } = await lstat(path).catch(() => ({ blocks: 0 }));
    sum += entryBytes + blocks * 512 + (entry.isDirectory() ? await bytesIn(path) : 0);
  }
  return sum;
}

/** Resident memory of a process group and of all that descends from it; 0 where there is no /proc. */
async function residentBytes(leader: number): Promise<number> {
  const pids = await readdir('/proc').catch(() => []);
  const read = await Promise.all(pids.filter((name) => /^\d+$/.test(name)).map(processOf));
  const processes = read.flatMap((found) => found ?? []);
  const members = membersOf(leader, processes);
  return processes.reduce((sum, { pid, resident }) => (members.has(pid) ? sum + resident : sum), 0);
}

/** A process group and all that descends from it. Numbers of processes begin anew at times, so that a child may have the lower one. */
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

/** From `/proc/<pid>/stat`: proc_pid_stat(5); the name in parentheses may hold anything. */
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
