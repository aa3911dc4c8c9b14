// Loads the packages that only comparisons need. They have a package file of their own, so that nobody who builds or
// serves has to install them.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { UsageError } from '../../content-option.ts';
import { packageRoot } from '../../package-root.ts';

const benchFolder = join(packageRoot, 'scripts', 'bench');

/** The module of this name; the caller says what it uses of it. Throws a UsageError when it is not installed. */
export function peerModule<Module>(name: string): Module {
  if (!isInstalled(name))
    throw new UsageError(`${name} is not installed; --peers needs it: npm ci --prefix scripts/bench`);
  return createRequire(join(benchFolder, 'package.json'))(name);
}

export const isInstalled = (name: string): boolean =>
  existsSync(join(benchFolder, 'node_modules', name, 'package.json'));
