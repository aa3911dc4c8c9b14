#!/usr/bin/env node
// Runs the command `stele` in a checkout. If a source is newer than the compiled program, compiles the sources first. This file is plain
// JavaScript, because it runs before the compiler. Services run `node dist/js/scripts/stele.js` directly.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'dist', 'js', '.compiled');
const timeOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** The latest modification time of the sources. It includes the times of folders, which change when a file is deleted. */
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
  // The stamp gets the time at which the compiler started, so that the next run compiles changes made during this compilation.
  utimesSync(stamp, started, started);
}

const { runProcess } = await import('../dist/js/scripts/stele.js');
await runProcess();
