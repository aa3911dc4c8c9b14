import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// The name of a test file determines its project and the command that runs it:
//   name.test.ts           in the test's own process                       npm test
//   name.process.test.ts   starts the compiled product in a new process    npm test
//   name.system.test.ts    needs other programs such as Redis, or is slow  .ci/run
//   name.browser.test.ts   needs Chromium                                  .ci/run
//   name.nightly.test.ts   long or random                                  npm run test:nightly
const named = (...kinds: string[]): string[] => kinds.map((kind) => `test/**/*.${kind}.test.ts`);
const others = ['process', 'system', 'browser', 'nightly'];

export default defineConfig({
  test: {
    // Importing a source file creates no state, so test files can share imported modules.
    isolate: false,
    maxWorkers: Math.max(2, availableParallelism()),
    retry: 0,
    testTimeout: 10_000,
    hookTimeout: 60_000,
    setupFiles: ['test/seed.ts'],
    // Hides a warning that @modelcontextprotocol/sdk prints for every schema, because it does not know JSON Schema formats.
    onConsoleLog: (text) => !text.includes('unknown format "date-time" ignored'),
    // Compiles the sources once per test run, in about a second: for tests that start the program, and for the scripts of the pages.
    globalSetup: 'test/global-setup.ts',
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: ['**/node_modules/**', ...named(...others)] },
      },
      { extends: true, test: { name: 'process', include: named('process'), testTimeout: 30_000 } },
      {
        extends: true,
        test: { name: 'system', include: named('system'), testTimeout: 60_000, hookTimeout: 60_000 },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: named('browser'),
          globalSetup: ['test/browser-server.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: { name: 'nightly', include: named('nightly'), testTimeout: 3_600_000, hookTimeout: 600_000 },
      },
    ],
  },
});
