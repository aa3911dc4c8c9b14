#!/usr/bin/env node
// Takes screenshots of pages of a running server for design reviews: every path at three widths, in both themes.
//   node scripts/screenshots.mjs http://127.0.0.1:8080 FOLDER /zh/ /en/docs …
// A path without a language is taken in both languages. A screenshot shows the full page or, with PAGE=false, only the window.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const [origin, folder, ...given] = process.argv.slice(2);
if (origin === undefined || folder === undefined || given.length === 0) {
  process.stderr.write('usage: node scripts/screenshots.mjs ORIGIN FOLDER PATH …\n');
  process.exit(2);
}
const languages = ['zh', 'en'];
const paths = given.flatMap((path) =>
  languages.some((language) => path.startsWith(`/${language}/`)) ? [path] : languages.map((of) => `/${of}${path}`),
);
const places = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = places.find((place) => place !== undefined && existsSync(place));
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
for (const colorScheme of ['light', 'dark']) {
  for (const width of [360, 800, 1280]) {
    const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } });
    for (const path of paths) {
      await page.goto(new URL(path, origin).href);
      const name = path.replaceAll(/[^\w\u0080-\uffff]+/g, '-').replaceAll(/^-|-$/g, '');
      const file = join(folder, `${name}.${width}.${colorScheme}.png`);
      await page.screenshot({ path: file, fullPage: process.env.PAGE !== 'false' });
      process.stdout.write(`${file}\n`);
    }
    await page.close();
  }
}
await browser.close();
