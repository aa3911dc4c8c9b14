// Runs once: compiles the sources, for the tests that start the program and for the scripts of pages, and creates a
// temporary folder for the run, which is removed at the end with all leftovers of tests.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const prefix = 'stele-run-';

export function setup(): (() => void) | undefined {
  // Vitest calls this once for every project of a run.
  if (basename(tmpdir()).startsWith(prefix)) return undefined;
  const root = fileURLToPath(new URL('..', import.meta.url));
  execFileSync(process.execPath, [join(root, 'scripts', 'compile.mjs')], { stdio: 'inherit' });
  const folder = mkdtempSync(join(tmpdir(), prefix));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
