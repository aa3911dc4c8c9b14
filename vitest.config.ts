import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The sources keep no state at import, so test files can share what they have imported.
    isolate: false,
    globalSetup: 'test/compile-sources.ts',
    // Real servers and real compiles: some files need a while on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
