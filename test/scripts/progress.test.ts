// Progress output, with a clock that the test sets.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Output } from '../../scripts/command-io.ts';
import { showProgress } from '../../scripts/progress.ts';
import { articleText, contentOf, temporaryFolder } from '../site.ts';
import { capture, stele } from './command.ts';

const work = { doing: { zh: '正在编译', en: 'compiling' }, after: { zh: '组装', en: 'assembling' } };
const erase = '\u001b[K';

/** The output if a file is done at each of these times, in ms after the start. */
function written(screen: Partial<Output>, times: number[], total = times.length, locale: 'zh' | 'en' = 'en') {
  let nowMs = 1000;
  const { stream: stderr, chunks } = capture({ isTTY: true, columns: 100, ...screen });
  const progress = showProgress({ stderr, env: {} }, work, { locale, silent: false, now: () => nowMs });
  times.forEach((at, done) => {
    nowMs = 1000 + at;
    progress.update(done + 1, total);
  });
  progress.end();
  return chunks();
}

const every = (ms: number, until: number): number[] => Array.from({ length: until / ms }, (_, at) => (at + 1) * ms);

describe('progress on a terminal', () => {
  it('rewrites one line at most ten times a second, and clears it at the end', () => {
    const chunks = written({ isTTY: true }, every(10, 2000), 1000);
    expect(chunks[0]).toBe(`\rcompiling 30 of 1000 files · 10 s left${erase}`);
    expect(chunks.at(-2)).toBe(`\rcompiling 200 of 1000 files · 8 s left${erase}`);
    expect(chunks.at(-1)).toBe(`\r${erase}`);
    expect(chunks.length).toBe(18 + 1);
    expect(chunks.join('')).not.toContain('\n');
  });

  it('shows nothing for a run below 300 ms', () => {
    expect(written({ isTTY: true }, every(10, 290))).toEqual([]);
  });

  it.each([
    ['en', '\rcompiling 30 of 10…'],
    ['zh', '\r正在编译：第 30 个…'],
  ] as const)('is truncated to the width of a narrow terminal, in the language %s', (locale, line) => {
    expect(written({ isTTY: true, columns: 20 }, every(10, 300), 1000, locale)[0]).toBe(line + erase);
  });
});

it('progress that is not on a terminal is a plain line every five seconds', () => {
  expect(written({ isTTY: false }, every(100, 4900), 1000)).toEqual([]);
  expect(written({ isTTY: false }, every(100, 12_000), 1000)).toEqual([
    'compiling 50 of 1000 files · 2 min left\n',
    'compiling 100 of 1000 files · 90 s left\n',
  ]);
});

it('--quiet suppresses all output except messages about the content', async () => {
  const content = await contentOf({ 'mcp/teapot.md': articleText() });
  const out = ['--out', join(await temporaryFolder(), 'out')];
  for (const given of [['build', ...out], ['build', ...out], ['check']]) {
    const silent = { code: 0, stdout: '', stderr: '' };
    expect(await stele([...given, '--quiet', '--content', content])).toEqual(silent);
  }
  const broken = await contentOf({ 'mcp/teapot.md': articleText({ fields: { riskLevel: 'boiling' } }) });
  const stderr = expect.stringContaining('[front-matter-schema]');
  expect(await stele(['build', ...out, '--quiet', '--content', broken])).toEqual({ code: 1, stdout: '', stderr });
});
