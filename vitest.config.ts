import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { SecondTries } from './test/second-tries.ts';

/** What takes longest comes first, so that no worker is left alone with it: many pages in a browser, then the largest files. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      /\.browser\.test\.ts$|\/crawl\.test\.ts$/.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** What is held against a clock, so that nothing else of ours may keep the machine busy meanwhile. */
const timed = [
  'test/build/bodies/highlighted-code.test.ts',
  'test/build/edition/{analysis,closest}.test.ts',
  'test/build/hygiene/hygiene.test.ts',
  'test/build/source/{front-matter,markdown-text,nesting}.test.ts',
  'test/build/{hostile-inputs,style}.test.ts',
  'test/scripts/deploy/rolling-restarts.test.ts',
  'test/scripts/{doctor-command,progress}.test.ts',
  'test/scripts/stress/*.test.ts',
  'test/scripts/verify/{confinement,limits}.test.ts',
  'test/scripts/verify/sql/*.test.ts',
  'test/scripts/workers/*.test.ts',
  'test/server/middleware/{keys,shed}.test.ts',
  'test/server/processes/*.test.ts',
  'test/server/state/{redis,sqlite}*.test.ts',
  'test/server/{closing,disconnects,fuzz,reload,timeouts}.test.ts',
];

/** Pages in a real browser, and what it has to load. */
const browser = ['test/**/*.browser.test.ts', 'test/server/faces/pages/weight.test.ts'];

/** Mostly the work of other programs, or the same long computation on every Node: a second pass on another Node leaves them out. */
const once = [
  'test/build/trust/edits.property.test.ts',
  'test/server/faces/http/openapi-linters.test.ts',
  'test/server/faces/mcp/conformance/conformance.test.ts',
  'test/server/faces/mcp/inspector.test.ts',
  'test/server/search/own-content.test.ts',
];

/** Two workers at least: many tests wait for a process of their own. */
const together = { maxWorkers: Math.max(2, availableParallelism() - 1), sequence: { groupOrder: 1 } };

export default defineConfig({
  test: {
    // The sources keep no state at import, so test files can share what they have imported.
    isolate: false,
    globalSetup: 'test/compile-sources.ts',
    sequence: { sequencer: LongestFirst },
    // Only what never ends takes longer: real servers, browsers and compiles need minutes on a slow machine.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // A machine that stands still for a moment is no defect: each test is tried once more, and that is told at the end.
    retry: 1,
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default', new SecondTries()],
    projects: [
      { extends: true, test: { name: 'browser', include: browser, ...together } },
      { extends: true, test: { name: 'once', include: once, ...together } },
      {
        extends: true,
        test: {
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...browser, ...once, ...timed],
          ...together,
        },
      },
      { extends: true, test: { name: 'alone', include: timed, maxWorkers: 1, sequence: { groupOrder: 2 } } },
    ],
  },
});
