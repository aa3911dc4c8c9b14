// StrykerJS mutates the code for access, trust and the limits piece by piece, and reports the mutants that no test
// detects. `npm run test:mutation`, with Node 22 or later; `-- --mutate FILE` for a part.
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
  // Texts and formats are tested elsewhere.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 20_000,
  // It would rewrite a tsconfig with the compiler API, which TypeScript 7 does not have.
  tsconfigFile: 'none',
  tempDirName: 'dist/mutation/sandbox',
  ignorePatterns: ['dist', 'content', 'test/*/node_modules', 'scripts/*/node_modules'],
  reporters: ['progress-append-only', 'clear-text', 'json'],
  clearTextReporter: { allowColor: false, logTests: false },
  jsonReporter: { fileName: 'dist/mutation/report.json' },
};
