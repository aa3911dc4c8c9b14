#!/usr/bin/env node
// Runs the command `stele` from the sources: compiles them first when one of them is newer than what was compiled. It is
// JavaScript because it is what comes before the compiler; services run `node dist/js/scripts/stele.js` themselves.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// npm keeps an option for itself unless `--` stands before it, and says nothing: the author would think it was heard.
const flags = ['strict', 'fix', 'imported', 'peers', 'speed'];
const settings = [
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
];
const keptValue = (name) => process.env[`npm_config_${name.replaceAll('-', '_')}`];
const kept = [...flags, ...settings].filter((name) => keptValue(name) !== undefined);
if (process.env.npm_lifecycle_event !== undefined && kept.length > 0) {
  const rest = process.argv.slice(3);
  const options = kept.map((name) => {
    const value = keptValue(name);
    if (flags.includes(name)) return `--${name}`;
    // `--locale=zh` is kept whole; of `--locale zh` npm keeps the name and passes the value on.
    return `--${name} ${value === 'true' ? (rest.shift() ?? '…') : value}`;
  });
  const command = ['npm run', process.env.npm_lifecycle_event, '--', ...rest, ...options].join(' ');
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
    if (entry.isDirectory()) return newestIn(path);
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

await import('../dist/js/scripts/stele.js');
