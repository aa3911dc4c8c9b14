// StrykerJS changes the code for access, trust and limits in many small ways, and reports the changes that no test detects. Run it
// with `npm run test:mutation` on Node 22 or later; `-- --mutate FILE` restricts it to a file.
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutation/vitest.config.mjs' },
  mutate: [
    'server/access/**/*.ts',
    'build/trust/**/*.ts',
    'server/state/key-ring.ts',
    'server/state/limiter.ts',
    'server/state/sliding-window.ts',
    'server/middleware/limit.ts',
  ],
  coverageAnalysis: 'perTest',
  // Strings are not changed, because the tests that check texts and formats do not run here.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 20_000,
  // Without this setting Stryker rewrites the tsconfig with the compiler API, which TypeScript 7 does not have.
  tsconfigFile: 'none',
  tempDirName: 'dist/mutation/sandbox',
  ignorePatterns: ['dist', 'content', 'test/*/node_modules', 'scripts/*/node_modules'],
  reporters: ['progress-append-only', 'clear-text', 'json'],
  clearTextReporter: { allowColor: false, logTests: false },
  jsonReporter: { fileName: 'dist/mutation/report.json' },
};
