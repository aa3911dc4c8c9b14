// Runs the code of examples in bubblewrap (bwrap(1)); without bubblewrap, no code of an example runs. A program has its own file tree,
// which is read-only except for one folder, and its own process, user and network namespaces. By default it has no network.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import type { Bilingual } from '../../../build/edition/vocabulary.ts';
import { modulesFolder, packageRoot } from '../../package-root.ts';
import { serviceOrigin } from '../service.ts';
import { type Limit, type Limits, type Stoppable, usualLimits, watchLimits } from './limits.ts';
import { refusedCalls } from './refused-calls.ts';

export interface Program {
  /** The program and its arguments. `node` is the Node that runs this process. */
  command: readonly [name: 'node' | 'bash', ...given: string[]];
  /** `service`: only Stele at its usual address. `any`: the network of this machine, including its loopback addresses. */
  network: 'none' | 'service' | 'any';
  limits?: Partial<Limits>;
}

export interface Ended {
  /** The exit code; null if a signal ended the program. */
  exitCode: number | null;
  /** Standard output and standard error in the order in which they were written. */
  printed: string;
  passed: Limit | undefined;
  /** The reason why bubblewrap could not run the program on this machine; undefined if it ran. */
  refused?: Bilingual;
}

export interface Started extends Stoppable {
  child: ChildProcess;
  /** Resolves when all processes of the program have ended. `hasNotRun`: bubblewrap ended before it started the program. */
  ended: Promise<{ exitCode: number | null; hasNotRun: boolean }>;
}

export interface Confinement {
  limits: Limits;
  /** Runs a program to its end. It runs in the article's folder and can write there. */
  run(program: Program): Promise<Ended>;
  /** Starts a program that cannot write to any folder. Its standard input and output are pipes. */
  start(program: Program): Promise<Started>;
}

export interface Places {
  /** The writable folder of the program. */
  folder: string;
  /** Returns the path of the file that receives the output: a new file for each program, in a folder that the program cannot write to. */
  printTo: () => string;
  /** The socket file through which a program reaches the Stele server. */
  serviceSocket: () => Promise<string>;
}

/** Folders of this machine that programs can read. Those that do not exist are left out. */
const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64'];
const systemFiles = ['/etc/alternatives', '/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d'];
/**
 * Files that programs with network need to resolve names and check certificates. The folders around them are not readable, because they
 * also contain private keys.
 */
const networkFiles = [
  '/etc/resolv.conf',
  '/etc/hosts',
  '/etc/nsswitch.conf',
  '/etc/ssl/certs',
  '/etc/ssl/openssl.cnf',
  '/etc/ca-certificates',
  '/etc/pki/ca-trust',
  '/etc/pki/tls/certs',
];

const callFilter = refusedCalls();

/** The maximum size of one file that a program writes. */
const fileBytesMax = 64 * 2 ** 20;

const paths = { work: '/work', children: '/stele/dist/js/scripts/verify/children', socket: '/run/stele.sock' };

/** The path of Stele's own child programs inside the confinement. */
export const childProgram = (name: 'sql'): string => join(paths.children, `${name}.js`);

/** The reason why bubblewrap does not work on this machine; undefined if it works. */
export async function bubblewrapFault(): Promise<Bilingual | undefined> {
  const [program = '', ...given] = [...wrapped('none'), '/bin/sh', '-c', 'exit 0'];
  return new Promise((resolve) => {
    execFile(program, given, { env: { PATH: process.env.PATH, LC_ALL: 'C' } }, (error, _stdout, stderr) => {
      if (error === null) return resolve(undefined);
      const said = stderr.trim().split('\n')[0] ?? '';
      if (said.includes('--disable-userns')) return resolve(tooOld);
      const isMissing = error.code === 'ENOENT' || /failed to execute|No such file/.test(said);
      resolve(
        isMissing
          ? {
              zh: '没有安装 bubblewrap（在 Debian、Ubuntu 上用 apt-get install bubblewrap 安装）',
              en: 'bubblewrap is not installed (on Debian and Ubuntu: apt-get install bubblewrap)',
            }
          : {
              zh: `bubblewrap 在本机不能工作（${said}）；容器需要允许用户命名空间`,
              en: `bubblewrap does not work here (${said}); a container must allow user namespaces`,
            },
      );
    });
  });
}

const tooOld: Bilingual = {
  zh: 'bubblewrap 的版本低于 0.8，不能禁止示例建立用户命名空间',
  en: 'bubblewrap is older than 0.8 and cannot prevent examples from creating user namespaces',
};

export interface Rules {
  limits?: Limits;
  /** Whether programs may use the network of this machine. */
  allowsNetwork?: boolean;
}

export function bubblewrap(
  { folder, printTo, serviceSocket }: Places,
  { limits = usualLimits, allowsNetwork = false }: Rules = {},
): Confinement {
  // /tmp of a program is a folder on disk. An in-memory file system would have no size limit in some versions of bubblewrap.
  const temporary = join(dirname(folder), 'tmp');
  return {
    limits,
    async run(program) {
      if (program.network === 'any' && !allowsNetwork)
        return { exitCode: null, printed: '', passed: undefined, refused: networkIsClosed };
      mkdirSync(temporary, { recursive: true });
      const binds = ['--bind', temporary, '/tmp', ...nodeBinds(), '--bind', folder, paths.work, '--chdir', paths.work];
      const socket = program.network === 'service' ? await serviceSocket() : undefined;
      const path = printTo();
      const file = openSync(path, 'ax+', 0o600);
      try {
        const started = start(wordsFor(program, binds, socket), {
          stdio: ['ignore', file, file],
          told: `${path}-told`,
        });
        const watch = watchLimits(
          started,
          { ...limits, ...program.limits },
          { printedBytes: () => fstatSync(file).size, folders: [folder, temporary] },
        );
        const { exitCode, hasNotRun } = await started.ended.finally(watch.end);
        const passed = watch.passed();
        const printed = readFileSync(path)
          .subarray(0, limits.outputMiB * 2 ** 20)
          .toString('utf8');
        const refused = passed === undefined && hasNotRun ? notStarted(printed) : undefined;
        return { exitCode: passed === undefined ? exitCode : null, printed, passed, ...(refused && { refused }) };
      } finally {
        closeSync(file);
        await rm(path, { force: true });
      }
    },
    async start(program) {
      const words = wordsFor(program, [...nodeBinds(), '--chdir', '/'], undefined);
      return start(words, { stdio: ['pipe', 'pipe', 'ignore'], told: `${printTo()}-told` });
    },
  };
}

function wordsFor({ command, network }: Program, binds: readonly string[], socket: string | undefined): string[] {
  const [name, ...given] = command;
  const words = [name === 'node' ? process.execPath : name, ...given];
  const relay = [process.execPath, join(paths.children, 'relay.js'), paths.socket, new URL(serviceOrigin).port];
  return [
    ...[
      ...wrapped(network),
      '--json-status-fd',
      '3',
      ...(callFilter === undefined ? [] : ['--seccomp', '4']),
      ...binds,
    ],
    ...(socket === undefined ? [] : ['--ro-bind', socket, paths.socket]),
    // Makes the mount points of bubblewrap itself read-only too. /proc contains settings of the whole machine, which an example could
    // change if root runs `verify`.
    ...['--remount-ro', '/dev', '--remount-ro', '/proc', '--remount-ro', '/'],
    ...(socket === undefined ? words : [...relay, ...words]),
  ];
}

/** Starts bubblewrap, which writes the start and the exit of its program into the file `told` as JSON. */
function start(
  words: readonly string[],
  { stdio, told }: { stdio: readonly ('ignore' | 'pipe' | number)[]; told: string },
): Started {
  const [program = '', ...given] = words;
  const file = openSync(told, 'ax+', 0o600);
  const child: ChildProcess = spawn(program, given, {
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin' },
    stdio: [...stdio, file, callFilter === undefined ? 'ignore' : 'pipe'],
    detached: true,
  });
  closeSync(file);
  const filterPipe = child.stdio[4];
  if (filterPipe instanceof Writable) {
    // Ignores the error if bubblewrap exits before it has read the filter. Its own output then explains why.
    filterPipe.on('error', () => undefined);
    filterPipe.end(callFilter);
  }
  const ended = once(child, 'exit').then(async ([exitCode]) => {
    running.delete(started);
    const hasNotRun = !readFileSync(told, 'utf8').includes('exit-code');
    await rm(told, { force: true });
    return { exitCode: typeof exitCode === 'number' ? exitCode : null, hasNotRun };
  });
  const started: Started = {
    child,
    ended,
    stop() {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      // If the first process of a namespace is killed, the kernel kills all others (pid_namespaces(7)), and bubblewrap exits after them.
      // As long as bubblewrap has not written `child-pid`, no code of the example runs.
      const first = /"child-pid": (\d+)/.exec(readFileSync(told, 'utf8'))?.[1];
      try {
        process.kill(first === undefined ? -child.pid : Number(first), 'SIGKILL');
      } catch {
        // The process has already ended.
      }
    },
  };
  running.add(started);
  return started;
}

/** The running programs, which are killed when this process ends. */
const running = new Set<Started>();

/** Kills all running programs. Called when this process is stopped. */
export function stopAll(): void {
  for (const started of running) started.stop();
}

/**
 * A shell script that closes inherited file descriptors before it starts bubblewrap. Otherwise the example could use them, for instance
 * a lock or a pipe of a CI job. Node does not close all of them. Descriptors 3 and 4 belong to bubblewrap.
 */
const closingInherited = `
  for file in /proc/self/fd/*; do
    file=\${file##*/}
    if ((file > 4)); then eval "exec $file>&-"; fi
  done
  exec "$@"`;

/** The first part of the bubblewrap command, without the folder and the program. */
function wrapped(network: Program['network']): string[] {
  const readable = [...systemFolders, ...systemFiles, ...(network === 'any' ? networkFiles : [])];
  return [
    ...['bash', '-c', closingInherited, 'bash', 'prlimit', `--fsize=${fileBytesMax}`, '--core=0', 'bwrap'],
    ...['--die-with-parent', '--new-session', '--unshare-all', ...(network === 'any' ? ['--share-net'] : [])],
    // --disable-userns: with a user namespace of its own, an example could mount file systems in memory without limit, and the control
    // groups of this machine.
    ...['--unshare-user', '--disable-userns', '--cap-drop', 'ALL'],
    ...['--uid', '1000', '--gid', '1000', '--hostname', 'example', '--clearenv'],
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...readable.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...['--ro-bind', modulesFolder, '/node_modules'],
    ...[
      '--ro-bind',
      join(packageRoot, 'dist', 'js'),
      '/stele/dist/js',
      '--ro-bind',
      join(packageRoot, 'package.json'),
      '/stele/package.json',
    ],
  ];
}

/** The environment variables of every example. Apart from PATH they are the same on every machine. */
const environment = {
  PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
  HOME: paths.work,
  TMPDIR: '/tmp',
  LANG: 'C.UTF-8',
  TZ: 'UTC',
  NO_COLOR: '1',
  TERM: 'dumb',
};

/** Binds Node and npm at their own paths. The folder around them is not readable, because it may be the user's home. */
function nodeBinds(): string[] {
  const node = realpathSync(process.execPath);
  if (systemFolders.some((folder) => node.startsWith(`${folder}/`))) return [];
  const packages = join(dirname(dirname(node)), 'lib', 'node_modules');
  // If Node is below /tmp, npm and npx get no links: files in /tmp stay for the next example, and creating a link twice fails.
  const names = node.startsWith('/tmp/') ? [] : ['npm', 'npx'];
  const commands = names.flatMap((name) => [
    '--symlink',
    join(packages, 'npm', 'bin', `${name}-cli.js`),
    join(dirname(node), name),
  ]);
  return ['--ro-bind', node, node, '--ro-bind-try', join(packages, 'npm'), join(packages, 'npm'), ...commands];
}

const networkIsClosed: Bilingual = {
  zh: '标着 network 的示例，而这次运行没有开放网络（用 --network 开放）',
  en: 'an example marked network, but this run allows no network access (use --network)',
};

function notStarted(printed: string): Bilingual {
  const said = printed.trim().split('\n')[0] ?? '';
  return {
    zh: `bubblewrap 没能运行示例${said === '' ? '' : `：${said}`}`,
    en: `bubblewrap could not run the example${said === '' ? '' : `: ${said}`}`,
  };
}
