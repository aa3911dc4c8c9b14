// All code of examples runs in bubblewrap (bwrap(1)) or not at all: with its own file tree, read-only except for one folder, and
// with its own processes, user and network, which is empty.
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
  /** The program and its arguments; `node` is the Node that runs this. */
  command: readonly [name: 'node' | 'bash', ...given: string[]];
  /** `service` is Stele at its usual address, and nothing else; `any` is the network of this machine, its loopback included. */
  network: 'none' | 'service' | 'any';
  limits?: Partial<Limits>;
}

export interface Ended {
  /** Null when a signal ended it. */
  exitCode: number | null;
  /** Standard output and standard error in the order in which they were written. */
  printed: string;
  passed: Limit | undefined;
  /** The reason why bubblewrap could not run it on this machine. */
  refused?: Bilingual;
}

export interface Started extends Stoppable {
  child: ChildProcess;
  /** Resolves when no process of it is left. `hasNotRun`: bubblewrap ended before the program ran. */
  ended: Promise<{ exitCode: number | null; hasNotRun: boolean }>;
}

export interface Confinement {
  limits: Limits;
  /** Runs a program to its end in the folder, which it can write to. */
  run(program: Program): Promise<Ended>;
  /** Starts a program that has no folder to write to, with standard input and output as pipes. */
  start(program: Program): Promise<Started>;
}

export interface Places {
  /** The writable folder of the program. */
  folder: string;
  /** The output file while it runs: a new file each time, in a folder that it cannot write to. */
  printTo: () => string;
  /** The socket file of the service. */
  serviceSocket: () => Promise<string>;
}

/** Read-only folders inside the confinement, if the machine has them. */
const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64'];
const systemFiles = ['/etc/alternatives', '/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d'];
/** Files for resolving names and checking certificates; private keys are in the same folders. */
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

/** The largest file that a program can write. */
const fileBytesMax = 64 * 2 ** 20;

const paths = { work: '/work', children: '/stele/dist/js/scripts/verify/children', socket: '/run/stele.sock' };

/** The path of Stele's own child programs inside the confinement. */
export const childProgram = (name: 'sql'): string => join(paths.children, `${name}.js`);

/** The reason why bubblewrap does not work on this machine; undefined when it does. */
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
  // An in-memory file system would have no limit, because some versions of bubblewrap cannot set one.
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
    // The mount points that bubblewrap created are made read-only too. /proc has settings of the whole machine that belong to root,
    // and an example run by root has root's rights on them.
    ...['--remount-ro', '/dev', '--remount-ro', '/proc', '--remount-ro', '/'],
    ...(socket === undefined ? words : [...relay, ...words]),
  ];
}

/** Runs bubblewrap, which reports the start and the exit of its program in the file `told`. */
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
    // When bubblewrap exits before it has read this, its own output explains why.
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
      // Killing the first process of a namespace makes the kernel kill all others (pid_namespaces(7)), and bubblewrap exits after
      // them: then nothing writes any more. Before it has reported that process, nothing of the example runs.
      const first = /"child-pid": (\d+)/.exec(readFileSync(told, 'utf8'))?.[1];
      try {
        process.kill(first === undefined ? -child.pid : Number(first), 'SIGKILL');
      } catch {
        // It has already ended.
      }
    },
  };
  running.add(started);
  return started;
}

/** Running programs, so that they end with this one. */
const running = new Set<Started>();

/** Kills all running programs, for when this program is stopped itself. */
export function stopAll(): void {
  for (const started of running) started.stop();
}

/**
 * Closes inherited file descriptors, for instance a lock or a pipe of the machine that runs the tests: they would stay open in the
 * example. Node closes only the first ones. Numbers 3 and 4 belong to bubblewrap.
 */
const closingInherited = `
  for file in /proc/self/fd/*; do
    file=\${file##*/}
    if ((file > 4)); then eval "exec $file>&-"; fi
  done
  exec "$@"`;

/** The command up to the folder and the program. */
function wrapped(network: Program['network']): string[] {
  const readable = [...systemFolders, ...systemFiles, ...(network === 'any' ? networkFiles : [])];
  return [
    ...['bash', '-c', closingInherited, 'bash', 'prlimit', `--fsize=${fileBytesMax}`, '--core=0', 'bwrap'],
    ...['--die-with-parent', '--new-session', '--unshare-all', ...(network === 'any' ? ['--share-net'] : [])],
    // With its own user namespace an example could mount unlimited memory and the control groups of this machine.
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

/** The environment of every example, the same on every machine. */
const environment = {
  PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
  HOME: paths.work,
  TMPDIR: '/tmp',
  LANG: 'C.UTF-8',
  TZ: 'UTC',
  NO_COLOR: '1',
  TERM: 'dumb',
};

/** Node and npm at their own paths, without the rest of the folder, which may be the user's. */
function nodeBinds(): string[] {
  const node = realpathSync(process.execPath);
  if (systemFolders.some((folder) => node.startsWith(`${folder}/`))) return [];
  const packages = join(dirname(dirname(node)), 'lib', 'node_modules');
  // Files in the temporary folder stay for the next example, and creating a link twice fails.
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
  en: 'an example marked network, which this run does not allow (use --network)',
};

function notStarted(printed: string): Bilingual {
  const said = printed.trim().split('\n')[0] ?? '';
  return {
    zh: `bubblewrap 没能运行示例${said === '' ? '' : `：${said}`}`,
    en: `bubblewrap could not run the example${said === '' ? '' : `: ${said}`}`,
  };
}
