import { defineConfig } from 'vitest/config';

// The unit tests that reach what is mutated, and no others: each mutant runs those that cover it.
export default defineConfig({
  test: {
    include: [
      'test/server/access/*.test.ts',
      'test/build/trust/*.test.ts',
      'test/server/state/sliding-window.test.ts',
      'test/server/middleware/{limit,keys}.test.ts',
    ],
    // Properties over whole compilations would run for most mutants of build/trust, for a minute each.
    exclude: ['**/node_modules/**', '**/edits.test.ts', '**/*.{process,system,browser,nightly}.test.ts'],
    setupFiles: ['test/seed.ts'],
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
