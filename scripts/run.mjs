#!/usr/bin/env node
// Runs the command `stele` from the sources, compiling them first when one is newer than the compiled program. Plain JavaScript,
// because it runs before the compiler; services run `node dist/js/scripts/stele.js` directly.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'dist', 'js', '.compiled');
const timeOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** The latest modification time of the sources; a folder's own time reveals deleted files. */
function newestIn(folder) {
  const times = readdirSync(folder, { withFileTypes: true }).map((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? 0 : newestIn(path);
    return /\.(?:tsx?|mjs|css|svg)$/.test(entry.name) ? timeOf(path) : 0;
  });
  return Math.max(timeOf(folder), ...times);
}

const sources = ['build', 'server', 'scripts'].map((name) => newestIn(join(root, name)));
const configuration = ['package-lock.json', 'tsconfig.json', 'tsconfig.emit.json'].map((name) =>
  timeOf(join(root, name)),
);
if (Math.max(...sources, ...configuration) > timeOf(stamp)) {
  const started = new Date();
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'compile.mjs')], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stamp, '');
  // Changes made during compilation are compiled in the next run.
  utimesSync(stamp, started, started);
}

const { runProcess } = await import('../dist/js/scripts/stele.js');
await runProcess();
