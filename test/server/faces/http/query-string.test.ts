import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readQuery } from '../../../../server/faces/http/query-string.ts';

/** The reported errors of a query string, each as `parameter: allowed`. */
const reported = (query: string): string[] =>
  readQuery(`/path?${query}`).details.map(({ parameter, allowed }) => `${parameter}: ${allowed}`);

describe('a query string', () => {
  it('is read as the names and values from which URLSearchParams wrote it', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((text) => !/[[\]]/.test(text));
    const value = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(name, value), { selector: ([key]) => key, maxLength: 20 }), (pairs) => {
        const { values, details } = readQuery(`/path?${new URLSearchParams(pairs)}`);
        expect(details).toEqual([]);
        expect(Object.entries(values).sort()).toEqual([...pairs].sort());
      }),
    );
  });

  it.each([
    ['a=1&a=2', ['a: each parameter once']],
    ['a[]=1', ['a[]: a name without brackets']],
    ['a%5Bb%5D=1', ['a[b]: a name without brackets']],
    ['a=', ['a: a value; leave the parameter out if you have none']],
    ['a=%C3%28', ['a: UTF-8 with percent-encoding (RFC 3986)']],
    ['%FF=1', ['%FF: UTF-8 with percent-encoding (RFC 3986)']],
    ['a=1&&b=2', []],
    ['a=1#b=', []],
  ])('?%s gets the errors %j', (query, expected) => {
    expect(reported(query)).toEqual(expected);
  });

  it('can have parameters with names from Object.prototype, which are read like other parameters', () => {
    const { values } = readQuery('/path?__proto__=1&constructor=2&toString=3');
    expect(Object.keys(values).sort()).toEqual(['__proto__', 'constructor', 'toString']);
    expect(Object.getPrototypeOf(values)).toBeNull();
  });

  it('is read up to its hundredth parameter, and an error reports any further ones', () => {
    const many = Array.from({ length: 150 }, (_, index) => `p${index}=1`).join('&');
    const { values, details } = readQuery(`/path?${many}`);
    expect(Object.keys(values)).toHaveLength(100);
    expect(details).toEqual([
      { parameter: 'query string', given: '150 parameters', allowed: 'at most 100 parameters' },
    ]);
  });
});
