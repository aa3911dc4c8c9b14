// Compiles the sources into dist/js. TypeScript compiles the program; rolldown and Lightning CSS bundle and minify the script and the
// style sheet of the pages. This file is plain JavaScript, because it runs before anything is compiled.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = join(root, 'build', 'pages');
const assets = join(root, 'dist', 'js', 'assets');

const missing = ['lightningcss', 'rolldown', 'typescript'].filter(
  (name) => !existsSync(join(root, 'node_modules', name)),
);
if (missing.length > 0) {
  process.stderr.write(`stele: compiling needs packages that are not installed: ${missing.join(', ')}; run npm ci\n`);
  process.exit(2);
}
const { bundle } = await import('lightningcss');
const { build } = await import('rolldown');

const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const { status } = spawnSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.emit.json')], {
  stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);

await build({
  cwd: root,
  input: join(pages, 'client', 'site.ts'),
  platform: 'browser',
  // Bundles a classic script, not a module: a module would set the theme only after the first paint, so that the page would first flash
  // in the wrong theme.
  output: { file: join(assets, 'site.js'), format: 'iife', codeSplitting: false, minify: true },
  logLevel: 'warn',
});
writeFileSync(join(assets, 'site.css'), bundle({ filename: join(pages, 'styles', 'site.css'), minify: true }).code);
copyFileSync(join(pages, 'icon.svg'), join(assets, 'icon.svg'));
