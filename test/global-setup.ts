// Runs once per test run. Compiles the sources for tests that start the program or load scripts of pages. Creates a temporary folder
// for the run and removes it at the end.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const prefix = 'stele-run-';

export function setup(): (() => void) | undefined {
  // Vitest calls this function once for each project of a run; only the first call has an effect.
  if (basename(tmpdir()).startsWith(prefix)) return undefined;
  const root = fileURLToPath(new URL('..', import.meta.url));
  execFileSync(process.execPath, [join(root, 'scripts', 'compile.mjs')], { stdio: 'inherit' });
  const folder = mkdtempSync(join(tmpdir(), prefix));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
