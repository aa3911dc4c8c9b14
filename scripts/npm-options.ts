// Detects options that npm consumed: without a `--` before it, npm silently keeps an option for itself and sets `npm_config_…` in
// the environment.
import type { Command, Option } from 'commander';
import type { Bilingual } from '../build/edition/vocabulary.ts';

/** npm has this option too, and may get it from `.npmrc`. */
const ownOfNpm = new Set(['yes']);

/**
 * A sentence with the options that npm kept instead of passing them to the command, and the correct call; undefined when npm kept none.
 * `words` are the arguments after the name of the command, as npm passed them on.
 */
export function optionsKeptByNpm(
  command: Command,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Bilingual | undefined {
  const script = env.npm_lifecycle_event;
  // `npx` has its own options, such as --package, and passes on everything after the name of the program.
  if (script === undefined || env.npm_command === 'exec' || script === 'npx') return undefined;
  // npm reads `--plan` as `-p -l -a -n`, and stores the long names of these.
  const isPlanKept = ['parseable', 'long', 'all'].every((name) => env[`npm_config_${name}`] === 'true');
  const keptValue = (option: Option): string | undefined => {
    const name = option.long?.slice(2) ?? '';
    if (isPlanKept && ['plan', 'all'].includes(name)) return name === 'plan' ? 'true' : undefined;
    return ownOfNpm.has(name) || option.negate ? undefined : env[`npm_config_${name.replaceAll('-', '_')}`];
  };
  const below = command.commands.find((one) => one.name() === words[0]);
  const kept = [...(below?.options ?? []), ...command.options].flatMap((option) => {
    const value = keptValue(option);
    return value === undefined ? [] : [{ option, value }];
  });
  if (kept.length === 0) return undefined;
  // npm keeps `--locale=zh` whole; of `--locale zh` it keeps the name and passes the value on, after the other words.
  const isPassedOn = ({ option, value }: (typeof kept)[number]): boolean => takesValue(option) && value === 'true';
  const rest = words.slice(0, Math.max(0, words.length - kept.filter(isPassedOn).length));
  const values = words.slice(rest.length);
  const options = kept.map((one) => {
    if (!takesValue(one.option)) return one.option.long;
    const value = isPassedOn(one) ? (values.shift() ?? '…') : one.value;
    // An address may contain a password.
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
