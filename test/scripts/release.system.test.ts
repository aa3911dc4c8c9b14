// Runs `npm run release` in a temporary repository with the real git and npm.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { repositoryRoot, temporaryFolder } from '../site.ts';

const script = join(repositoryRoot, 'scripts', 'release', 'release.mjs');
const [author, committer] = ['GIT_AUTHOR', 'GIT_COMMITTER'].map((of) => ({
  [`${of}_NAME`]: 'tea',
  [`${of}_EMAIL`]: 'tea',
}));
const env = { ...process.env, ...author, ...committer };
const changelog = (unreleased: string): string =>
  `# Changelog\n\n## [Unreleased]\n\n${unreleased}## [0.1.0] - 2026-11-20\n\n- Kettle, for $1.\n`;

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  const named = { name: 'teapot', version: '0.1.0' };
  const packageFile = { ...named, scripts: { test: 'node test.js' }, files: ['CHANGELOG.md'] };
  git('init', '--quiet');
  commit(
    ['package.json', JSON.stringify(packageFile)],
    ['package-lock.json', JSON.stringify({ ...named, lockfileVersion: 3, packages: { '': packageFile } })],
    ['CHANGELOG.md', changelog('### Added\n\n- A spout, for $& and $1.\n\n')],
    ['test.js', ''],
    ['.gitignore', 'dist/\n'],
  );
});

const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);
const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
const git = (...given: string[]): string => execFileSync('git', given, { cwd: folder, encoding: 'utf8', env }).trim();
const commit = (...changes: [path: string, text: string][]): void => {
  for (const change of changes) write(...change);
  git('add', '--all');
  git('commit', '--quiet', '--message', 'tea');
};
function release(...given: string[]): { code: number | null; stdout: string; stderr: string } {
  const options = { cwd: folder, encoding: 'utf8', env } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...given], options);
  return { code: status, stdout, stderr };
}

describe('a release', () => {
  it('dates the changelog, sets the version, packs the package, commits and tags', () => {
    const { code, stderr } = release('0.2.0', '--write');
    expect(code, stderr).toBe(0);
    expect(read('CHANGELOG.md')).toMatch(
      /^# Changelog\n\n## \[Unreleased\]\n\n## \[0\.2\.0\] - \d{4}-\d\d-\d\d\n\n### Added\n\n- A spout, for \$& and \$1\.\n\n## \[0\.1\.0\]/,
    );
    expect(JSON.parse(read('package.json')).version).toBe('0.2.0');
    expect(JSON.parse(read('package-lock.json')).packages[''].version).toBe('0.2.0');
    expect(existsSync(join(folder, 'dist', 'teapot-0.2.0.tgz'))).toBe(true);
    const [state, tag, subject] = [git('status', '--porcelain'), git('describe'), git('log', '-1', '--format=%s')];
    expect([state, tag, subject]).toEqual(['', 'v0.2.0', 'release: 0.2.0']);
  });

  it('without --write changes nothing, and prints the plan', () => {
    const { code, stdout } = release('0.2.0');
    expect([code, git('status', '--porcelain'), git('tag')]).toEqual([0, '', '']);
    expect(stdout).toMatch(/## \[0\.2\.0\] - .*A spout, for \$& and \$1\..*--write/s);
  });

  it('stops without a change when a test fails', () => {
    commit(['test.js', 'process.exit(1)']);
    expect(release('0.2.0', '--write').code).not.toBe(0);
    expect([git('status', '--porcelain'), git('tag')]).toEqual(['', '']);
  });

  it.each([
    ['without a version', [], () => undefined, 'name one version'],
    ['of a version that is not later', ['0.0.9'], () => undefined, '0.0.9 is not later than 0.1.0'],
    ['of a version that has a tag', ['0.2.0'], () => git('tag', 'v0.2.0'), 'a tag v0.2.0'],
    ['with changes that are not committed', ['0.2.0'], () => write('new.txt', ''), 'new.txt'],
    ['without a change', ['0.2.0'], () => commit(['CHANGELOG.md', changelog('')]), 'no change under'],
  ])('is refused %s', (_, given, prepare, expected) => {
    prepare();
    const { code, stderr } = release(...given, '--write');
    expect([code, stderr]).toEqual([2, expect.stringContaining(expected)]);
  });
});
