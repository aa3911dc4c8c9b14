// Makes a release of this repository: runs the tests, moves the section «Unreleased» of CHANGELOG.md under the new version, writes the
// version into package.json and package-lock.json, packs, commits and tags. Without --write it prints these steps and changes nothing.
// It does not push. When you push the tag, .github/workflows/release.yml publishes it.
//   npm run release -- 1.2.3 [--write]
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const run = (command, ...given) => execFileSync(command, given, { encoding: 'utf8' }).trim();
const runAloud = (command, ...given) => execFileSync(command, given, { stdio: 'inherit' });
const say = (text) => process.stdout.write(`${text}\n`);

const given = process.argv.slice(2);
const isReal = given.includes('--write');
const [version = '', ...rest] = given.filter((word) => word !== '--write');
const present = JSON.parse(readFileSync('package.json', 'utf8')).version;
const changelog = readFileSync('CHANGELOG.md', 'utf8');
const tag = `v${version}`;

const faults = faultsOf();
for (const fault of faults) process.stderr.write(`release: ${fault}\n`);
if (faults.length > 0) process.exit(2);

if (!isReal) {
  say(`Would run npm test, then release ${version} after ${present}, with this section of CHANGELOG.md:\n`);
  say(`${section()}\n`);
  say(`To do it: npm run release -- ${version} --write`);
  process.exit(0);
}

runAloud('npm', 'test');
writeFileSync(
  'CHANGELOG.md',
  changelog.replace(unreleased(), () => `## [Unreleased]\n\n${section()}\n\n`),
);
runAloud('npm', 'version', version, '--no-git-tag-version');
// Packing comes first: a version that cannot be packed must not be tagged.
mkdirSync('dist', { recursive: true });
runAloud('npm', 'pack', '--pack-destination', 'dist');
runAloud(
  'git',
  'commit',
  '--quiet',
  '--message',
  `release: ${version}`,
  'CHANGELOG.md',
  'package.json',
  'package-lock.json',
);
runAloud('git', 'tag', '--annotate', tag, '--message', `Version ${version}`);
say(`Tagged ${tag}. To publish it: git push --follow-tags`);

/** The reasons that prevent a release. */
function faultsOf() {
  const found = [];
  if (!/^\d+\.\d+\.\d+$/.test(version) || rest.length > 0)
    return ['name one version of three numbers, as in: npm run release -- 1.2.3 [--write]'];
  if (!isLater(version, present)) found.push(`${version} is not later than ${present}, the version of package.json`);
  if (run('git', 'tag', '--list', tag) !== '') found.push(`there is a tag ${tag} already`);
  const changed = run('git', 'status', '--porcelain');
  if (changed !== '') found.push(`commit or stash these changes first:\n${changed}`);
  if (!/^- /m.test(unreleased())) found.push('CHANGELOG.md has no change under «## [Unreleased]»');
  return found;
}

function isLater(one, other) {
  const [left, right] = [one, other].map((text) => text.split('.').map(Number));
  const index = left.findIndex((number, place) => number !== right[place]);
  return index !== -1 && left[index] > right[index];
}

/** The section «Unreleased» of CHANGELOG.md, including its heading. */
function unreleased() {
  return /^## \[Unreleased\]\n[\s\S]*?(?=^## \[|$(?![\s\S]))/m.exec(changelog)?.[0] ?? '';
}

/** The section «Unreleased» with the new version and today's date (UTC) in its heading. */
function section() {
  const [day] = new Date().toISOString().split('T');
  return unreleased().replace(/^.*/, `## [${version}] - ${day}`).trim();
}
