import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/compile-sources.ts',
    // Real servers and real compiles: some files need a while on a busy machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
