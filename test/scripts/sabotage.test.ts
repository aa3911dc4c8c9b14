// Every defence can be taken away as the list says, and the command tells a guarded one from one that nobody guards.
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Defence, Removal } from '../../scripts/sabotage/defence.ts';
import { defences } from '../../scripts/sabotage/defences.ts';
import { runTests } from '../../scripts/sabotage/test-run.ts';
import { judge, limitOf, staleness, type Trial, tryRemoval } from '../../scripts/sabotage/trial.ts';
import { openWorkshop } from '../../scripts/sabotage/workshop.ts';
import { repositoryRoot, temporaryFolder } from '../site.ts';
import { stele } from './command.ts';

describe('the list of defences', () => {
  test('is not stale: each text is there exactly once, and so is each test file', async () => {
    expect(await staleness(repositoryRoot, defences)).toEqual([]);
  });

  test('has at least twenty removals of defences with names of their own, and none without one', () => {
    expect(defences.flatMap(({ removals }) => removals).length).toBeGreaterThanOrEqual(20);
    expect(new Set(defences.map(({ name }) => name)).size).toBe(defences.length);
    expect(defences.filter(({ removals, tests }) => removals.length === 0 || tests.length === 0)).toEqual([]);
  });
});

/** A repository with one defence, which the first of its tests guards and the second does not. */
const files: Record<string, string> = {
  'package.json': '{ "type": "module" }',
  'teapot.js': 'export const pour = (cups) => {\n  if (cups > 4) return "empty";\n  return "tea";\n};\n',
  'test/guarding.test.js':
    'import { expect, test } from "vitest";\nimport { pour } from "../teapot.js";\ntest("five cups are too many", () => expect(pour(5)).toBe("empty"));\n',
  'vitest.config.js': 'export default { test: { retry: 1 } };\n',
  'test/late.test.js':
    'import { expect, test } from "vitest";\nlet tries = 0;\ntest("late", () => expect((tries += 1)).toBe(2));\n',
  'test/idle.test.js':
    'import { expect, test } from "vitest";\nimport { pour } from "../teapot.js";\ntest("one cup is poured", () => expect(pour(1)).toBe("tea"));\n',
};
const bound: Removal = { file: 'teapot.js', text: '  if (cups > 4) return "empty";\n', without: '' };

const defence = (tests: readonly string[], removals: readonly Removal[] = [bound]): Defence => ({
  name: 'four-cups',
  does: { zh: '至多四杯', en: 'four cups at most' },
  seen: { zh: '空壶', en: 'an empty pot' },
  tests,
  removals,
});

describe('in a small repository', () => {
  let repository: string;
  beforeAll(async () => {
    repository = await temporaryFolder();
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(repository, path)), { recursive: true });
      await writeFile(join(repository, path), text);
    }
    await mkdir(join(repository, 'node_modules'));
    await symlink(join(repositoryRoot, 'node_modules', 'vitest'), join(repository, 'node_modules', 'vitest'));
    execFileSync('git', ['init', '--quiet'], { cwd: repository });
  });

  test('a removal is red where a test notices, green where none does, and the files stay as they are', async () => {
    const workshop = await openWorkshop(repository);
    try {
      const tried = async (tests: readonly string[]): Promise<Trial> =>
        tryRemoval(workshop.root, defence(tests), bound, 60_000);
      expect(await tried(['test/guarding.test.js'])).toEqual({
        verdict: 'red',
        because: "five cups are too many (AssertionError: expected 'tea' to be 'empty' // Object.is equality)",
      });
      expect(await tried(['test/idle.test.js'])).toEqual({ verdict: 'green', because: '' });
      for (const root of [repository, workshop.root])
        expect(await readFile(join(root, 'teapot.js'), 'utf8')).toBe(files['teapot.js']);
    } finally {
      await workshop.remove();
    }
  });

  test('a test has one try, whatever the repository gives it', async () => {
    const late = await runTests(repository, ['test/late.test.js'], { untilFailure: false, runMs: 60_000 });
    expect([late.passed, late.failed]).toEqual([0, [expect.stringContaining('late (')]]);
  });

  test('tests that pass say how long they took, and have three times as long without the defence', async () => {
    const tests = ['test/guarding.test.js', 'test/idle.test.js'];
    const { passed, tookMs } = await runTests(repository, tests, { untilFailure: false, runMs: 60_000 });
    expect([passed, [...tookMs.keys()].sort()]).toEqual([2, tests]);
    const sum = [...tookMs.values()].reduce((total, ms) => total + ms);
    expect(sum).toBeGreaterThan(0);
    expect(limitOf(tests, tookMs) - limitOf([], tookMs)).toBeCloseTo(3 * sum);
  });

  test('tests that do not end are red', async () => {
    await writeFile(
      join(repository, 'test/endless.test.js'),
      'import { test } from "vitest";\ntest("brews", () => { for (;;); });\n',
    );
    const run = await runTests(repository, ['test/endless.test.js'], { untilFailure: true, runMs: 15_000 });
    expect(judge(run)).toEqual({ verdict: 'red', because: 'no end within 15 seconds' });
  });

  test('a text that is not there once, and a test file that is not there, make the list stale', async () => {
    const removals = [
      { ...bound, text: 'cups > 5' },
      { ...bound, text: 'return' },
      { ...bound, file: 'kettle.js', text: 'return' },
    ];
    expect(await staleness(repository, [defence(['test/gone.test.js', 'test/idle.test.js'], removals)])).toEqual([
      'four-cups: there is no test file test/gone.test.js',
      'four-cups: "cups > 5" is 0 times in teapot.js, not once',
      'four-cups: "return" is 2 times in teapot.js, not once',
      'four-cups: "return" is 0 times in kettle.js, not once',
    ]);
  });
});

describe('a run', () => {
  test.each([
    ['in which a test failed is red', { failed: ['tea is hot'], passed: 3, trouble: undefined }, 'red'],
    ['in which all passed is green', { failed: [], passed: 3, trouble: undefined }, 'green'],
    ['that could not begin proves nothing', { failed: [], passed: 0, trouble: 'teapot.ts(1,1): error' }, 'broken'],
    ['in which a file could not be read proves nothing', { failed: [], passed: 3, trouble: 'no file' }, 'broken'],
    ['without tests proves nothing', { failed: [], passed: 0, trouble: undefined }, 'broken'],
  ])('%s', (_title, run, verdict) => {
    expect(judge(run).verdict).toBe(verdict);
  });
});

test('a name that no defence has is a mistake, and the names there are are told', async () => {
  const { code, stderr } = await stele(['sabotage', '--only', 'four-cups']);
  expect(code).toBe(2);
  expect(stderr).toContain('keyless-limit');
});
