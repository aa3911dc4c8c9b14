// Queries that could be expensive, or be parsed as a pattern or a command. Each is used as plain text or gets an explained error.
import { expect, test } from 'vitest';
import { startServer } from '../../server.ts';
import { smallEdition } from '../small-site.ts';

const server = await startServer(await smallEdition());

const long = (unit: string): string => [...unit.repeat(4096)].slice(0, 4096).join('');

const queries: [title: string, query: string][] = [
  ['a pattern that backtracks', '(a+)+$'],
  ['a pattern that backtracks, with its slowest input', `^(([a-z])+.)+[A-Z]([a-z])+$${'a'.repeat(4000)}`],
  ['an open parenthesis', '('],
  ['backslashes', long('\\')],
  ['percent signs', long('%')],
  ['wildcards of SQL', "%' OR '1'='1"],
  ['wildcards of shells', '*?[!a]{b,c}'],
  ['a replacement pattern of String.replace', "$& $1 $` $'"],
  ['one Han character, 4,096 times', long('水')],
  ['joined emoji', long('👩‍👩‍👧‍👦')],
  ['combining marks', long('\u0301')],
  ['a character that normalisation expands to eighteen', '\ufdfa'.repeat(227)],
  ['Hangul letters that normalisation joins', long('\u1100\u1161\u11a8')],
  ['bidi controls', '\u202ekettle\u202c'],
  ['a byte order mark', '\ufeffkettle'],
  ['names of properties of Object.prototype', '__proto__ constructor toString hasOwnProperty valueOf'],
  ['one letter, 4,096 times', long('a')],
  ['nothing but spaces', long(' ')],
  ['control characters', 'a\u0001b\u001b[2Jc'],
];

const found = async (query: string): Promise<unknown> => {
  const { status, body } = await server.json(`/api/v1/search?q=${encodeURIComponent(query)}`);
  return { status, items: body.data?.items, pagination: body.data?.pagination, error: body.error };
};

test.each(queries)('a query with %s gets 200 or 400, and does not affect the next query', async (_title, query) => {
  const before = await found('kettle');
  const { status, error } = (await found(query)) as { status: number; error: { code: string } | null };
  expect([200, 400]).toContain(status);
  expect(error?.code).toBe(status === 200 ? undefined : 'VALIDATION_ERROR');
  expect(await found(query)).toEqual(await found(query));
  expect(await found('kettle')).toEqual(before);
});

test('patterns, wildcards, quotes and emoji are plain text and find nothing', async () => {
  for (const query of ['.*', '[\\s\\S]*', '%', '_', '*', '^', '$', '(a+)+$', '"', "'", '——', '😀', '\u200b'])
    expect(await found(query), query).toMatchObject({ status: 200, pagination: { total: 0 } });
});
