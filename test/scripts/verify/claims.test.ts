import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claimFault, jsonDifference, matchesClaim } from '../../../scripts/verify/claims.ts';

describe('a claimed output of an example', () => {
  it.each([
    ['one\ntwo', 'one\ntwo\n'],
    ['one  \ntwo', 'one\ntwo   \n\n'],
    ['one\r\ntwo', 'one\ntwo'],
    ['', '\n'],
    ['took … ms', 'took 12.5 ms'],
    ['first\n…', 'first\ntook 12.5 ms\n'],
    ['…\nb', 'b\nb'],
    ['id … of …, done', 'id 7 of 12, done'],
  ])('of %j matches the real output %j', (claimed, printed) => {
    expect(claimFault(claimed, printed)).toBeUndefined();
  });

  it.each([
    ['one\ntwo', 'one\nTwo', 1],
    ['one', 'one\ntwo', 1],
    ['one\ntwo', 'one', 1],
    ['  indented', 'indented', 0],
    ['first\n…\nlast', 'first\na\nb', 2],
    ['took … ms', 'took 12 s', 0],
    ['', 'something', 0],
    ['a\n\nb', 'a\nb', 1],
  ])('of %j does not match the real output %j on line %i', (claimed, printed, line) => {
    expect(claimFault(claimed, printed)).toMatchObject({ line, printed });
  });

  it('that consists only of «…» is refused, because it would match everything', () => {
    expect(claimFault('…\n  …  ', 'anything')?.found).toMatchObject({ en: 'an output of only …' });
  });

  it('with lines that are only «…» matches exactly when an exhaustive search finds a match', () => {
    const line = fc.constantFrom('a', 'b', '…');
    const oracle = (said: string[], real: string[]): boolean => {
      const [first, ...rest] = said;
      if (first === undefined) return real.length === 0;
      if (first !== '…') return real[0] === first && oracle(rest, real.slice(1));
      return real.some((_, index) => oracle(rest, real.slice(index))) || oracle(rest, []);
    };
    const lines = fc.array(fc.constantFrom('a', 'b'), { maxLength: 7 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), lines, (said, real) => {
        const claimed = ['start', ...said, 'end'];
        const printed = ['start', ...real, 'end'];
        expect(claimFault(claimed.join('\n'), printed.join('\n')) === undefined).toBe(oracle(claimed, printed));
      }),
    );
  });

  it('with 200 lines that are only «…» is compared with 50,000 lines before the test times out', () => {
    const claimed = Array.from({ length: 200 }, () => '…\na').join('\n');
    const printed = `${'a\n'.repeat(50_000)}b`;
    expect(claimFault(claimed, printed)).toMatchObject({ line: 400 });
  });
});

it('a claimed output with 4,000 equal lines after a line that is only «…» is compared before the test times out', () => {
  const claimed = `…\n${'a\n'.repeat(4000)}b\n…`;
  expect(claimFault(claimed, 'a\n'.repeat(500_000))).toMatchObject({ line: 4001 });
});

it.each([
  ['a…', 'a', true],
  ['a…a', 'a', false],
  ['…b…', 'abc', true],
  ['…b…b…', 'abc', false],
  ['a…c', 'abcc', true],
  ['a…c', 'abcd', false],
])('the claimed line %s compared with %s matches: %s', (claimed, real, matches) => {
  expect(matchesClaim(claimed, real)).toBe(matches);
});

describe('the part of a JSON answer in an article', () => {
  const items = [
    { slug: 'a', score: 30 },
    { slug: 'b', score: 94 },
  ];
  const answer = { success: true, data: { items, total: 2 }, id: 'req_7' };

  it.each([
    [{ success: true }],
    [{ data: { items: ['…'] } }],
    [{ data: { items: [{ slug: 'a' }, '…'] } }],
    [{ data: { items: [{ slug: 'a', '…': '…' }, { score: 94 }] }, id: 'req_…' }],
    [{ id: '…', data: '…' }],
    [answer],
  ])('may omit members and write «…» for values that vary: %j', (said) => {
    expect(jsonDifference(said, answer)).toBeUndefined();
  });

  it.each([
    [{ success: false }, 'success', 'false', 'true'],
    [{ data: { items: [{ slug: 'a' }] } }, 'data.items', '[{"slug":"a"}]', JSON.stringify(items)],
    [{ data: { items: [{ slug: 'b' }, '…'] } }, 'data.items[0].slug', '"b"', '"a"'],
    [{ data: { missing: null } }, 'data.missing', 'null', 'undefined'],
    [{ data: { next: '…' } }, 'data.next', '"…"', 'undefined'],
    [{ id: 'x_…' }, 'id', '"x_…"', '"req_7"'],
    [{ data: { total: '2' } }, 'data.total', '"2"', '2'],
    [[], '$', '[]', expect.any(String)],
  ])('must equal the real answer in each member that it shows: %j', (said, path, expected, real) => {
    expect(jsonDifference(said, answer)).toEqual({ path, said: expected, real });
  });
});
