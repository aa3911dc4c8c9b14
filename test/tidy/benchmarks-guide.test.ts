// The guide to the benchmarks shows what is kept of them, and nothing else.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { benchmarksGuideFile, keptBenchmarksGuide } from '../../scripts/benchmarks-guide.ts';
import { repositoryRoot } from '../site.ts';

it('the guide to the benchmarks is as `npm run benchmarks-guide` writes it', async () => {
  expect(await readFile(join(repositoryRoot, benchmarksGuideFile), 'utf8')).toBe(await keptBenchmarksGuide());
});
