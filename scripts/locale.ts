// The language of a command's output: `--locale`, else the language of the environment.

import { Command, Option } from 'commander';
import { type Language, languages } from '../build/edition/vocabulary.ts';
import type { CommandIo } from './command-io.ts';

/** The environment variables in the order of POSIX (XBD 8.2). The first one that is set and not empty determines the language. */
const variables = ['LC_ALL', 'LC_MESSAGES', 'LANG'] as const;

export const localeOption = ({ env }: CommandIo): Option =>
  new Option('--locale <language>', 'the language of messages')
    .choices(languages)
    .default(localeOfEnvironment(env), 'from LC_ALL, LC_MESSAGES or LANG: zh for Chinese, else en');

/** The language of error messages. `given` are the arguments that commander passes to an action; the last one is the command. */
export function localeOf(given: readonly unknown[], env: NodeJS.ProcessEnv): Language {
  const command = given.at(-1);
  const locale: unknown = command instanceof Command ? command.opts().locale : undefined;
  return languages.find((language) => language === locale) ?? localeOfEnvironment(env);
}

export function localeOfEnvironment(env: NodeJS.ProcessEnv): Language {
  const value = variables.map((name) => env[name]).find((set) => set !== undefined && set !== '');
  return value?.startsWith('zh') ? 'zh' : 'en';
}
