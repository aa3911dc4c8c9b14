// Serves the repository's content on this machine, and measures the first contentful paint of its pages without a browser cache.
// Prints for each path the median of RUNS (default 5) measurements. With STRICT=true a path whose median is LIMIT_MS (default 300) or
// more is measured again, up to three times, because other programs can slow down the machine. The exit code is 1 if all three medians
// of a path are too high. Without STRICT each path is measured once, and the exit code is 0.
//   node test/lighthouse/first-paint.mjs [/en/trust …]
import { chromium } from 'playwright-core';
import { chromiumPath, median, serveContent } from './serving.mjs';

const usual = ['/', '/?q=timeout', '/domains/mcp', '/articles/http-for-agents', '/docs', '/docs/agents', '/nowhere'];
const given = process.argv.slice(2);
const paths = given.length > 0 ? given : usual.flatMap((path) => [`/zh${path}`, `/en${path}`]);
const runs = Number(process.env.RUNS ?? 5);
const limitMs = Number(process.env.LIMIT_MS ?? 300);
const isStrict = process.env.STRICT === 'true';

const served = await serveContent();
const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
let slow = 0;
try {
  // Warm-up: the time of the first page in a browser includes the start of the browser.
  await paintMs(paths[0]);
  for (const path of paths) {
    let middle = limitMs;
    for (let attempt = 0; attempt < (isStrict ? 3 : 1) && middle >= limitMs; attempt += 1) {
      const times = [];
      while (times.length < runs) times.push(await paintMs(path));
      middle = median(times);
      process.stdout.write(`${path}: ${middle} ms (${times.join(', ')})\n`);
    }
    if (middle >= limitMs) slow += 1;
  }
} finally {
  await browser.close();
  await served.close();
}
if (slow > 0) process.stderr.write(`${slow} of ${paths.length} pages take ${limitMs} ms or more\n`);
// The times depend on the machine, so slow pages are a failure only with STRICT=true.
process.exitCode = slow > 0 && isStrict ? 1 : 0;

/** The first contentful paint of a page, in whole milliseconds after the start of the navigation. */
async function paintMs(path) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(new URL(path, served.origin).href);
  const start = await page.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver((list) => {
          const [entry] = list.getEntriesByName('first-contentful-paint');
          if (entry !== undefined) resolve(entry.startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
  await context.close();
  return Math.round(start);
}
