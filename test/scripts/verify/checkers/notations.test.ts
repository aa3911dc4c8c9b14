import { describe, expect, test } from 'vitest';
import type { Checker } from '../../../../scripts/verify/checker.ts';
import { json, jsonc, yaml } from '../../../../scripts/verify/checkers/notations.ts';
import { benchOf, brief, fence, outcomesOf } from '../bench.ts';

async function look(checker: Checker, head: string, ...lines: string[]): Promise<string | undefined> {
  const [outcome] = await outcomesOf(checker, await benchOf(fence(head, ...lines)));
  return outcome && brief(outcome);
}

describe('the checkers of JSON and JSONC', () => {
  test.each(['{}', '[]', '"a"', '0', 'null', '{ "a": [1, -2.5e+3, true, "\\u6c49\\n"], "b": { "a": 1 } }', '[[[[]]]]'])(
    'accept %s',
    async (code) => {
      expect(await look(json, 'json', code)).toBe('checked');
      expect(await look(jsonc, 'jsonc', code)).toBe('checked');
    },
  );

  test.each([
    [2, 'a comma is missing', '{\n  "a": 1\n  "b": 2\n}'],
    [1, 'an unknown symbol', "{\n  'a': 1\n}"],
    [0, 'a value is missing', '{ "a": }'],
    [1, 'something follows the value', '{}\n{}'],
    [2, 'an object with two members named "a"', '{ "b": {\n  "a": 1,\n  "a": 2 } }'],
    [0, 'the JSON nests more than 500 levels deep', '['.repeat(100_000)],
    [0, 'a string that does not end', `"${'\\"'.repeat(120_000)}`],
  ])('report on line %i: %s', async (line, found, code) => {
    expect(await look(json, 'json', code)).toBe(`failed on line ${line}: JSON with a fault: ${found}`);
    expect(await look(jsonc, 'jsonc', code)).toBe(`failed on line ${line}: JSONC with a fault: ${found}`);
  });

  test.each([
    [1, 'a comment, which is not allowed', '{\n  // why\n  "a": 1\n}'],
    [2, 'a name in double quotes is missing', '{\n  "a": 1,\n}'],
  ])('differ, because only the checker of JSON reports on line %i: %s', async (line, found, code) => {
    expect(await look(json, 'json', code)).toBe(`failed on line ${line}: JSON with a fault: ${found}`);
    expect(await look(jsonc, 'jsonc', code)).toBe('checked');
  });
});

test('the fault of a JSON-RPC message is reported on the line of the wrong field', async () => {
  const lines = JSON.stringify([{ jsonrpc: '2.0', id: null, method: 'a' }], null, 2).split('\n');
  expect(await look(json, 'json', ...lines)).toBe(
    'failed on line 3: JSON-RPC: id is wrong (Invalid input: expected string, received null / Invalid input: expected number, received null)',
  );
});

describe('the checker of YAML', () => {
  test.each([
    ['a: 1\nb: [x, "y: z"]'],
    ['# only a comment'],
    ['a: 1\n---\na: 2\n...\n---\n- 3'],
    ['usual: &usual\n  image: a\njob:\n  <<: *usual\n  script: |\n    a: b: c'],
    ['Bucket: !Ref Name'],
  ])('accepts %j', async (code) => {
    expect(await look(yaml, 'yaml', code)).toBe('checked');
  });

  /** YAML with nine levels, each of which has ten aliases of the level above. */
  const expanding = 'bcdefghij'.split('').map((name, index) => {
    const alias = `*${'abcdefghi'[index]}`;
    return `${name}: &${name} [${Array(10).fill(alias).join(', ')}]`;
  });

  test.each([
    [1, 'Nested mappings are not allowed in compact mappings', 'a: 1\nb: Use it: often'],
    [4, 'Map keys must be unique', 'a: 1\n---\nb: 1\nc: 2\nb: 3'],
    [1, 'Tabs are not allowed as indentation', 'a: 1\n\tb: 2'],
    [0, 'an alias without an anchor', 'a: *missing'],
    [0, 'it nests too deep', '['.repeat(5_000)],
    [0, 'Map keys must be unique', `{${Array.from({ length: 40_000 }, (_, n) => n).join(',')},0}`],
    [0, 'it nests too deep', '[\n'.repeat(5_000)],
    [201, 'it nests too deep', Array.from({ length: 600 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')],
    [0, 'aliases that expand too much', ['a: &a [lol]', ...expanding].join('\n')],
  ])('reports on line %i: %s', async (line, found, code) => {
    expect(await look(yaml, 'yaml', code)).toBe(`failed on line ${line}: YAML with a fault: ${found}`);
  });
});

test.each([
  ['JSON', json, '{ "a": 1, }', '{ "a": 1 }'],
  ['JSON', json, '{ "jsonrpc": "2.0", "id": null, "method": "a" }', '{ "jsonrpc": "2.0", "id": 1, "method": "a" }'],
  ['JSONC', jsonc, '{ "a": }', '{ "a": 1 }'],
  ['YAML', yaml, 'bad: Helps: with notes', 'good: 1'],
])('%s marked with verify=fails must be invalid', async (name, checker, wrong, right) => {
  const head = `${name.toLowerCase()} verify=fails`;
  expect(await look(checker, head, wrong)).toBe('checked');
  expect(await look(checker, head, right)).toBe(`failed: ${name} that is marked verify=fails but is valid`);
});
