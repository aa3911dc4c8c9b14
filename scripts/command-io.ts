// The streams, environment and exit code of one command. `run` in `scripts/stele.ts` creates them for each call, so that a test can
// run commands without a process of their own.
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import type { Language } from '../build/edition/vocabulary.ts';
import { type Flags, readSettings, type Settings } from '../server/config.ts';
import { UsageError } from './content-option.ts';
import { defaultDataFolder, defaultEditionFolder } from './package-root.ts';

export type Output = Writable & { isTTY?: boolean; columns?: number };

/** The environment, folder and streams of one call. */
export interface CommandStreams {
  env: NodeJS.ProcessEnv;
  /** The folder to which relative paths on the command line refer; an absolute path. */
  cwd: string;
  stdout: Output;
  stderr: Output;
}

export interface CommandIo extends CommandStreams {
  /** The exit code of the call: 0 unless the command sets it. */
  exitCode: number;
}

/** The streams of this process. */
export const processIo = (): CommandIo => {
  const { env, stdout, stderr } = process;
  return { env, cwd: process.cwd(), stdout, stderr, exitCode: 0 };
};

/** The server's settings from flags and environment. Throws a UsageError that names every mistake. */
export function settingsFor({ env, cwd }: CommandIo, flags: Flags): { settings: Settings; workers: number } {
  const reading = readSettings(flags, { edition: defaultEditionFolder, data: defaultDataFolder }, env);
  if (!reading.ok) {
    const sentences = (language: Language): string => reading.mistakes.map((one) => one[language]).join('\nstele: ');
    throw new UsageError({ zh: sentences('zh'), en: sentences('en') });
  }
  const { settings, workers } = reading;
  const { editionFolder, dataFolder } = settings;
  return {
    workers,
    settings: { ...settings, editionFolder: resolve(cwd, editionFolder), dataFolder: resolve(cwd, dataFolder) },
  };
}
