import { describe, expect, it } from 'vitest';
import { progressMeter } from '../../scripts/progress.ts';

const work = {
  doing: { zh: '正在编译', en: 'compiling' },
  after: { zh: '正在组装版本', en: 'putting the edition together' },
};

/** The text after the last of these files, `[done, nowMs]`, of so many. */
function textAfter(moments: readonly [done: number, nowMs: number][], total: number, locale: 'zh' | 'en' = 'en') {
  const meter = progressMeter(work, locale);
  return moments.map(([done, nowMs]) => meter(done, total, nowMs)).at(-1);
}

/** A file every so many milliseconds, beginning at a moment that is not 0. */
const steadily = (count: number, everyMs: number): [number, number][] =>
  Array.from({ length: count }, (_, at) => [at + 1, 7000 + at * everyMs]);

describe('the text of progress', () => {
  it('says how many of how many, how fast, and how long it will take', () => {
    expect(textAfter(steadily(812, 13.5), 1580)).toBe('compiling 812 of 1,580 files · 74/s · 11 s left');
    expect(textAfter(steadily(812, 13.5), 1580, 'zh')).toBe(
      '正在编译：第 812 个文件，共 1,580 个 · 每秒 74 个 · 约剩 11 秒',
    );
  });

  it('shows no rate after the first file, nor within the first second', () => {
    expect(textAfter([[1, 0]], 100)).toBe('compiling 1 of 100 files');
    expect(textAfter(steadily(10, 100), 100)).toBe('compiling 10 of 100 files');
    expect(textAfter(steadily(12, 100), 100)).toBe('compiling 12 of 100 files · 10/s · 9 s left');
  });

  it('says what comes next when all files are done', () => {
    expect(textAfter(steadily(1580, 13), 1580)).toBe('1,580 files done, putting the edition together');
    expect(textAfter(steadily(1, 1), 1, 'zh')).toBe('1 个文件已完成，正在组装版本');
  });

  it('never says that nothing is left while there is', () => {
    expect(textAfter(steadily(99_999, 1), 100_000)).toContain(' · 1 s left');
  });

  it.each([
    [10_000, 4, 1000, '0.1/s · 3 h left'],
    [3000, 11, 100, '0.33/s · 5 min left'],
    [1000, 31, 571, '1/s · 9 min left'],
    [1000, 31, 121, '1/s · 90 s left'],
    [400, 51, 141, '2.5/s · 36 s left'],
    [1, 20_000, 27_100, '1000/s · 8 s left'],
  ])('with a file every %d ms and %d of %d done reads %j', (everyMs, done, total, expected) => {
    expect(textAfter(steadily(done, everyMs), total)).toContain(` files · ${expected}`);
  });

  it('follows the rate of the last seconds, not that of long ago', () => {
    // A thousand in the first second, then one a second.
    const quick = steadily(1000, 1);
    const slow = Array.from({ length: 30 }, (_, at): [number, number] => [1001 + at, 9000 + at * 1000]);
    expect(textAfter([...quick, ...slow], 1090)).toBe('compiling 1,030 of 1,090 files · 1/s · 60 s left');
  });

  it.each([
    ['a clock that stands still', 0, 'compiling 2 of 9 files'],
    ['a run that stalls', 60_000, 'compiling 2 of 9 files · 0.017/s · 7 min left'],
  ])('is right for %s', (_what, nowMs, text) => {
    expect(
      textAfter(
        [
          [1, 0],
          [2, nowMs],
        ],
        9,
      ),
    ).toBe(text);
  });
});
