// The confinement where bubblewrap is not at hand: Node's own permission model. It runs JavaScript alone, without processes and
// threads of its own, and holds back files for certain, the network by a guard. See «Permissions» in Node's documentation.
import { existsSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Bilingual } from '../../../build/messages.ts';
import { packageRoot } from '../../package-root.ts';
import { childrenFolder, examplesEnvironment, type Places } from './bubblewrap.ts';
import type { Confinement, Ended, Program } from './confinement.ts';
import { type Limits, usualLimits } from './limits.ts';
import { runWatched } from './run.ts';

const needsBubblewrap: Bilingual = {
  zh: '本机没有可用的 bubblewrap（在 Debian、Ubuntu 上用 apt-get install bubblewrap 安装）',
  en: 'bubblewrap is not here or cannot work (on Debian and Ubuntu: apt-get install bubblewrap)',
};

/**
 * Whether what was printed tells that Node refused something. Under bubblewrap it would have been done, or have failed otherwise:
 * one that must fail must not do so for this. An example may also catch the refusal and go on without a word, which is why no
 * failure here is certain.
 */
const refusedByPermissions = /ERR_ACCESS_DENIED[\s\S]*permission: '\w+'/;

export function nodePermissions(
  { folder, printTo }: Omit<Places, 'serviceSocket'>,
  limits: Limits = usualLimits,
): Confinement {
  // Beside the folder, so that examples do not find it when they list their own.
  const temporary = join(dirname(folder), 'tmp');
  const packages = join(dirname(folder), 'node_modules');
  const refusal = ({ name, network }: Program): Bilingual | undefined =>
    name === 'bash' || network === 'service' ? needsBubblewrap : undefined;
  return {
    limits,
    refusal,
    doubt: needsBubblewrap,
    async run(program): Promise<Ended> {
      mkdirSync(temporary, { recursive: true });
      if (!existsSync(packages)) symlinkSync(join(packageRoot, 'node_modules'), packages, 'dir');
      const asked = { ...limits, ...program.limits };
      const guards = ['signal-guard.js', ...(program.network === 'any' ? [] : ['network-guard.js'])].map((name) =>
        join(childrenFolder, name),
      );
      const readable = [
        ...[folder, temporary, ...guards],
        ...['node_modules', 'package.json'].map((name) => join(packageRoot, name)),
      ];
      const words = [
        process.execPath,
        process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission',
        ...readable.map((path) => `--allow-fs-read=${realpathSync(path)}`),
        `--allow-fs-read=${packages}`,
        ...[folder, temporary].map((path) => `--allow-fs-write=${realpathSync(path)}`),
        ...guards.flatMap((guard) => ['--import', guard]),
        `--max-old-space-size=${asked.memoryMiB}`,
        ...program.arguments,
      ];
      const environment = examplesEnvironment(folder, temporary);
      const ended = await runWatched(
        { words, folder, environment, writable: [folder, temporary], printTo: printTo() },
        asked,
      );
      return refusedByPermissions.test(ended.printed) ? { ...ended, refused: needsBubblewrap } : ended;
    },
  };
}
