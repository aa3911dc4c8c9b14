import { expect, test } from 'vitest';
import { yaml } from '../../../../scripts/verify/checkers/yaml.ts';
import { benchOf, brief, fence, outcomesOf } from '../bench.ts';

const look = async (head: string, ...lines: string[]) =>
  (await outcomesOf(yaml, await benchOf(fence(head, ...lines)))).map(brief);

test.each([
  [['a: 1', 'b: [x, "y: z"]']],
  [['# only a comment']],
  [['a: 1', '---', 'a: 2', '...', '---', '- 3']],
  [['usual: &usual', '  image: a', 'job:', '  <<: *usual', '  script: |', '    a: b: c']],
  [['Bucket: !Ref Name']],
])('accepts %j', async (lines) => {
  expect(await look('yaml', ...lines)).toEqual(['checked']);
});

test.each([
  [
    ['a: 1', 'b: Use it: often'],
    'failed on line 1: YAML with a fault: Nested mappings are not allowed in compact mappings',
  ],
  [['a: 1', '---', 'b: 1', 'c: 2', 'b: 3'], 'failed on line 4: YAML with a fault: Map keys must be unique'],
  [['a: 1', '\tb: 2'], 'failed on line 1: YAML with a fault: Tabs are not allowed as indentation'],
  [['a: *nobody'], 'failed on line 0: YAML with a fault: an alias without its anchor'],
  [['['.repeat(5_000)], 'failed on line 0: YAML with a fault: it nests too deep'],
  [
    Array.from({ length: 600 }, (_, level) => `${' '.repeat(level)}a:`),
    'failed on line 201: YAML with a fault: it nests too deep',
  ],
  [Array(20_000).fill('['), 'failed on line 0: YAML with a fault: it nests too deep'],
])('refuses, and says why: %#', async (lines, found) => {
  expect(await look('yaml', ...lines)).toEqual([found]);
});

test('refuses aliases that expand without measure', async () => {
  const levels = 'bcdefghij'.split('').map((name, index) => {
    const alias = `*${'abcdefghi'[index]}`;
    return `${name}: &${name} [${Array(10).fill(alias).join(', ')}]`;
  });
  expect(await look('yaml', 'a: &a [lol]', ...levels)).toEqual([
    'failed on line 0: YAML with a fault: aliases that expand without measure',
  ]);
});

test('wants a fault where one is announced', async () => {
  expect(await look('yaml verify=fails', 'bad: Helps: with notes')).toEqual(['checked']);
  expect(await look('yaml verify=fails', 'good: 1')).toEqual(['failed: YAML that is marked fails, but is right']);
});
