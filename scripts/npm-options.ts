// Detects options that npm did not pass on. npm passes the options of `npm run` to the script only after a `--`. Without a `--`, npm only
// sets `npm_config_…` in the environment for each option.
import type { Command, Option } from 'commander';
import type { Bilingual } from '../build/edition/vocabulary.ts';

/**
 * Returns a sentence that names the options which npm did not pass to the command, and the correct command line. Undefined if npm passed
 * on all options. `words` are the arguments after the name of the command, as npm passed them on.
 */
export function optionsKeptByNpm(
  command: Command,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Bilingual | undefined {
  const script = env.npm_lifecycle_event;
  // Nothing is detected under npx: it passes on everything after the name of the program, and npm_config_… may be its own options.
  if (script === undefined || env.npm_command === 'exec' || script === 'npx') return undefined;
  // npm reads `--plan` as `-p -l -a -n` and sets the variables of the long names of these options.
  const isPlanKept = ['parseable', 'long', 'all'].every((name) => env[`npm_config_${name}`] === 'true');
  const keptValue = (option: Option): string | undefined => {
    const name = option.long?.slice(2) ?? '';
    if (isPlanKept && ['plan', 'all'].includes(name)) return name === 'plan' ? 'true' : undefined;
    return option.negate ? undefined : env[`npm_config_${name.replaceAll('-', '_')}`];
  };
  const below = command.commands.find((one) => one.name() === words[0]);
  const kept = [...(below?.options ?? []), ...command.options].flatMap((option) => {
    const value = keptValue(option);
    return value === undefined ? [] : [{ option, value }];
  });
  if (kept.length === 0) return undefined;
  // Of `--locale=zh`, npm keeps the name and the value. Of `--locale zh`, it keeps only the name; it passes on the value after all other
  // arguments.
  const isPassedOn = ({ option, value }: (typeof kept)[number]): boolean => takesValue(option) && value === 'true';
  const rest = words.slice(0, Math.max(0, words.length - kept.filter(isPassedOn).length));
  const values = words.slice(rest.length);
  const options = kept.map((one) => {
    if (!takesValue(one.option)) return one.option.long;
    const value = isPassedOn(one) ? (values.shift() ?? '…') : one.value;
    // Hides the user name and the password in an address.
    return `${one.option.long} ${quoted(value.replace(/\/\/[^/]*@/, '//…@'))}`;
  });
  const line = ['npm run', script, '--', ...rest.map(quoted), ...options].join(' ');
  return {
    zh: `npm 自己留下了 ${options.join(' ')}；请写成：${line}`,
    en: `npm kept ${options.join(' ')} for itself; write: ${line}`,
  };
}

const takesValue = ({ required, optional }: Option): boolean => required || optional;

const quoted = (word: string): string => (/^[\w@%+=:,./…-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
