// The strong confinement: bubblewrap gives a program its own file tree (read-only but for one folder), its own processes and its
// own network, which is empty. See bwrap(1).
import { execFile } from 'node:child_process';
import { mkdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../package-root.ts';
import { serviceOrigin } from '../service.ts';
import type { Confinement, Ended, Program } from './confinement.ts';
import { type Limits, usualLimits } from './limits.ts';
import { runWatched } from './run.ts';

/** What a program finds, read-only, where the machine has it. */
const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64'];
const systemFiles = ['/etc/alternatives', '/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d'];
/** What names and certificates are looked up in. */
const networkFiles = [
  '/etc/resolv.conf',
  '/etc/hosts',
  '/etc/nsswitch.conf',
  '/etc/ssl',
  '/etc/ca-certificates',
  '/etc/pki',
];

/** The biggest file that a program can write. */
const fileBytesMax = 64 * 2 ** 20;

const paths = { work: '/work', children: '/stele/children', socket: '/run/stele.sock' };

/** Whether bubblewrap is installed and this system lets it do its work. */
export async function hasBubblewrap(): Promise<boolean> {
  const [program = '', ...given] = [...wrapped('none'), '/bin/sh', '-c', 'exit 0'];
  return promisify(execFile)(program, given).then(
    () => true,
    () => false,
  );
}

export interface Places {
  /** What the program can write to. */
  folder: string;
  /** Where what is printed is kept while it runs. */
  printTo: () => string;
  /** The socket file of the service. */
  serviceSocket: () => Promise<string>;
}

export function bubblewrap({ folder, printTo, serviceSocket }: Places, limits: Limits = usualLimits): Confinement {
  return {
    limits,
    refusal: () => undefined,
    doubt: undefined,
    async run(program: Program): Promise<Ended> {
      const command = [program.name === 'node' ? process.execPath : 'bash', ...program.arguments];
      // A file system in memory would have no limit, and not every bubblewrap can give it one.
      const temporary = join(dirname(folder), 'tmp');
      mkdirSync(temporary, { recursive: true });
      const words = [
        ...[...wrapped(program.network), '--json-status-fd', '3'],
        ...['--bind', temporary, '/tmp', ...nodeBinds(), '--bind', folder, paths.work, '--chdir', paths.work],
      ];
      if (program.network === 'service') {
        words.push('--ro-bind', await serviceSocket(), paths.socket);
        const relay = join(paths.children, 'relay.js');
        command.unshift(process.execPath, relay, paths.socket, new URL(serviceOrigin).port);
      }
      // What bubblewrap made for the places above is not for writing either.
      words.push('--remount-ro', '/dev', '--remount-ro', '/');
      return runWatched(
        {
          words: [...words, ...command],
          folder,
          environment: { PATH: process.env.PATH ?? '/usr/bin:/bin' },
          printTo: printTo(),
          writable: [folder, temporary],
          tellsEnd: true,
        },
        { ...limits, ...program.limits },
      );
    },
  };
}

/** The command up to the folder and the program. */
function wrapped(network: Program['network']): string[] {
  const readable = [...systemFolders, ...systemFiles, ...(network === 'any' ? networkFiles : [])];
  const environment = {
    PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    ...examplesEnvironment(paths.work, '/tmp'),
  };
  return [
    ...['prlimit', `--fsize=${fileBytesMax}`, '--core=0', 'bwrap'],
    ...['--die-with-parent', '--new-session', '--unshare-all', ...(network === 'any' ? ['--share-net'] : [])],
    ...['--uid', '1000', '--gid', '1000', '--hostname', 'example', '--clearenv'],
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...readable.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...['--ro-bind', join(packageRoot, 'node_modules'), '/node_modules'],
    ...[
      '--ro-bind',
      childrenFolder,
      paths.children,
      '--ro-bind',
      join(packageRoot, 'package.json'),
      '/stele/package.json',
    ],
  ];
}

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

/** Compiled programs that run beside examples. */
export const childrenFolder = join(packageRoot, 'dist', 'js', 'scripts', 'verify', 'children');

/** What every example finds in its environment: the same on every machine. */
export const examplesEnvironment = (home: string, temporary: string): Record<string, string> => ({
  HOME: home,
  TMPDIR: temporary,
  LANG: 'C.UTF-8',
  TZ: 'UTC',
  NO_COLOR: '1',
  TERM: 'dumb',
});
