// Runs Lighthouse in all its categories on pages of the repository's content. Exits with 1 if a page scores below the minimum. The
// category performance depends on the machine, so it counts only with STRICT=true. Needs Node 24 and Chromium:
//   npm ci --prefix test/lighthouse --ignore-scripts && npx -y -p node@24 -c 'node test/lighthouse/judge.mjs'
// Arguments are paths such as /en/trust. RUNS sets the number of runs per page in the category performance.
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { chromiumPath, median, serveContent } from './serving.mjs';

const articles = ['http-for-agents'];
const usual = ['/', `/articles/${articles[0]}`, '/docs'].flatMap((path) => [`/zh${path}`, `/en${path}`]);
const paths = process.argv.length > 2 ? process.argv.slice(2) : usual;
const runs = Number(process.env.RUNS ?? 5);
/** The minimum score in each category; 100 is the highest score. Performance varies between runs, so the median counts. */
const least = { accessibility: 100, 'best-practices': 100, seo: 100, 'agentic-browsing': 100, performance: 95 };

const served = await serveContent();
const browser = await launch({
  chromePath: chromiumPath,
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage'],
});
/** Scores below the minimum. Those in `faults` make the exit code 1. Without STRICT, performance goes to `slow`, which is only printed. */
const faults = [];
const slow = [];
try {
  for (const path of paths) {
    const scores = await scoresOf(path);
    process.stdout.write(
      `${path}: ${Object.entries(scores)
        .map(([name, score]) => `${name} ${score}`)
        .join(', ')}\n`,
    );
    for (const [name, score] of Object.entries(scores)) {
      if (score >= least[name]) continue;
      const isTold = name === 'performance' && process.env.STRICT !== 'true';
      (isTold ? slow : faults).push(`${path} has ${score} of 100 in ${name}; the minimum is ${least[name]}`);
    }
  }
} finally {
  browser.kill();
  await served.close();
}
for (const fault of [...faults, ...slow]) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;

/** The score of each category from one run; for performance the median of `runs` runs. */
async function scoresOf(path) {
  const first = await look(path, Object.keys(least));
  const scores = Object.fromEntries(
    Object.entries(first.categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
  );
  for (const name of Object.keys(least)) {
    // A missing category must not pass unnoticed.
    if (scores[name] === undefined) throw new Error(`Lighthouse returned no score in ${name}`);
    if (name !== 'performance' && scores[name] < least[name]) tellWhy(path, first, name);
  }
  const timed = [scores.performance];
  while (timed.length < runs) {
    const { categories } = await look(path, ['performance']);
    timed.push(Math.round((categories.performance.score ?? 0) * 100));
  }
  return { ...scores, performance: median(timed) };
}

/** Runs Lighthouse, up to three times: on a busy machine it sometimes misses the start of a page and reports a runtime error. */
async function look(path, onlyCategories, attemptsLeft = 3) {
  const result = await lighthouse(new URL(path, served.origin).href, {
    port: browser.port,
    onlyCategories,
    output: 'json',
    logLevel: 'error',
  });
  if (result === undefined) throw new Error(`Lighthouse returned no result for ${path}`);
  const { runtimeError } = result.lhr;
  if (runtimeError === undefined) return result.lhr;
  if (attemptsLeft === 1) throw new Error(`${path}: ${runtimeError.message}`);
  return look(path, onlyCategories, attemptsLeft - 1);
}

/** Prints the audits that lowered the score of a category, with their findings. */
function tellWhy(path, { categories, audits }, name) {
  for (const { id, weight } of categories[name].auditRefs) {
    const { score, title, details } = audits[id];
    if (score === null || score === 1 || weight === 0) continue;
    const found = (details?.items ?? []).slice(0, 5).map((item) => JSON.stringify(item).slice(0, 400));
    process.stderr.write(`${path} ${name} ${id}: ${title}\n${found.map((line) => `  ${line}\n`).join('')}`);
  }
}
