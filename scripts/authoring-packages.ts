// The packages that building, checking and verifying need, but the server does not: `authoringPackages` in package.json. They are not
// declared as optional peer dependencies, because `npm ci --omit=dev` installs such packages even in a project that lists them as
// devDependencies. The installation would take 191 MB instead of 68 MB.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { Bilingual } from '../build/edition/vocabulary.ts';
import { packageRoot } from './package-root.ts';

interface Manifest {
  version?: string;
  authoringPackages?: string[];
  devDependencies?: Record<string, string>;
}

const manifestIn = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const { authoringPackages: names = [], devDependencies = {} } = manifestIn(packageRoot);

/** Name → the version with which Stele was tested. Another version could produce different output. */
export const authoringPackages: Readonly<Record<string, string>> = Object.fromEntries(
  names.map((name) => [name, devDependencies[name] ?? '']),
);

/** The packages that are not installed in the version with which Stele was tested, each like `yaml@2.9.1`. */
export function missingPackages(): string[] {
  return Object.entries(authoringPackages).flatMap(([name, version]) =>
    installedVersion(name, packageRoot) === version ? [] : `${name}@${version}`,
  );
}

/** Finds a package as Node does: in `node_modules` of this folder, then of its parent folders. */
function installedVersion(name: string, from: string): string | undefined {
  const folder = join(from, 'node_modules', name);
  if (existsSync(join(folder, 'package.json'))) return manifestIn(folder).version;
  return dirname(from) === from ? undefined : installedVersion(name, dirname(from));
}

/** A sentence that names the missing packages and the command that installs them. */
export function packagesNeeded(what: Bilingual, missing: readonly string[]): Bilingual {
  // In a clone of the repository, `npm ci` installs all packages from the lock file. An installed Stele package has no lock file.
  if (!packageRoot.includes(`${sep}node_modules${sep}`))
    return {
      zh: `${what.zh}需要这里没有安装的软件包：${missing.join('、')}；安装命令：npm ci`,
      en: `${what.en} needs packages that are not installed here: ${missing.join(', ')}; install them with npm ci`,
    };
  const command = `npm install --save-dev --save-exact ${missing.join(' ')}`;
  return {
    zh: `${what.zh}需要这里没有安装的软件包；安装命令：${command}`,
    en: `${what.en} needs packages that are not installed here; install them with ${command}`,
  };
}
