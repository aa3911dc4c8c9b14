import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// The name of a test file says where it runs:
//   name.test.ts           in the test's own process                       npm test
//   name.process.test.ts   starts the compiled product in a new process    npm test
//   name.system.test.ts    needs programs beside Node, such as Redis       .ci/run
//   name.browser.test.ts   needs Chromium                                  .ci/run
//   name.nightly.test.ts   long or random                                  npm run test:nightly
const named = (...kinds: string[]): string[] => kinds.map((kind) => `test/**/*.${kind}.test.ts`);
const others = ['process', 'system', 'browser', 'nightly'];

export default defineConfig({
  test: {
    // The sources keep no state at import, so test files can share what they have imported.
    isolate: false,
    maxWorkers: Math.max(2, availableParallelism()),
    retry: 0,
    testTimeout: 10_000,
    hookTimeout: 20_000,
    setupFiles: ['test/seed.ts'],
    // The older client of the MCP SDK knows no formats, and prints this for each schema.
    onConsoleLog: (text) => !text.includes('unknown format "date-time" ignored'),
    // Once a run, a second of work: the pages need the compiled scripts of the browser.
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
