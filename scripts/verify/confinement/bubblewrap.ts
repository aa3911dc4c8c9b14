// Everything that examples run is run by bubblewrap (bwrap(1)), or not at all: with a file tree of its own that is read-only but for
// one folder, and with its own processes, its own user and its own network, which is empty.
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
  /** Why bubblewrap could not run it, when that is for this machine alone. */
  refused?: Bilingual;
}

export interface Started extends Stoppable {
  child: ChildProcess;
  /** Resolves when no process of it is left. `isUntold`: bubblewrap has ended without having run the program. */
  ended: Promise<{ exitCode: number | null; isUntold: boolean }>;
}

export interface Confinement {
  limits: Limits;
  /** Runs a program to its end in the folder, which it can write to. */
  run(program: Program): Promise<Ended>;
  /** Starts a program that has no folder to write to, with standard input and output as pipes. */
  start(program: Program): Promise<Started>;
}

export interface Places {
  /** What the program can write to. */
  folder: string;
  /** Where what it prints is kept while it runs: a new file each time, in a folder that it cannot write to. */
  printTo: () => string;
  /** The socket file of the service. */
  serviceSocket: () => Promise<string>;
}

/** What a program finds, read-only, where the machine has it. */
const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64'];
const systemFiles = ['/etc/alternatives', '/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d'];
/** What names and certificates are looked up in; private keys lie beside these. */
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

/** The biggest file that a program can write. */
const fileBytesMax = 64 * 2 ** 20;

const paths = { work: '/work', children: '/stele/dist/js/scripts/verify/children', socket: '/run/stele.sock' };

/** Where one of Stele's own programs that run beside examples is found there. */
export const childProgram = (name: 'sql'): string => join(paths.children, `${name}.js`);

/** Why bubblewrap can confine nothing on this machine; undefined when it can. */
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
  en: 'bubblewrap is older than 0.8 and cannot keep examples from making user namespaces',
};

export interface Rules {
  limits?: Limits;
  /** Whether programs may have the network of this machine. */
  allowsNetwork?: boolean;
}

export function bubblewrap(
  { folder, printTo, serviceSocket }: Places,
  { limits = usualLimits, allowsNetwork = false }: Rules = {},
): Confinement {
  // A file system in memory would have no limit, and not every bubblewrap can give it one.
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
        const { exitCode, isUntold } = await started.ended.finally(watch.end);
        const passed = watch.passed();
        const printed = readFileSync(path)
          .subarray(0, limits.outputMiB * 2 ** 20)
          .toString('utf8');
        const refused = passed === undefined && isUntold ? notStarted(printed) : undefined;
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
    // What bubblewrap made for the places above is not for writing either. /proc holds settings of the whole machine, which belong
    // to root: run by root, an example is root to them.
    ...['--remount-ro', '/dev', '--remount-ro', '/proc', '--remount-ro', '/'],
    ...(socket === undefined ? words : [...relay, ...words]),
  ];
}

/** Runs bubblewrap, which writes to the file `told` as what it has started its program, and how that has ended. */
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
    // One that ends before it has read this says why itself.
    filterPipe.on('error', () => undefined);
    filterPipe.end(callFilter);
  }
  const ended = once(child, 'exit').then(async ([exitCode]) => {
    running.delete(started);
    const isUntold = !readFileSync(told, 'utf8').includes('exit-code');
    await rm(told, { force: true });
    return { exitCode: typeof exitCode === 'number' ? exitCode : null, isUntold };
  });
  const started: Started = {
    child,
    ended,
    stop() {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      // With the first process of its namespace the kernel ends all others (pid_namespaces(7)), and only then bubblewrap ends: after
      // that nothing writes any more. Before it has told of that process, nothing of the example runs.
      const first = /"child-pid": (\d+)/.exec(readFileSync(told, 'utf8'))?.[1];
      try {
        process.kill(first === undefined ? -child.pid : Number(first), 'SIGKILL');
      } catch {
        // It has ended already.
      }
    },
  };
  running.add(started);
  return started;
}

/** What runs now, so that nothing outlives this program. */
const running = new Set<Started>();

/** Ends everything that runs: for a program that is stopped itself. */
export function stopAll(): void {
  for (const started of running) started.stop();
}

/**
 * Files that this program was started with stay open in what it starts, and so in the example: a lock, say, or a pipe of the
 * machine that runs the tests. Node closes the first of them alone. Numbers 3 and 4 are bubblewrap's own.
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
    // In a user namespace of its own an example could mount memory without a limit, and the control groups of this machine.
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

/** What every example finds in its environment: the same on every machine. */
const environment = {
  PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
  HOME: paths.work,
  TMPDIR: '/tmp',
  LANG: 'C.UTF-8',
  TZ: 'UTC',
  NO_COLOR: '1',
  TERM: 'dumb',
};

/** Node and npm where they are, and nothing else of the folder: it may be its user's own. */
function nodeBinds(): string[] {
  const node = realpathSync(process.execPath);
  if (systemFolders.some((folder) => node.startsWith(`${folder}/`))) return [];
  const packages = join(dirname(dirname(node)), 'lib', 'node_modules');
  // What is put into the temporary folder stays for the next example, and a link is made only once.
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
  en: 'an example that is marked network, which this run keeps closed (--network opens it)',
};

function notStarted(printed: string): Bilingual {
  const said = printed.trim().split('\n')[0] ?? '';
  return {
    zh: `bubblewrap 没能运行示例${said === '' ? '' : `：${said}`}`,
    en: `bubblewrap could not run the example${said === '' ? '' : `: ${said}`}`,
  };
}
