#!/usr/bin/env node
// Runs the command `stele` from the sources: compiles them first when one of them is newer than what was compiled. It is
// JavaScript because it is what comes before the compiler; services run `node dist/js/scripts/stele.js` themselves.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// npm keeps an option for itself unless `--` stands before it, and says nothing: the author would think it was heard.
const flags = [
  'strict',
  'dry-run',
  'fix',
  'imported',
  'peers',
  'tune-peers',
  'one-language',
  'speed',
  'context',
  'json',
  'all',
  'found-nothing',
  'clear',
  'stale',
  'check',
  'renew',
  'force',
  'for-guide',
];
// In the order in which they are usually written: where several values were passed on, this says which is whose.
const settings = [
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
  'trust-proxy',
  'query-statistics',
  'log-level',
  'split',
  'replicate',
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
  'variants',
  'baseline',
  'only',
  'requests',
  'rounds',
  'round-ms',
  'articles',
  'corpus',
  'data',
  'redis-url',
  'workers',
  'lang',
  'max-tokens',
];
/** Npm takes `--plan` for `-p -l -a -n`, and keeps the long names of these. */
const isPlanKept = ['parseable', 'long', 'all'].every((name) => process.env[`npm_config_${name}`] === 'true');
function keptValue(name) {
  if (isPlanKept && ['plan', 'all'].includes(name)) return name === 'plan' ? 'true' : undefined;
  return process.env[`npm_config_${name.replaceAll('-', '_')}`];
}
const kept = [...flags, ...settings].filter((name) => keptValue(name) !== undefined);
if (process.env.npm_lifecycle_event !== undefined && kept.length > 0) {
  const words = process.argv.slice(3);
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
  const command = ['npm run', process.env.npm_lifecycle_event, '--', ...rest.map(quoted), ...options].join(' ');
  process.stderr.write(`stele: npm kept ${options.join(' ')} for itself; write: ${command}\n`);
  process.exit(2);
}

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'dist', 'js', '.compiled');
const timeOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** When the newest source was changed; a folder's own time tells of files that are gone. */
function newestIn(folder) {
  const times = readdirSync(folder, { withFileTypes: true }).map((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? 0 : newestIn(path);
    return /\.tsx?$/.test(entry.name) ? timeOf(path) : 0;
  });
  return Math.max(timeOf(folder), ...times);
}

const sources = ['build', 'server', 'scripts'].map((name) => newestIn(join(root, name)));
const configuration = ['package-lock.json', 'tsconfig.json', 'tsconfig.emit.json'].map((name) =>
  timeOf(join(root, name)),
);
if (Math.max(...sources, ...configuration) > timeOf(stamp)) {
  const started = new Date();
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status } = spawnSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.emit.json')], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stamp, '');
  // What changed while it compiled is compiled again the next time.
  utimesSync(stamp, started, started);
}

const { runProcess } = await import('../dist/js/scripts/stele.js');
await runProcess();
