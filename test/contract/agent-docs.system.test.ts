// The repository's own content, served and looked at by afdocs, which judges sites by the Agent-Friendly Documentation Spec.
// Every page of both languages is looked at, so that the score does not depend on which of them are drawn.
import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Started, startServer } from '../server.ts';
import { publishFolder, repositoryRoot } from '../site.ts';

const run = promisify(execFile);
/** It needs Node 22 or later, so it brings its own. */
const npx = ['-y', '-p', 'node@24', '-p', 'afdocs@0.22.2', 'afdocs'];

/** An npx that these tests themselves run in has told its children what to call. */
const { npm_config_call: _call, npm_config_package: _package, ...environment } = process.env;

interface Verdict {
  scoring: { overall: number };
  testedPages: number;
  results: { id: string; status: string; message: string }[];
}

/** Whether afdocs can be had. Where it cannot, it is not asked and the test says so, but never in CI. */
function afdocsIsHere(): boolean {
  const isNeeded = process.env.CI !== undefined && process.env.CI !== '';
  // Without a network nobody should wait for one.
  const env = isNeeded ? environment : { ...environment, npm_config_fetch_retries: '0' };
  const { status, stderr } = spawnSync('npx', [...npx, '--version'], { encoding: 'utf8', timeout: 600_000, env });
  if (status === 0) return true;
  const reason = `npx could not fetch afdocs and Node 24: ${stderr ?? ''}`;
  if (isNeeded) throw new Error(reason);
  console.warn(`not checked: ${reason}`);
  return false;
}

let server: Started;
beforeAll(async () => {
  server = await startServer(await publishFolder(join(repositoryRoot, 'content')));
});
afterAll(() => server.close());

async function verdictOn(language: string): Promise<Verdict> {
  const options = ['--format', 'json', '--score', '--quiet', '--max-links', '1000', '--sampling', 'deterministic'];
  const pace = ['--request-delay', '0', '--max-concurrency', '8', '--doc-locale', language];
  const { stdout } = await run('npx', [...npx, 'check', server.origin, ...options, ...pace], {
    maxBuffer: 64 * 1024 * 1024,
    env: environment,
  }).catch((error: { stdout: string }) => error);
  return JSON.parse(stdout) as Verdict;
}

/**
 * Checks that may find fault with some pages. afdocs takes every heading with «404» or «not found» in it for a page that is
 * missing, and some articles are about just that.
 */
const tolerated = ['markdown-link-portability', 'content-start-position'];

describe.runIf(afdocsIsHere())('the pages in the eyes of an agent', () => {
  it.each(['en', 'zh'])('score 100 of 100 in %s', async (language) => {
    const { scoring, testedPages, results } = await verdictOn(language);
    const faults = results.filter(({ id, status }) => /warn|fail|error/.test(status) && !tolerated.includes(id));
    expect(faults).toEqual([]);
    expect(scoring.overall).toBe(100);
    expect(testedPages).toBeGreaterThan(100);
  });
});
