// npm keeps an option for itself unless `--` stands before it, and says nothing: the author would think that it had an effect.

export const flags = [
  'strict',
  'dry-run',
  'fix',
  'imported',
  'peers',
  'fit',
  'json',
  'all',
  'found-nothing',
  'clear',
  'stale',
  'check',
  'renew',
  'force',
  'network',
];
// In the order in which they are usually written: where several values were passed on, this says which is whose.
export const settings = [
  'now',
  'name-zh',
  'name-en',
  'domains',
  'package',
  'title-zh',
  'title-en',
  'summary-zh',
  'summary-en',
  'tags',
  'keywords',
  'risk',
  'author',
  'host',
  'public-url',
  'allowed-hosts',
  'cors-origin',
  'trust-proxy',
  'query-statistics',
  'log-level',
  'to',
  'domain',
  'map',
  'pair',
  'site',
  'site-zh',
  'date',
  'split',
  'write-baseline',
  'plan',
  'label',
  'expires',
  'overlap',
  'what',
  'limit',
  'locale',
  'content',
  'out',
  'edition',
  'keep',
  'port',
  'metrics-port',
  'format',
  'queries',
  'url',
  'baseline',
  'only',
  'rounds',
  'corpus',
  'data',
  'redis-url',
  'workers',
  'lang',
  'max-tokens',
];

/**
 * The line that names the options which npm kept and shows the command to write instead; undefined when npm kept none.
 * `words` are those that npm passed on.
 */
export function optionsKeptByNpm(env, words) {
  // npm takes `--plan` for `-p -l -a -n`, and keeps the long names of these.
  const isPlanKept = ['parseable', 'long', 'all'].every((name) => env[`npm_config_${name}`] === 'true');
  const keptValue = (name) => {
    if (isPlanKept && ['plan', 'all'].includes(name)) return name === 'plan' ? 'true' : undefined;
    return env[`npm_config_${name.replaceAll('-', '_')}`];
  };
  const kept = [...flags, ...settings].filter((name) => keptValue(name) !== undefined);
  if (env.npm_lifecycle_event === undefined || kept.length === 0) return undefined;
  // `--locale=zh` is kept whole; of `--locale zh` npm keeps the name and passes the value on, after the other words.
  const passedOn = kept.filter((name) => settings.includes(name) && keptValue(name) === 'true');
  const rest = words.slice(0, Math.max(0, words.length - passedOn.length));
  const values = words.slice(rest.length);
  const quoted = (word) => (/^[\w@%+=:,./…-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
  const options = kept.map((name) => {
    if (flags.includes(name)) return `--${name}`;
    const value = passedOn.includes(name) ? (values.shift() ?? '…') : keptValue(name);
    // An address may hold a password.
    return `--${name} ${quoted(value.replace(/\/\/[^/]*@/, '//…@'))}`;
  });
  const command = ['npm run', env.npm_lifecycle_event, '--', ...rest.map(quoted), ...options].join(' ');
  return `stele: npm kept ${options.join(' ')} for itself; write: ${command}\n`;
}
