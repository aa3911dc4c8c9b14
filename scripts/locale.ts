// The language of commands: that of --locale, else that of the environment.

import { Command, Option } from 'commander';
import { type Language, languages } from '../build/edition/vocabulary.ts';
import type { CommandIo } from './command-io.ts';

/** In the order of POSIX (XBD 8.2): the first variable that is set and not empty counts. */
const variables = ['LC_ALL', 'LC_MESSAGES', 'LANG'] as const;

export const localeOption = ({ env }: CommandIo): Option =>
  new Option('--locale <language>', 'the language of messages')
    .choices(languages)
    .default(localeOfEnvironment(env), 'that of LC_ALL, LC_MESSAGES or LANG: zh for Chinese, en for any other');

/** The language of error messages, from the arguments that commander gives an action; the environment's without --locale. */
export function localeOf(given: readonly unknown[], env: NodeJS.ProcessEnv): Language {
  const command = given.at(-1);
  const locale: unknown = command instanceof Command ? command.opts().locale : undefined;
  return languages.find((language) => language === locale) ?? localeOfEnvironment(env);
}

export function localeOfEnvironment(env: NodeJS.ProcessEnv): Language {
  const value = variables.map((name) => env[name]).find((set) => set !== undefined && set !== '');
  return value?.startsWith('zh') ? 'zh' : 'en';
}
