// Runs test files of a repository with Vitest, in a process group of its own, and tells what came of it.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { z } from 'zod';

export interface TestRun {
  passed: number;
  /** The tests that failed: the name of each, and what it saw. */
  failed: string[];
  /** Why the run as a whole says nothing, or not everything. */
  trouble: string | undefined;
  /** How long each file took, by its path from the root. */
  tookMs: ReadonlyMap<string, number>;
}

/** What is read of Vitest's JSON report. */
const report = z.object({
  success: z.boolean(),
  testResults: z.array(
    z.object({
      name: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).optional() }),
      ),
    }),
  ),
});

/** A test that takes longer has failed. */
const testMs = 120_000;

interface RunLimits {
  untilFailure: boolean;
  /** A run that takes longer has failed: what was removed may have kept work within bounds. */
  runMs: number;
}

export async function runTests(
  root: string,
  files: readonly string[],
  { untilFailure, runMs }: RunLimits,
): Promise<TestRun> {
  const folder = await mkdtemp(join(tmpdir(), 'stele-report-'));
  const reportFile = join(folder, 'report.json');
  try {
    const options = ['--reporter=json', `--outputFile=${reportFile}`, `--testTimeout=${testMs}`, '--retry=0'];
    const bail = untilFailure ? ['--bail=1'] : [];
    const { said, isOver } = await run(root, ['run', ...options, ...bail, ...files], runMs);
    const nothing = { passed: 0, failed: [], trouble: undefined, tookMs: new Map() };
    if (!isOver) return { ...nothing, failed: [`no end within ${(runMs / 1000).toFixed(0)} seconds`] };
    const text = await readFile(reportFile, 'utf8').catch(() => undefined);
    if (text === undefined) return { ...nothing, trouble: lastWords(said) };
    return readReport(root, report.parse(JSON.parse(text)), said);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function readReport(root: string, { success, testResults }: z.infer<typeof report>, said: string): TestRun {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages: [saw = ''] = [] }) => `${fullName} (${firstLine(saw)})`);
  const message = testResults.map((file) => file.message ?? '').find((text) => text !== '');
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed,
    trouble: success || failed.length > 0 ? undefined : (message ?? lastWords(said)),
    tookMs: new Map(testResults.map(({ name, startTime, endTime }) => [relative(root, name), endTime - startTime])),
  };
}

function run(root: string, given: readonly string[], runMs: number): Promise<{ said: string; isOver: boolean }> {
  const program = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...given], {
      cwd: root,
      detached: true,
      env: { ...process.env, NO_COLOR: '1' },
    });
    let said = '';
    const hear = (chunk: Buffer): void => {
      said = (said + chunk.toString('utf8')).slice(-20_000);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    let isOver = true;
    // Servers and workers that the tests started end with it.
    const endAll = (): void => {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // All of them are gone.
      }
    };
    const tooLong = setTimeout(() => {
      isOver = false;
      endAll();
    }, runMs);
    process.once('exit', endAll);
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(tooLong);
      endAll();
      process.off('exit', endAll);
      resolve({ said, isOver });
    });
  });
}

const firstLine = (text: string): string => (text.split('\n')[0] ?? '').slice(0, 200);

/** What a process said last, on one line. */
const lastWords = (said: string): string => said.trim().replaceAll(/\s+/g, ' ').slice(-300) || 'it said nothing';
