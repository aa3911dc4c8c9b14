// Runs the compiled command on a pseudo-terminal, which `script` of util-linux provides, so that all its streams are terminals.
import { spawn, spawnSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { onTestFinished } from 'vitest';
import { isAllHere } from '../needed.ts';
import { repositoryRoot } from '../site.ts';
import { cleanEnvironment, program } from './command.ts';

/** Requires `script` of util-linux, because other implementations have other arguments. */
export const hasTerminal = isAllHere(
  /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '')
    ? undefined
    : 'there is no `script` of util-linux on this machine (apt-get install bsdutils)',
);

export interface Session {
  /** Waits until the output since the previous call contains `text`; resolves to that output without control sequences. */
  shows(text: string): Promise<string>;
  /** Sends keys to the terminal. */
  type(keys: string): void;
  exited: Promise<number | null>;
}

export const keys = { enter: '\r', controlC: '\u0003', controlD: '\u0004' };

/** Starts the command on a pseudo-terminal. The arguments become one shell line, so they must not contain single quotes. */
export function onTerminal(given: readonly string[], more: Record<string, string> = {}): Session {
  const line = [process.execPath, program, ...given].map((part) => `'${part}'`).join(' ');
  const child = spawn('script', ['--quiet', '--return', '--command', `stty cols 100 rows 40; ${line}`, '/dev/null'], {
    cwd: repositoryRoot,
    env: cleanEnvironment({ TERM: 'xterm-256color', SHELL: '/bin/sh', ...more }),
  });
  onTestFinished(() => void child.kill('SIGTERM'));
  let output = '';
  let read = 0;
  let wake = (): void => undefined;
  const hear = (chunk: Buffer): void => {
    output += chunk.toString('utf8');
    wake();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  let isOver = false;
  void exited.then(() => {
    isOver = true;
    wake();
  });
  return {
    async shows(text) {
      for (;;) {
        const shown = stripVTControlCharacters(output.slice(read));
        if (shown.includes(text)) {
          read = output.length;
          return shown;
        }
        if (isOver) throw new Error(`the command ended without ${JSON.stringify(text)}: ${shown}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    type: (text) => void child.stdin.write(text),
    exited,
  };
}
