// Serves the repository's content and runs afdocs, which scores sites by the Agent-Friendly Documentation Spec. It checks every page
// of both languages, so that the score does not depend on sampling.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAllHere } from '../needed.ts';
import { type Started, startServer } from '../server.ts';
import { publishFolder, repositoryRoot } from '../site.ts';

const run = promisify(execFile);
const afdocs = join(repositoryRoot, 'test', 'afdocs', 'node_modules', 'afdocs', 'bin', 'afdocs.mjs');

function missing(): string | undefined {
  if (Number(process.versions.node.split('.')[0]) < 22) return 'afdocs needs Node 22 or later';
  return existsSync(afdocs) ? undefined : 'afdocs is installed by npm ci --prefix test/afdocs --ignore-scripts';
}

interface Verdict {
  scoring: { overall: number };
  testedPages: number;
  results: { id: string; status: string; message: string }[];
}

/**
 * Checks of afdocs that may fail on some pages. `markdown-link-portability` counts a page as missing if its first heading contains
 * «404» or «not found», but some articles explain these errors. `content-start-position` does not recognise a short Chinese
 * paragraph as text, because it expects a sentence to end with `.`, `!` or `?`.
 */
const tolerated = ['markdown-link-portability', 'content-start-position'];

describe.runIf(isAllHere(missing()))('the pages of the repository’s content', () => {
  let server: Started;
  beforeAll(async () => {
    server = await startServer(await publishFolder(join(repositoryRoot, 'content')));
  });
  afterAll(() => server.close());

  it.each(['en', 'zh'])('score 100 of 100 in the checks of afdocs (language %s)', async (language) => {
    const options = ['--format', 'json', '--score', '--quiet', '--max-links', '1000', '--sampling', 'deterministic'];
    const pace = ['--request-delay', '0', '--max-concurrency', '8', '--doc-locale', language];
    const given = [afdocs, 'check', server.origin, ...options, ...pace];
    const { stdout } = await run(process.execPath, given, { maxBuffer: 64 * 1024 * 1024 }).catch(
      (error: { stdout: string }) => error,
    );
    const { scoring, testedPages, results } = JSON.parse(stdout) as Verdict;
    const faults = results.filter(({ id, status }) => /warn|fail|error/.test(status) && !tolerated.includes(id));
    expect(faults).toEqual([]);
    expect(scoring.overall).toBe(100);
    expect(testedPages).toBeGreaterThan(100);
  });
});
