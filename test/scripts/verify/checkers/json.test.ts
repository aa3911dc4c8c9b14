import { expect, test } from 'vitest';
import { json } from '../../../../scripts/verify/checkers/json.ts';
import { jsonc } from '../../../../scripts/verify/checkers/jsonc.ts';
import { benchOf, brief, fence, outcomesOf } from '../bench.ts';

const look = async (checker: typeof json, head: string, ...lines: string[]) =>
  (await outcomesOf(checker, await benchOf(fence(head, ...lines)))).map(brief);

test.each(['{}', '[]', '"a"', '0', 'null', '{ "a": [1, -2.5e+3, true, "\\u6c49\\n"], "b": { "a": 1 } }', '[[[[]]]]'])(
  'accepts %s as JSON and as JSONC',
  async (code) => {
    expect(await look(json, 'json', code)).toEqual(['checked']);
    expect(await look(jsonc, 'jsonc', code)).toEqual(['checked']);
  },
);

const neither: [found: string, ...lines: string[]][] = [
  ['failed on line 2: JSON with a fault: a comma is missing', '{', '  "a": 1', '  "b": 2', '}'],
  ['failed on line 1: JSON with a fault: a symbol that is none', '{', "  'a': 1", '}'],
  ['failed on line 0: JSON with a fault: a value is missing', '{ "a": }'],
  ['failed on line 1: JSON with a fault: something follows the value', '{}', '{}'],
  [
    'failed on line 2: JSON with a fault: an object with two members named "a"',
    '{ "b": {',
    '  "a": 1,',
    '  "a": 2 } }',
  ],
  ['failed on line 0: JSON with a fault: a symbol that is none', '[NaN]'],
  ['failed on line 0: JSON with a fault: a comma is missing', '[01]'],
  ['failed on line 0: JSON with a fault: an escape that is none', '["\\x"]'],
  ['failed on line 0: JSON with a fault: a control character in a string', '["a\tb"]'],
  ['failed on line 0: JSON with a fault: a string that does not end', '["a]'],
  ['failed on line 0: JSON with a fault: it nests more than 500 levels deep', '['.repeat(100_000)],
];
const onlyJson: typeof neither = [
  ['failed on line 1: JSON with a fault: a comment, which is not allowed', '{', '  // why', '  "a": 1', '}'],
  ['failed on line 2: JSON with a fault: a name in double quotes is missing', '{', '  "a": 1,', '}'],
];

test.each(neither)('refuses what is neither JSON nor JSONC: %s', async (found, ...lines) => {
  expect(await look(json, 'json', ...lines)).toEqual([found]);
  expect(await look(jsonc, 'jsonc', ...lines)).toEqual([found.replace('JSON', 'JSONC')]);
});

test.each(onlyJson)('refuses what JSONC allows and JSON does not: %s', async (found, ...lines) => {
  expect(await look(json, 'json', ...lines)).toEqual([found]);
  expect(await look(jsonc, 'jsonc', ...lines)).toEqual(['checked']);
});

test('wants a fault where one is announced', async () => {
  expect(await look(json, 'json verify=fails', '{ "a": 1, }')).toEqual(['checked']);
  expect(await look(json, 'json verify=fails', '{ "a": 1 }')).toEqual([
    'failed: JSON that is marked fails, but is right',
  ]);
  expect(await look(jsonc, 'jsonc verify=fails', '{ "a": 1, }')).toEqual([
    'failed: JSONC that is marked fails, but is right',
  ]);
});
