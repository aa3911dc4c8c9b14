// The guide to the benchmarks is what is kept of their results, and nothing else.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shownParts } from '../../scripts/bench/guide-words.ts';
import { type KeptResult, keptResultOf } from '../../scripts/bench/kept-results.ts';
import { benchmarksGuide, benchmarksGuideFile, keptBenchmarksGuide } from '../../scripts/benchmarks-guide.ts';
import { repositoryRoot } from '../site.ts';

const result = (change: Partial<KeptResult> = {}): KeptResult => ({
  machine: {
    at: '2026-11-22T10:00:00.000Z',
    node: '24.0.0',
    processors: '2 × A processor',
    loadBefore: 0,
    pinned: true,
  },
  command: 'npm run bench -- --only serve --rounds 3',
  tables: [{ head: ['article, gzip (24997 bytes)', 'req/s'], rows: [['raw, again', '100']] }],
  bars: [
    { name: 'an article: req/s by raw', measured: '0.30', goal: '≥ 0.45', isMet: false },
    { name: 'median of FTS5 / ours, 10000', measured: '20.0', goal: '≥ 20', isMet: true },
  ],
  ...change,
});

describe('the guide to the benchmarks', () => {
  it('is as `npm run benchmarks-guide` writes it', async () => {
    expect(await readFile(join(repositoryRoot, benchmarksGuideFile), 'utf8')).toBe(await keptBenchmarksGuide());
  });

  it('shows every part, and says how each is measured again', async () => {
    const guide = await keptBenchmarksGuide();
    for (const part of shownParts) {
      expect(await keptResultOf(part)).toBeDefined();
      expect(guide.split(`npm run bench -- --only ${part}`)).toHaveLength(3);
    }
  });

  it('says the same in both languages, the missed goals among it', () => {
    const [chinese = '', english = ''] = benchmarksGuide([['serve', result()]]).split('\n# English\n');
    expect(english).toContain('| an article: req/s by raw | 0.30 | ≥ 0.45 | missed |');
    expect(chinese).toContain('| 一篇文章：每秒回答与 raw 之比 | 0.30 | ≥ 0.45 | 没有达到 |');
    expect(english).toContain('| median of FTS5 / ours, 10000 | 20.0 | ≥ 20 | met |');
    expect(chinese).toContain('| FTS5 的中位数与我们的之比，10000 篇 | 20.0 | ≥ 20 | 达到 |');
    expect(english).toContain('| article, gzip (24997 bytes) | req/s |\n| --- | ---: |\n| raw, again | 100 |');
    expect(chinese).toContain('| 文章，gzip（24997 字节） | 每秒回答 |\n| --- | ---: |\n| raw，再来一次 | 100 |');
    expect(english).toContain('2026-11-22, Node 24.0.0, 2 × A processor, with a core each for servers and load.');
  });

  it('leaves names as they are, and does not leave a phrase without Chinese', () => {
    const named = (name: string): string =>
      benchmarksGuide([['serve', result({ tables: [{ head: ['run'], rows: [[name]] }] })]]);
    expect(named('FTS5, 1580')).toContain('| 哪一次 |\n| --- |\n| FTS5, 1580 |');
    expect(() => named('a new thing to measure')).toThrow('has no Chinese for "a new thing to measure"');
  });
});
