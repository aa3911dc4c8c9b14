import { defineConfig } from 'vitest/config';

// Only the unit tests that reach mutated code: each mutant runs the tests that cover it.
export default defineConfig({
  test: {
    include: [
      'test/server/access/*.test.ts',
      'test/build/trust/*.test.ts',
      'test/server/state/*.test.ts',
      'test/server/middleware/{limit,keys}.test.ts',
    ],
    // Properties over whole compilations would run a minute each for most mutants of build/trust.
    exclude: ['**/node_modules/**', '**/edits.test.ts', '**/*.{process,system,browser,nightly}.test.ts'],
    setupFiles: ['test/seed.ts'],
    globalSetup: 'test/global-setup.ts',
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
