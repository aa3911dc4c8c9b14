import { defineConfig } from 'vitest/config';

// Includes only unit tests that run the mutated code. For each mutant, Stryker runs the tests that cover it.
export default defineConfig({
  test: {
    include: [
      'test/server/access/*.test.ts',
      'test/build/trust/*.test.ts',
      'test/server/state/*.test.ts',
      'test/server/middleware/{limit,keys}.test.ts',
    ],
    // Property tests that compile whole sites would take a minute for most mutants of build/trust.
    exclude: ['**/node_modules/**', '**/edits.test.ts', '**/*.{process,system,browser,nightly}.test.ts'],
    setupFiles: ['test/seed.ts'],
    globalSetup: 'test/global-setup.ts',
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
