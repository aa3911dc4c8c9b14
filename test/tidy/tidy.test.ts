import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { authoringPackages } from '../../scripts/authoring-packages.ts';
import { repositoryRoot } from '../site.ts';

const read = (path: string): string => readFileSync(join(repositoryRoot, path), 'utf8');
const packageFile = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;

/** All files of the repository that git tracks or that are new and not ignored. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: repositoryRoot,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(repositoryRoot, path)));
const sources = files.filter((path) => /^(build|server|scripts)\/.*\.tsx?$/.test(path));
const programs = files.filter((path) => /^(build|server|scripts)\/.*\.(tsx?|m?js)$/.test(path));

/** The texts in backticks in a document. */
function quotedIn(document: string): string[] {
  return [...read(document).matchAll(/`([^`\n]+)`/g)].map(([, quoted]) => quoted ?? '');
}

describe.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md', 'SECURITY.md'])('%s', (document) => {
  it('the document names only paths that exist', () => {
    const paths = quotedIn(document).filter((quoted) =>
      /^(?:\.ci|build|content|scripts|server|test)\/[\w./-]*$/.test(quoted),
    );
    expect(paths.filter((path) => !existsSync(join(repositoryRoot, path)))).toEqual([]);
    if (/^(?:ARCHITECTURE|SECURITY)/.test(document)) expect(paths.length).toBeGreaterThan(20);
  });

  it('the document names only npm scripts that exist', () => {
    const runs = [...read(document).matchAll(/npm run (?:--silent )?([a-z-]+)/g)].map(([, name]) => name ?? '');
    const named = [...runs, ...(/npm start/.test(read(document)) ? ['start'] : []), 'test'];
    expect(named.filter((name) => packageFile.scripts?.[name] === undefined)).toEqual([]);
  });
});

describe('the repository', () => {
  it('keeps ARCHITECTURE.md within 120 lines', () => {
    expect(read('ARCHITECTURE.md').split('\n').length).toBeLessThanOrEqual(121);
  });

  it('shows in the README the command that runs it and the one that tests it', () => {
    expect(read('README.md')).toContain('npm ci && npm run build && npm start');
    expect(read('README.md')).toContain('npm ci && npm test');
    expect(read('.ci/run')).toContain('npm test');
  });

  it('reads environment variables in build/ and server/ only in server/config.ts', () => {
    const readers = sources.filter((path) => /^(build|server)\//.test(path) && read(path).includes('process.env'));
    expect(readers).toEqual(['server/config.ts']);
  });

  it('evaluates no text as code, and runs no command through a shell', () => {
    const pattern =
      /\beval\(|\bnew Function\b|node:vm|\bshell: true|execSync\(|import \{[^}]*\bexec\b[^}]*\} from 'node:child_process'/;
    expect(programs.filter((path) => pattern.test(read(path)))).toEqual([]);
  });

  it('hashes only with SHA-256', () => {
    const made = /\b(?:createHash|createHmac|hash)\('([^']*)'/g;
    const names = programs.flatMap((path) => [...read(path).matchAll(made)].map(([, name]) => name));
    expect(new Set(names)).toEqual(new Set(['sha256']));
  });

  it('has no network client in server/ except Redis', () => {
    const pattern =
      /(?<![\w.])fetch\(|\bhttps?\.(?:get|request)\(|'node:(?:https|http2|tls|dgram|dns)'|\b(?:createConnection|connect)\(\d/;
    const ofServer = sources.filter((path) => path.startsWith('server/'));
    expect(ofServer.filter((path) => pattern.test(read(path)))).toEqual([]);
    expect(ofServer.filter((path) => /'ioredis'/.test(read(path)))).toEqual(['server/state/redis/connection.ts']);
  });

  it('has page scripts that never turn text into HTML, send no messages and store only the theme', () => {
    const ofPages = sources.filter((path) => path.startsWith('build/pages/client/'));
    const pattern =
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|postMessage|sessionStorage|indexedDB|document\.cookie/;
    expect(ofPages.filter((path) => pattern.test(read(path)))).toEqual([]);
    const kept = ofPages.flatMap((path) =>
      [...read(path).matchAll(/localStorage\.\w+\('(\w+)'/g)].map(([, name]) => name),
    );
    expect(new Set(kept)).toEqual(new Set(['theme']));
  });

  it('keeps source files within 450 lines', () => {
    expect(sources.filter((path) => read(path).split('\n').length > 450)).toEqual([]);
  });

  it('begins every source file with a comment, except the files of rules', () => {
    const silent = sources.filter((path) => !/^(#!.*\n)?\/\/ /.test(read(path)) && !/^build\/rules\//.test(path));
    expect(silent).toEqual([]);
  });

  it('pins every dependency to one version', () => {
    const versions = Object.entries({ ...packageFile.dependencies, ...packageFile.devDependencies });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it('explains each dependency in CONTRIBUTING.md', () => {
    const [, list = ''] = read('CONTRIBUTING.md').split('\n## Dependencies\n');
    const parts = list.split(/^(?!-).*:$/m).slice(-3);
    const listed = parts.map((part) => [...part.matchAll(/^- `([^`]+)`: ./gm)].map(([, name]) => name));
    const namesIn = (field: string): string[] => Object.keys(packageFile[field] ?? {});
    const authoring = Object.keys(authoringPackages);
    const others = namesIn('devDependencies').filter((name) => !authoring.includes(name));
    expect(listed).toEqual([namesIn('dependencies'), authoring, others]);
    expect(packageFile.devDependencies).toMatchObject(authoringPackages);
  });

  it('does not use the words and forms of comments that the style forbids', () => {
    // The words are split, so that this file passes the test too.
    const words = ['who' + 'ever', 'no' + 'body', 'some' + 'body', 'is ' + 'told', 'comes to ' + 'grief'].join('|');
    const pattern = new RegExp(`\\b(?:${words})\\b|(?://|\\*)\\s+What\\b`, 'i');
    const written = files.filter((path) =>
      /^(?:build|scripts|server|test\/(?!fixtures\/)).*\.(?:tsx?|mjs|css)$/.test(path),
    );
    const faults = written.flatMap((path) =>
      read(path)
        .split('\n')
        .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
    );
    expect(written.length).toBeGreaterThan(400);
    expect(faults).toEqual([]);
  });

  it('has a complete lock file, so that npm ci works on every platform', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { optionalDependencies?: Record<string, string> }>;
    };
    const locked = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)));
    const optional = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
    expect(optional.length).toBeGreaterThan(0);
    expect(optional.filter((name) => !locked.has(name))).toEqual([]);
  });

  it('has the SHA-512 hash of every package in the lock file', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { integrity?: string }> };
    const others = Object.entries(packages).filter(([path]) => path !== '');
    expect(others.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
  });

  it('has no install scripts in its own package.json or in a dependency', () => {
    const atInstall = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare'];
    expect(Object.keys(packageFile.scripts ?? {}).filter((name) => atInstall.includes(name))).toEqual([]);
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { hasInstallScript?: boolean }>;
    };
    expect(Object.keys(packages).filter((path) => packages[path]?.hasInstallScript === true)).toEqual([]);
  });

  it('has Dependabot updates for every package.json, and workflows with pinned actions', () => {
    const { updates } = parse(read('.github/dependabot.yml'));
    const watched = updates.flatMap(({ directories = [] }: { directories?: string[] }) => directories);
    const own = files.filter((path) => path.endsWith('package.json') && !path.startsWith('test/fixtures/'));
    expect(watched.sort()).toEqual(own.map((path) => `/${path.replace(/\/?package\.json$/, '')}`).sort());
    const workflows = files.filter((path) => path.startsWith('.github/workflows/'));
    const used = workflows.flatMap((path) => read(path).match(/uses: .*/g) ?? []);
    expect(used.length).toBeGreaterThan(3);
    expect(used.filter((line) => !/^uses: [\w/-]+@[0-9a-f]{40} # v[\d.]+$/.test(line))).toEqual([]);
  });

  it('names no registry host in the lock file', () => {
    expect(read('package-lock.json')).not.toMatch(/"resolved": "https?:/);
  });

  it('contains no absolute path of a developer’s machine', () => {
    const pattern = new RegExp(`(^|[^\\w.])/(${['work', 'farm', 'root', 'home'].join('|')})/`);
    const texts = files.filter((path) => /\.(tsx?|json|md|css|txt)$/.test(path) || path.startsWith('.ci/'));
    expect(texts.filter((path) => pattern.test(read(path)))).toEqual([]);
  });
});

describe('the files in test/', () => {
  const itself = 'test/tidy/tidy.test.ts';
  const code = files.filter((path) => /^test\/.*\.tsx?$/.test(path) && path !== itself);
  const tests = code.filter((path) => path.endsWith('.test.ts'));
  const holding = (pattern: RegExp, among = code): string[] => among.filter((path) => pattern.test(read(path)));

  it('have no suffix before `.test.ts` other than process, system, browser, nightly and property', () => {
    const kinds = tests.flatMap((path) => /\.(.+)\.test\.ts$/.exec(path.slice(path.lastIndexOf('/')))?.[1] ?? []);
    // Property tests run with the unit tests.
    const known = ['process', 'system', 'browser', 'nightly', 'property'];
    expect(kinds.filter((kind) => !known.includes(kind))).toEqual([]);
  });

  it('have no skipped or focused test', () => {
    expect(holding(/\b(it|test|describe)\.(skip|only|todo)\b/)).toEqual([]);
  });

  it('use Math.random only for the seed of the nightly run', () => {
    expect(holding(/\bMath\.random\b/)).toEqual(['test/seed.ts']);
  });

  it('retry no test', () => {
    expect(holding(/\bretry:/)).toEqual([]);
  });

  it('do not run npx, which could install packages', () => {
    expect(holding(/\bnpx\b/)).toEqual([]);
  });

  it('measure elapsed time only in nightly tests', () => {
    const others = tests.filter((path) => !path.endsWith('.nightly.test.ts'));
    expect(holding(/\bperformance\.now\(/, others)).toEqual([]);
  });
});
