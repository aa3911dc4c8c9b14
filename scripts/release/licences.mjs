// Prints the licence of every installed package in a folder, with its text if the package contains one.
//   node scripts/release/licences.mjs FOLDER
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder = '.'] = process.argv.slice(2);
const { packages } = JSON.parse(readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8'));
const parts = Object.keys(packages).map((path) => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, path, 'package.json'), 'utf8'));
  const texts = readdirSync(join(folder, path), { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(?:licen[cs]e|copying|notice)/i.test(entry.name))
    .map((entry) => readFileSync(join(folder, path, entry.name), 'utf8').trim());
  return [`${name} ${version}: ${license}`, ...texts].join('\n\n');
});
process.stdout.write(`${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
