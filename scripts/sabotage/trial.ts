// Trying whether tests notice that a defence is gone: one removal at a time in a copy of the repository, and the verdict of its tests.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Defence, Removal } from './defence.ts';
import { runTests, type TestRun } from './test-run.ts';

export type Verdict =
  /** Tests failed: the defence is guarded. */
  | 'red'
  /** No test noticed. */
  | 'green'
  /** The tests could not be run, so that nothing is known: the removal has to be written in another way. */
  | 'broken';

export interface Trial {
  verdict: Verdict;
  /** The test that failed, or why nothing is known. */
  because: string;
}

/** What is wrong with the list itself: a text that is not there exactly once, a test file that is not there. */
export async function staleness(repository: string, defences: readonly Defence[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name, tests, removals } of defences) {
    for (const path of tests) {
      if ((await textOf(repository, path)) === undefined) found.push(`${name}: there is no test file ${path}`);
    }
    for (const { file, text } of removals) {
      const occurrences = ((await textOf(repository, file)) ?? '').split(text).length - 1;
      if (occurrences !== 1)
        found.push(`${name}: ${JSON.stringify(text)} is ${occurrences} times in ${file}, not once`);
    }
  }
  return found;
}

/** How long a run of tests may take that took so long while nothing was removed, each file by its path; all in milliseconds. */
export const limitOf = (tests: readonly string[], tookMs: ReadonlyMap<string, number>): number =>
  leastMs + 3 * tests.reduce((sum, path) => sum + (tookMs.get(path) ?? 0), 0);

/** For beginning to run, and for what waits longer before it fails than it takes to pass. */
const leastMs = 240_000;

/** Removes a defence from a copy of the repository, runs its tests there for at most so long, and puts it back. */
export async function tryRemoval(
  root: string,
  { tests }: Defence,
  { file, text, without }: Removal,
  runMs: number,
): Promise<Trial> {
  const path = join(root, file);
  const whole = await readFile(path, 'utf8');
  // A function: `$` in the text stands for itself.
  await writeFile(
    path,
    whole.replace(text, () => without),
  );
  try {
    return judge(await runTests(root, tests, { untilFailure: true, runMs }));
  } finally {
    await writeFile(path, whole);
  }
}

/** Red is only what a test says: a program that does not compile fails too, and would prove nothing. */
export function judge({ failed, passed, trouble }: Omit<TestRun, 'tookMs'>): Trial {
  const [first] = failed;
  if (first !== undefined) return { verdict: 'red', because: first };
  if (trouble !== undefined) return { verdict: 'broken', because: trouble };
  return passed > 0 ? { verdict: 'green', because: '' } : { verdict: 'broken', because: 'no test was run' };
}

const textOf = (repository: string, path: string): Promise<string | undefined> =>
  readFile(join(repository, path), 'utf8').catch(() => undefined);
