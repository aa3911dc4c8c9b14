// Before the tests: compiles the sources once, for the tests that run the real command in a process of its own.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export function setup(): void {
  const root = fileURLToPath(new URL('..', import.meta.url));
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.emit.json'], {
    cwd: root,
    stdio: 'inherit',
  });
}
